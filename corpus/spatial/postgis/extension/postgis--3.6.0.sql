-- What sqg needs of PostGIS, for tests where PostGIS itself cannot be had: types whose binary format is that of their
-- bytes, casts of them to bytea and back, and functions that write texts. The texts themselves are not PostGIS's.

CREATE TYPE geometry;
CREATE FUNCTION geometry_in(cstring) RETURNS geometry LANGUAGE internal IMMUTABLE STRICT AS 'anyarray_in';
CREATE FUNCTION geometry_out(geometry) RETURNS cstring LANGUAGE internal IMMUTABLE STRICT AS 'byteaout';
CREATE FUNCTION geometry_recv(internal) RETURNS geometry LANGUAGE internal IMMUTABLE STRICT AS 'bytearecv';
CREATE FUNCTION geometry_send(geometry) RETURNS bytea LANGUAGE internal IMMUTABLE STRICT AS 'byteasend';
CREATE FUNCTION geometry_typmod_in(cstring[]) RETURNS integer LANGUAGE internal IMMUTABLE STRICT AS 'numerictypmodin';
CREATE FUNCTION geometry_typmod_out(integer) RETURNS cstring LANGUAGE internal IMMUTABLE STRICT AS 'numerictypmodout';
CREATE TYPE geometry (INPUT = geometry_in, OUTPUT = geometry_out, RECEIVE = geometry_recv, SEND = geometry_send,
  TYPMOD_IN = geometry_typmod_in, TYPMOD_OUT = geometry_typmod_out, STORAGE = main);
CREATE CAST (geometry AS bytea) WITHOUT FUNCTION AS IMPLICIT;
CREATE CAST (bytea AS geometry) WITHOUT FUNCTION AS IMPLICIT;
CREATE FUNCTION geometry_eq(geometry, geometry) RETURNS boolean LANGUAGE internal IMMUTABLE STRICT AS 'byteaeq';
CREATE OPERATOR = (LEFTARG = geometry, RIGHTARG = geometry, PROCEDURE = geometry_eq, COMMUTATOR = '=');

CREATE TYPE geography;
CREATE FUNCTION geography_in(cstring) RETURNS geography LANGUAGE internal IMMUTABLE STRICT AS 'anyarray_in';
CREATE FUNCTION geography_out(geography) RETURNS cstring LANGUAGE internal IMMUTABLE STRICT AS 'byteaout';
CREATE FUNCTION geography_recv(internal) RETURNS geography LANGUAGE internal IMMUTABLE STRICT AS 'bytearecv';
CREATE FUNCTION geography_send(geography) RETURNS bytea LANGUAGE internal IMMUTABLE STRICT AS 'byteasend';
CREATE TYPE geography (INPUT = geography_in, OUTPUT = geography_out, RECEIVE = geography_recv, SEND = geography_send,
  STORAGE = main);
CREATE CAST (geography AS bytea) WITHOUT FUNCTION AS IMPLICIT;
CREATE CAST (bytea AS geography) WITHOUT FUNCTION AS IMPLICIT;
CREATE FUNCTION geography_eq(geography, geography) RETURNS boolean LANGUAGE internal IMMUTABLE STRICT AS 'byteaeq';
CREATE OPERATOR = (LEFTARG = geography, RIGHTARG = geography, PROCEDURE = geography_eq, COMMUTATOR = '=');

CREATE FUNCTION st_asewkt(geometry) RETURNS text LANGUAGE sql IMMUTABLE STRICT AS $$SELECT encode($1::bytea, 'hex')$$;
CREATE FUNCTION st_asewkt(geography) RETURNS text LANGUAGE sql IMMUTABLE STRICT AS $$SELECT encode($1::bytea, 'hex')$$;
CREATE FUNCTION st_asgeojson(geometry, integer DEFAULT 9, integer DEFAULT 8) RETURNS text LANGUAGE sql IMMUTABLE STRICT
  AS $$SELECT to_json(encode($1::bytea, 'hex'))::text$$;
CREATE FUNCTION st_asgeojson(geography, integer DEFAULT 9, integer DEFAULT 0) RETURNS text LANGUAGE sql IMMUTABLE STRICT
  AS $$SELECT to_json(encode($1::bytea, 'hex'))::text$$;
