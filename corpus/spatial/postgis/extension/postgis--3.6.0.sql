-- What sqg needs of PostGIS, for tests where PostGIS itself cannot be had: types whose binary format is EWKB, casts of
-- them to bytea and back, and the functions that write the texts of a point. The text that these types have by
-- themselves is bytea's, not PostGIS's.

CREATE TYPE geometry;
CREATE FUNCTION geometry_in(cstring) RETURNS geometry LANGUAGE internal IMMUTABLE STRICT AS 'byteain';
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
CREATE FUNCTION geography_in(cstring) RETURNS geography LANGUAGE internal IMMUTABLE STRICT AS 'byteain';
CREATE FUNCTION geography_out(geography) RETURNS cstring LANGUAGE internal IMMUTABLE STRICT AS 'byteaout';
CREATE FUNCTION geography_recv(internal) RETURNS geography LANGUAGE internal IMMUTABLE STRICT AS 'bytearecv';
CREATE FUNCTION geography_send(geography) RETURNS bytea LANGUAGE internal IMMUTABLE STRICT AS 'byteasend';
CREATE TYPE geography (INPUT = geography_in, OUTPUT = geography_out, RECEIVE = geography_recv, SEND = geography_send,
  STORAGE = main);
CREATE CAST (geography AS bytea) WITHOUT FUNCTION AS IMPLICIT;
CREATE CAST (bytea AS geography) WITHOUT FUNCTION AS IMPLICIT;
CREATE FUNCTION geography_eq(geography, geography) RETURNS boolean LANGUAGE internal IMMUTABLE STRICT AS 'byteaeq';
CREATE OPERATOR = (LEFTARG = geography, RIGHTARG = geography, PROCEDURE = geography_eq, COMMUTATOR = '=');

-- The double at an offset of bytes, whose first is the least.
CREATE FUNCTION _double(value bytea, at integer) RETURNS double precision LANGUAGE sql IMMUTABLE STRICT AS $$
  SELECT CASE WHEN n = 0 THEN 0 ELSE
    (1 + (n & 4503599627370495) / 4503599627370496::double precision) * power(2::double precision, (n >> 52 & 2047) - 1023)
    * sign(0.5 - (n >> 63 & 1)) END
  FROM (SELECT ('x' || string_agg(lpad(to_hex(get_byte(value, at + i)), 2, '0'), '' ORDER BY i DESC))::bit(64)::bigint AS n
    FROM generate_series(0, 7) AS i) AS b
$$;
-- A point of EWKB has a byte for the order of bytes, four for the type, whose flag 0x20 says that the SRID follows.
CREATE FUNCTION _xy(value bytea) RETURNS double precision[] LANGUAGE sql IMMUTABLE STRICT AS $$
  SELECT ARRAY[_double(value, length(value) - 16), _double(value, length(value) - 8)]
$$;
CREATE FUNCTION _ewkt(value bytea) RETURNS text LANGUAGE sql IMMUTABLE STRICT AS $$
  SELECT CASE WHEN get_byte(value, 4) & 32 > 0 THEN 'SRID=' || get_byte(value, 5) + 256 * get_byte(value, 6) || ';'
    ELSE '' END || 'POINT(' || (_xy(value))[1] || ' ' || (_xy(value))[2] || ')'
$$;
CREATE FUNCTION st_asewkt(geometry) RETURNS text LANGUAGE sql IMMUTABLE STRICT AS 'SELECT _ewkt($1::bytea)';
CREATE FUNCTION st_asewkt(geography) RETURNS text LANGUAGE sql IMMUTABLE STRICT AS 'SELECT _ewkt($1::bytea)';
CREATE FUNCTION st_asgeojson(geometry, integer DEFAULT 9, integer DEFAULT 8) RETURNS text LANGUAGE sql IMMUTABLE STRICT
  AS 'SELECT ''{"type":"Point","coordinates":['' || array_to_string(_xy($1::bytea), '','') || '']}''';
CREATE FUNCTION st_asgeojson(geography, integer DEFAULT 9, integer DEFAULT 0) RETURNS text LANGUAGE sql IMMUTABLE STRICT
  AS 'SELECT ''{"type":"Point","coordinates":['' || array_to_string(_xy($1::bytea), '','') || '']}''';
