-- The article's table. The runner makes it.

-- BASELINE tables
CREATE TABLE power_generation (
  generator_id integer,
  timestamp timestamp with time zone,
  power_output_kw double precision,
  voltage double precision,
  current double precision,
  frequency double precision,
  temperature double precision
);

-- TABLE power_generation :appender
