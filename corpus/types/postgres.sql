-- Every kind of value, NULL and NOT NULL. Each table holds a family of types: a column of each type, and a twin that
-- may be NULL. postgres.json beside this file lists the values to send through them and what the server must say of
-- each.

-- MIGRATE 1_types
CREATE TYPE mood AS ENUM ('happy', 'sad', 'so-so', 'HAPPY', 'it''s', 'a b', 'say "x"', 'über', '2nd', 'class', '{a,b}\', '名前');
CREATE DOMAIN positive AS integer NOT NULL CHECK (VALUE > 0);
CREATE DOMAIN email AS text CHECK (VALUE LIKE '%@%');
CREATE DOMAIN work_email AS email NOT NULL;
CREATE DOMAIN good_mood AS mood CHECK (VALUE <> 'sad');
CREATE DOMAIN amount AS numeric(10, 2);
CREATE DOMAIN tag_list AS text[];
CREATE TYPE place AS (x double precision, y double precision);
CREATE DOMAIN home AS place CHECK ((VALUE).x >= 0);
CREATE TYPE address AS (street text, "house no" integer, tags text[], at place, mood mood, mail email, since date);
CREATE TYPE textrange AS RANGE (subtype = text, collation = "C");

-- MIGRATE 2_numbers
CREATE TABLE numbers (
  id          integer PRIMARY KEY,
  b           boolean          NOT NULL,
  b_null      boolean,
  i2          smallint         NOT NULL,
  i2_null     smallint,
  i4          integer          NOT NULL,
  i4_null     integer,
  i8          bigint           NOT NULL,
  i8_null     bigint,
  o           oid              NOT NULL,
  o_null      oid,
  f4          real             NOT NULL,
  f4_null     real,
  f8          double precision NOT NULL,
  f8_null     double precision,
  n           numeric          NOT NULL,
  n_null      numeric,
  n12_2       numeric(12, 2)   NOT NULL,
  n12_2_null  numeric(12, 2),
  n5_neg      numeric(5, -2)   NOT NULL,
  n5_neg_null numeric(5, -2),
  n3_5        numeric(3, 5)    NOT NULL,
  n3_5_null   numeric(3, 5),
  m           money            NOT NULL,
  m_null      money
);

-- MIGRATE 3_texts
CREATE TABLE texts (
  id        integer PRIMARY KEY,
  t         text        NOT NULL,
  t_null    text,
  vc        varchar     NOT NULL,
  vc_null   varchar,
  vc10      varchar(10) NOT NULL,
  vc10_null varchar(10),
  c5        char(5)     NOT NULL,
  c5_null   char(5),
  bp        bpchar      NOT NULL,
  bp_null   bpchar,
  nm        name        NOT NULL,
  nm_null   name,
  ch        "char"      NOT NULL,
  ch_null   "char",
  x         xml         NOT NULL,
  x_null    xml,
  bin       bytea       NOT NULL,
  bin_null  bytea,
  bit8      bit(8)      NOT NULL,
  bit8_null bit(8),
  vb        varbit      NOT NULL,
  vb_null   varbit,
  vb5       varbit(5)   NOT NULL,
  vb5_null  varbit(5),
  j         json        NOT NULL,
  j_null    json,
  jb        jsonb       NOT NULL,
  jb_null   jsonb,
  tsv       tsvector    NOT NULL,
  tsv_null  tsvector
);

-- MIGRATE 4_times
CREATE TABLE times (
  id        integer PRIMARY KEY,
  d         date         NOT NULL,
  d_null    date,
  tm        time         NOT NULL,
  tm_null   time,
  tm0       time(0)      NOT NULL,
  tm0_null  time(0),
  tmtz      timetz       NOT NULL,
  tmtz_null timetz,
  ts        timestamp    NOT NULL,
  ts_null   timestamp,
  ts3       timestamp(3) NOT NULL,
  ts3_null  timestamp(3),
  tz        timestamptz  NOT NULL,
  tz_null   timestamptz,
  iv        interval     NOT NULL,
  iv_null   interval
);

-- MIGRATE 5_nets
CREATE TABLE nets (
  id        integer PRIMARY KEY,
  u         uuid     NOT NULL,
  u_null    uuid,
  ip        inet     NOT NULL,
  ip_null   inet,
  net       cidr     NOT NULL,
  net_null  cidr,
  mac       macaddr  NOT NULL,
  mac_null  macaddr,
  mac8      macaddr8 NOT NULL,
  mac8_null macaddr8
);

-- MIGRATE 6_named
CREATE TABLE named (
  id       integer PRIMARY KEY,
  e        mood      NOT NULL,
  e_null   mood,
  em       email     NOT NULL,
  em_null  email,
  g        good_mood NOT NULL,
  g_null   good_mood,
  amt      amount    NOT NULL,
  amt_null amount,
  tl       tag_list  NOT NULL,
  tl_null  tag_list,
  p        place     NOT NULL,
  p_null   place,
  a        address   NOT NULL,
  a_null   address,
  h        home      NOT NULL,
  h_null   home,
  pos      positive  NOT NULL,
  work     work_email
);

-- MIGRATE 7_arrays
CREATE TABLE arrays (
  id           integer PRIMARY KEY,
  b_a          boolean[]          NOT NULL,
  b_a_null     boolean[],
  i2_a         smallint[]         NOT NULL,
  i2_a_null    smallint[],
  i4_a         integer[]          NOT NULL,
  i4_a_null    integer[],
  i8_a         bigint[]           NOT NULL,
  i8_a_null    bigint[],
  o_a          oid[]              NOT NULL,
  o_a_null     oid[],
  f4_a         real[]             NOT NULL,
  f4_a_null    real[],
  f8_a         double precision[] NOT NULL,
  f8_a_null    double precision[],
  n_a          numeric[]          NOT NULL,
  n_a_null     numeric[],
  n12_2_a      numeric(12, 2)[]   NOT NULL,
  n12_2_a_null numeric(12, 2)[],
  m_a          money[]            NOT NULL,
  m_a_null     money[],
  t_a          text[]             NOT NULL,
  t_a_null     text[],
  vc_a         varchar[]          NOT NULL,
  vc_a_null    varchar[],
  c5_a         char(5)[]          NOT NULL,
  c5_a_null    char(5)[],
  nm_a         name[]             NOT NULL,
  nm_a_null    name[],
  ch_a         "char"[]           NOT NULL,
  ch_a_null    "char"[],
  x_a          xml[]              NOT NULL,
  x_a_null     xml[],
  bin_a        bytea[]            NOT NULL,
  bin_a_null   bytea[],
  bit8_a       bit(8)[]           NOT NULL,
  bit8_a_null  bit(8)[],
  vb_a         varbit[]           NOT NULL,
  vb_a_null    varbit[],
  j_a          json[]             NOT NULL,
  j_a_null     json[],
  jb_a         jsonb[]            NOT NULL,
  jb_a_null    jsonb[],
  tsv_a        tsvector[]         NOT NULL,
  tsv_a_null   tsvector[],
  d_a          date[]             NOT NULL,
  d_a_null     date[],
  tm_a         time[]             NOT NULL,
  tm_a_null    time[],
  tmtz_a       timetz[]           NOT NULL,
  tmtz_a_null  timetz[],
  ts_a         timestamp[]        NOT NULL,
  ts_a_null    timestamp[],
  tz_a         timestamptz[]      NOT NULL,
  tz_a_null    timestamptz[],
  iv_a         interval[]         NOT NULL,
  iv_a_null    interval[],
  u_a          uuid[]             NOT NULL,
  u_a_null     uuid[],
  ip_a         inet[]             NOT NULL,
  ip_a_null    inet[],
  net_a        cidr[]             NOT NULL,
  net_a_null   cidr[],
  mac_a        macaddr[]          NOT NULL,
  mac_a_null   macaddr[],
  mac8_a       macaddr8[]         NOT NULL,
  mac8_a_null  macaddr8[]
);

-- MIGRATE 8_named_arrays
CREATE TABLE named_arrays (
  id         integer PRIMARY KEY,
  e_a        mood[]          NOT NULL,
  e_a_null   mood[],
  em_a       email[]         NOT NULL,
  em_a_null  email[],
  pos_a      positive[]      NOT NULL,
  pos_a_null positive[],
  g_a        good_mood[]     NOT NULL,
  g_a_null   good_mood[],
  amt_a      amount[]        NOT NULL,
  amt_a_null amount[],
  p_a        place[]         NOT NULL,
  p_a_null   place[],
  a_a        address[]       NOT NULL,
  a_a_null   address[],
  r_a        int4range[]     NOT NULL,
  r_a_null   int4range[],
  mr_a       nummultirange[] NOT NULL,
  mr_a_null  nummultirange[]
);

-- MIGRATE 9_ranges
CREATE TABLE ranges (
  id       integer PRIMARY KEY,
  r4       int4range      NOT NULL,
  r4_null  int4range,
  r8       int8range      NOT NULL,
  r8_null  int8range,
  rn       numrange       NOT NULL,
  rn_null  numrange,
  rd       daterange      NOT NULL,
  rd_null  daterange,
  rts      tsrange        NOT NULL,
  rts_null tsrange,
  rtz      tstzrange      NOT NULL,
  rtz_null tstzrange,
  rt       textrange      NOT NULL,
  rt_null  textrange,
  m4       int4multirange NOT NULL,
  m4_null  int4multirange,
  m8       int8multirange NOT NULL,
  m8_null  int8multirange,
  mn       nummultirange  NOT NULL,
  mn_null  nummultirange,
  md       datemultirange NOT NULL,
  md_null  datemultirange,
  mts      tsmultirange   NOT NULL,
  mts_null tsmultirange,
  mtz      tstzmultirange NOT NULL,
  mtz_null tstzmultirange,
  mt       textmultirange NOT NULL,
  mt_null  textmultirange
);

-- MIGRATE 10_grids
CREATE DOMAIN matrix AS integer[][];
CREATE TYPE frame AS (corners numeric(6, 2)[][], tags text[], label text);
CREATE TABLE grids (
  id         integer PRIMARY KEY,
  b_g        boolean[][]          NOT NULL,
  b_g_null   boolean[][],
  i4_g       integer[][]          NOT NULL,
  i4_g_null  integer[][],
  i8_g       bigint[][][]         NOT NULL,
  i8_g_null  bigint[][][],
  f8_g       double precision[][] NOT NULL,
  f8_g_null  double precision[][],
  n_g        numeric[][]          NOT NULL,
  n_g_null   numeric[][],
  t_g        text[][]             NOT NULL,
  t_g_null   text[][],
  t3_g       text[][][]           NOT NULL,
  t3_g_null  text[][][],
  bin_g      bytea[][]            NOT NULL,
  bin_g_null bytea[][],
  jb_g       jsonb[][]            NOT NULL,
  jb_g_null  jsonb[][],
  d_g        date[][]             NOT NULL,
  d_g_null   date[][],
  tz_g       timestamptz[][]      NOT NULL,
  tz_g_null  timestamptz[][],
  iv_g       interval[][]         NOT NULL,
  iv_g_null  interval[][],
  u_g        uuid[][]             NOT NULL,
  u_g_null   uuid[][],
  e_g        mood[][]             NOT NULL,
  e_g_null   mood[][],
  p_g        place[][]            NOT NULL,
  p_g_null   place[][],
  r_g        int4range[][]        NOT NULL,
  r_g_null   int4range[][],
  m_g        matrix               NOT NULL,
  m_g_null   matrix,
  c_g        frame                NOT NULL,
  c_g_null   frame
);

-- Numbers. A numeric without scale keeps whatever digits it is given; money shows as the server's lc_monetary says.
-- TABLE numbers :appender

-- EXEC insert_numbers
INSERT INTO numbers (
  id, b, b_null, i2, i2_null, i4, i4_null, i8, i8_null, o, o_null, f4, f4_null, f8, f8_null, n, n_null, n12_2,
  n12_2_null, n5_neg, n5_neg_null, n3_5, n3_5_null, m, m_null
) VALUES (
  ${id}, ${b}, ${b_null}, ${i2}, ${i2_null}, ${i4}, ${i4_null}, ${i8}, ${i8_null}, ${o}, ${o_null}, ${f4}, ${f4_null},
  ${f8}, ${f8_null}, ${n}, ${n_null}, ${n12_2}, ${n12_2_null}, ${n5_neg}, ${n5_neg_null}, ${n3_5}, ${n3_5_null}, ${m},
  ${m_null}
);

-- A row to change by hand: the suite puts a value of postgres.json into a column, as text that the server reads.
-- EXEC store_numbers
@set id = 1
INSERT INTO numbers (
  id, b, i2, i4, i8, o, f4, f8, n, n12_2, n5_neg, n3_5, m
) VALUES (
  ${id}, 'true', '1', '1', '1', '1', '1.5', '1.5', '1.5', '1.5', '100', '0.00123', '1.50'
);

-- QUERY all_numbers
SELECT * FROM numbers ORDER BY id;

-- QUERY get_numbers :one
@set id = 1
SELECT * FROM numbers WHERE id = ${id};

-- The oracle: what the server holds, as text that no driver has interpreted.
-- QUERY numbers_storage :one
@set id = 1
SELECT
  b::text AS b, b_null::text AS b_null, i2::text AS i2, i2_null::text AS i2_null, i4::text AS i4,
  i4_null::text AS i4_null, i8::text AS i8, i8_null::text AS i8_null, o::text AS o, o_null::text AS o_null,
  f4::text AS f4, f4_null::text AS f4_null, f8::text AS f8, f8_null::text AS f8_null, n::text AS n,
  n_null::text AS n_null, n12_2::text AS n12_2, n12_2_null::text AS n12_2_null, n5_neg::text AS n5_neg,
  n5_neg_null::text AS n5_neg_null, n3_5::text AS n3_5, n3_5_null::text AS n3_5_null, m::text AS m,
  m_null::text AS m_null
FROM numbers WHERE id = ${id};

-- Text, and what is written as text or bytes.
-- TABLE texts :appender

-- EXEC insert_texts
INSERT INTO texts (
  id, t, t_null, vc, vc_null, vc10, vc10_null, c5, c5_null, bp, bp_null, nm, nm_null, ch, ch_null, x, x_null, bin,
  bin_null, bit8, bit8_null, vb, vb_null, vb5, vb5_null, j, j_null, jb, jb_null, tsv, tsv_null
) VALUES (
  ${id}, ${t}, ${t_null}, ${vc}, ${vc_null}, ${vc10}, ${vc10_null}, ${c5}, ${c5_null}, ${bp}, ${bp_null}, ${nm},
  ${nm_null}, ${ch}, ${ch_null}, ${x}, ${x_null}, ${bin}, ${bin_null}, ${bit8}, ${bit8_null}, ${vb}, ${vb_null},
  ${vb5}, ${vb5_null}, ${j}, ${j_null}, ${jb}, ${jb_null}, ${tsv}, ${tsv_null}
);

-- EXEC store_texts
@set id = 1
INSERT INTO texts (
  id, t, vc, vc10, c5, bp, nm, ch, x, bin, bit8, vb, vb5, j, jb, tsv
) VALUES (
  ${id}, 'x', 'x', 'x', 'x', 'x', 'x', 'x', '<x/>', '\x00', '00000001', '1', '1', '{}', '{}', '''x'''
);

-- QUERY all_texts
SELECT * FROM texts ORDER BY id;

-- QUERY get_texts :one
@set id = 1
SELECT * FROM texts WHERE id = ${id};

-- QUERY texts_storage :one
@set id = 1
SELECT
  t::text AS t, t_null::text AS t_null, vc::text AS vc, vc_null::text AS vc_null, vc10::text AS vc10,
  vc10_null::text AS vc10_null, c5::text AS c5, c5_null::text AS c5_null, bp::text AS bp, bp_null::text AS bp_null,
  nm::text AS nm, nm_null::text AS nm_null, ch::text AS ch, ch_null::text AS ch_null, x::text AS x,
  x_null::text AS x_null, bin::text AS bin, bin_null::text AS bin_null, bit8::text AS bit8,
  bit8_null::text AS bit8_null, vb::text AS vb, vb_null::text AS vb_null, vb5::text AS vb5,
  vb5_null::text AS vb5_null, j::text AS j, j_null::text AS j_null, jb::text AS jb, jb_null::text AS jb_null,
  tsv::text AS tsv, tsv_null::text AS tsv_null
FROM texts WHERE id = ${id};

-- Days, times and spans. Fractions have six digits unless the type says fewer.
-- TABLE times :appender

-- EXEC insert_times
INSERT INTO times (
  id, d, d_null, tm, tm_null, tm0, tm0_null, tmtz, tmtz_null, ts, ts_null, ts3, ts3_null, tz, tz_null, iv, iv_null
) VALUES (
  ${id}, ${d}, ${d_null}, ${tm}, ${tm_null}, ${tm0}, ${tm0_null}, ${tmtz}, ${tmtz_null}, ${ts}, ${ts_null}, ${ts3},
  ${ts3_null}, ${tz}, ${tz_null}, ${iv}, ${iv_null}
);

-- EXEC store_times
@set id = 1
INSERT INTO times (
  id, d, tm, tm0, tmtz, ts, ts3, tz, iv
) VALUES (
  ${id}, '2024-02-29', '12:00:00', '12:00:00', '12:00:00+00', '2024-02-29 12:00:00', '2024-02-29 12:00:00',
  '2024-02-29 12:00:00+00', '1 day'
);

-- QUERY all_times
SELECT * FROM times ORDER BY id;

-- QUERY get_times :one
@set id = 1
SELECT * FROM times WHERE id = ${id};

-- QUERY times_storage :one
@set id = 1
SELECT
  d::text AS d, d_null::text AS d_null, tm::text AS tm, tm_null::text AS tm_null, tm0::text AS tm0,
  tm0_null::text AS tm0_null, tmtz::text AS tmtz, tmtz_null::text AS tmtz_null, ts::text AS ts,
  ts_null::text AS ts_null, ts3::text AS ts3, ts3_null::text AS ts3_null, tz::text AS tz, tz_null::text AS tz_null,
  iv::text AS iv, iv_null::text AS iv_null
FROM times WHERE id = ${id};

-- Identifiers and addresses.
-- TABLE nets :appender

-- EXEC insert_nets
INSERT INTO nets (
  id, u, u_null, ip, ip_null, net, net_null, mac, mac_null, mac8, mac8_null
) VALUES (
  ${id}, ${u}, ${u_null}, ${ip}, ${ip_null}, ${net}, ${net_null}, ${mac}, ${mac_null}, ${mac8}, ${mac8_null}
);

-- EXEC store_nets
@set id = 1
INSERT INTO nets (
  id, u, ip, net, mac, mac8
) VALUES (
  ${id}, '00000000-0000-4000-8000-000000000000', '127.0.0.1', '10.0.0.0/8', '08:00:2b:01:02:03',
  '08:00:2b:01:02:03:04:05'
);

-- QUERY all_nets
SELECT * FROM nets ORDER BY id;

-- QUERY get_nets :one
@set id = 1
SELECT * FROM nets WHERE id = ${id};

-- QUERY nets_storage :one
@set id = 1
SELECT
  u::text AS u, u_null::text AS u_null, ip::text AS ip, ip_null::text AS ip_null, net::text AS net,
  net_null::text AS net_null, mac::text AS mac, mac_null::text AS mac_null, mac8::text AS mac8,
  mac8_null::text AS mac8_null
FROM nets WHERE id = ${id};

-- Types that the schema makes: enums, domains over all sorts, composites, also inside of one another.
-- TABLE named :appender

-- EXEC insert_named
INSERT INTO named (
  id, e, e_null, em, em_null, g, g_null, amt, amt_null, tl, tl_null, p, p_null, a, a_null, h, h_null, pos, work
) VALUES (
  ${id}, ${e}, ${e_null}, ${em}, ${em_null}, ${g}, ${g_null}, ${amt}, ${amt_null}, ${tl}, ${tl_null}, ${p}, ${p_null},
  ${a}, ${a_null}, ${h}, ${h_null}, ${pos}, ${work}
);

-- EXEC store_named
@set id = 1
INSERT INTO named (
  id, e, em, g, amt, tl, p, a, h, pos, work
) VALUES (
  ${id}, 'happy', 'a@b', 'happy', '1.50', '{x}', '(1,2)', '("Main St",1,{x},"(1,2)",happy,a@b,2024-02-29)', '(1,2)',
  '1', 'a@b'
);

-- QUERY all_named
SELECT * FROM named ORDER BY id;

-- QUERY get_named :one
@set id = 1
SELECT * FROM named WHERE id = ${id};

-- QUERY named_storage :one
@set id = 1
SELECT
  e::text AS e, e_null::text AS e_null, em::text AS em, em_null::text AS em_null, g::text AS g,
  g_null::text AS g_null, amt::text AS amt, amt_null::text AS amt_null, tl::text AS tl, tl_null::text AS tl_null,
  p::text AS p, p_null::text AS p_null, a::text AS a, a_null::text AS a_null, h::text AS h, h_null::text AS h_null,
  pos::text AS pos, work::text AS work
FROM named WHERE id = ${id};

-- Arrays of every built-in type. Their elements may be NULL, whatever the column says.
-- TABLE arrays :appender

-- EXEC insert_arrays
INSERT INTO arrays (
  id, b_a, b_a_null, i2_a, i2_a_null, i4_a, i4_a_null, i8_a, i8_a_null, o_a, o_a_null, f4_a, f4_a_null, f8_a,
  f8_a_null, n_a, n_a_null, n12_2_a, n12_2_a_null, m_a, m_a_null, t_a, t_a_null, vc_a, vc_a_null, c5_a, c5_a_null,
  nm_a, nm_a_null, ch_a, ch_a_null, x_a, x_a_null, bin_a, bin_a_null, bit8_a, bit8_a_null, vb_a, vb_a_null, j_a,
  j_a_null, jb_a, jb_a_null, tsv_a, tsv_a_null, d_a, d_a_null, tm_a, tm_a_null, tmtz_a, tmtz_a_null, ts_a, ts_a_null,
  tz_a, tz_a_null, iv_a, iv_a_null, u_a, u_a_null, ip_a, ip_a_null, net_a, net_a_null, mac_a, mac_a_null, mac8_a,
  mac8_a_null
) VALUES (
  ${id}, ${b_a}, ${b_a_null}, ${i2_a}, ${i2_a_null}, ${i4_a}, ${i4_a_null}, ${i8_a}, ${i8_a_null}, ${o_a},
  ${o_a_null}, ${f4_a}, ${f4_a_null}, ${f8_a}, ${f8_a_null}, ${n_a}, ${n_a_null}, ${n12_2_a}, ${n12_2_a_null}, ${m_a},
  ${m_a_null}, ${t_a}, ${t_a_null}, ${vc_a}, ${vc_a_null}, ${c5_a}, ${c5_a_null}, ${nm_a}, ${nm_a_null}, ${ch_a},
  ${ch_a_null}, ${x_a}, ${x_a_null}, ${bin_a}, ${bin_a_null}, ${bit8_a}, ${bit8_a_null}, ${vb_a}, ${vb_a_null},
  ${j_a}, ${j_a_null}, ${jb_a}, ${jb_a_null}, ${tsv_a}, ${tsv_a_null}, ${d_a}, ${d_a_null}, ${tm_a}, ${tm_a_null},
  ${tmtz_a}, ${tmtz_a_null}, ${ts_a}, ${ts_a_null}, ${tz_a}, ${tz_a_null}, ${iv_a}, ${iv_a_null}, ${u_a}, ${u_a_null},
  ${ip_a}, ${ip_a_null}, ${net_a}, ${net_a_null}, ${mac_a}, ${mac_a_null}, ${mac8_a}, ${mac8_a_null}
);

-- EXEC store_arrays
@set id = 1
INSERT INTO arrays (
  id, b_a, i2_a, i4_a, i8_a, o_a, f4_a, f8_a, n_a, n12_2_a, m_a, t_a, vc_a, c5_a, nm_a, ch_a, x_a, bin_a, bit8_a,
  vb_a, j_a, jb_a, tsv_a, d_a, tm_a, tmtz_a, ts_a, tz_a, iv_a, u_a, ip_a, net_a, mac_a, mac8_a
) VALUES (
  ${id}, '{}', '{}', '{}', '{}', '{}', '{}', '{}', '{}', '{}', '{}', '{}', '{}', '{}', '{}', '{}', '{}', '{}', '{}',
  '{}', '{}', '{}', '{}', '{}', '{}', '{}', '{}', '{}', '{}', '{}', '{}', '{}', '{}', '{}'
);

-- QUERY all_arrays
SELECT * FROM arrays ORDER BY id;

-- QUERY get_arrays :one
@set id = 1
SELECT * FROM arrays WHERE id = ${id};

-- QUERY arrays_storage :one
@set id = 1
SELECT
  b_a::text AS b_a, b_a_null::text AS b_a_null, i2_a::text AS i2_a, i2_a_null::text AS i2_a_null, i4_a::text AS i4_a,
  i4_a_null::text AS i4_a_null, i8_a::text AS i8_a, i8_a_null::text AS i8_a_null, o_a::text AS o_a,
  o_a_null::text AS o_a_null, f4_a::text AS f4_a, f4_a_null::text AS f4_a_null, f8_a::text AS f8_a,
  f8_a_null::text AS f8_a_null, n_a::text AS n_a, n_a_null::text AS n_a_null, n12_2_a::text AS n12_2_a,
  n12_2_a_null::text AS n12_2_a_null, m_a::text AS m_a, m_a_null::text AS m_a_null, t_a::text AS t_a,
  t_a_null::text AS t_a_null, vc_a::text AS vc_a, vc_a_null::text AS vc_a_null, c5_a::text AS c5_a,
  c5_a_null::text AS c5_a_null, nm_a::text AS nm_a, nm_a_null::text AS nm_a_null, ch_a::text AS ch_a,
  ch_a_null::text AS ch_a_null, x_a::text AS x_a, x_a_null::text AS x_a_null, bin_a::text AS bin_a,
  bin_a_null::text AS bin_a_null, bit8_a::text AS bit8_a, bit8_a_null::text AS bit8_a_null, vb_a::text AS vb_a,
  vb_a_null::text AS vb_a_null, j_a::text AS j_a, j_a_null::text AS j_a_null, jb_a::text AS jb_a,
  jb_a_null::text AS jb_a_null, tsv_a::text AS tsv_a, tsv_a_null::text AS tsv_a_null, d_a::text AS d_a,
  d_a_null::text AS d_a_null, tm_a::text AS tm_a, tm_a_null::text AS tm_a_null, tmtz_a::text AS tmtz_a,
  tmtz_a_null::text AS tmtz_a_null, ts_a::text AS ts_a, ts_a_null::text AS ts_a_null, tz_a::text AS tz_a,
  tz_a_null::text AS tz_a_null, iv_a::text AS iv_a, iv_a_null::text AS iv_a_null, u_a::text AS u_a,
  u_a_null::text AS u_a_null, ip_a::text AS ip_a, ip_a_null::text AS ip_a_null, net_a::text AS net_a,
  net_a_null::text AS net_a_null, mac_a::text AS mac_a, mac_a_null::text AS mac_a_null, mac8_a::text AS mac8_a,
  mac8_a_null::text AS mac8_a_null
FROM arrays WHERE id = ${id};

-- Arrays of types that the schema makes.
-- TABLE named_arrays :appender

-- EXEC insert_named_arrays
INSERT INTO named_arrays (
  id, e_a, e_a_null, em_a, em_a_null, pos_a, pos_a_null, g_a, g_a_null, amt_a, amt_a_null, p_a, p_a_null, a_a,
  a_a_null, r_a, r_a_null, mr_a, mr_a_null
) VALUES (
  ${id}, ${e_a}, ${e_a_null}, ${em_a}, ${em_a_null}, ${pos_a}, ${pos_a_null}, ${g_a}, ${g_a_null}, ${amt_a},
  ${amt_a_null}, ${p_a}, ${p_a_null}, ${a_a}, ${a_a_null}, ${r_a}, ${r_a_null}, ${mr_a}, ${mr_a_null}
);

-- EXEC store_named_arrays
@set id = 1
INSERT INTO named_arrays (
  id, e_a, em_a, pos_a, g_a, amt_a, p_a, a_a, r_a, mr_a
) VALUES (
  ${id}, '{}', '{}', '{}', '{}', '{}', '{}', '{}', '{}', '{}'
);

-- QUERY all_named_arrays
SELECT * FROM named_arrays ORDER BY id;

-- QUERY get_named_arrays :one
@set id = 1
SELECT * FROM named_arrays WHERE id = ${id};

-- QUERY named_arrays_storage :one
@set id = 1
SELECT
  e_a::text AS e_a, e_a_null::text AS e_a_null, em_a::text AS em_a, em_a_null::text AS em_a_null,
  pos_a::text AS pos_a, pos_a_null::text AS pos_a_null, g_a::text AS g_a, g_a_null::text AS g_a_null,
  amt_a::text AS amt_a, amt_a_null::text AS amt_a_null, p_a::text AS p_a, p_a_null::text AS p_a_null,
  a_a::text AS a_a, a_a_null::text AS a_a_null, r_a::text AS r_a, r_a_null::text AS r_a_null, mr_a::text AS mr_a,
  mr_a_null::text AS mr_a_null
FROM named_arrays WHERE id = ${id};

-- Arrays of several dimensions, which are lists in lists: of columns, of a domain, of a composite type's field.
-- TABLE grids :appender

-- EXEC insert_grids
INSERT INTO grids (
  id, b_g, b_g_null, i4_g, i4_g_null, i8_g, i8_g_null, f8_g, f8_g_null, n_g, n_g_null, t_g, t_g_null, t3_g,
  t3_g_null, bin_g, bin_g_null, jb_g, jb_g_null, d_g, d_g_null, tz_g, tz_g_null, iv_g, iv_g_null, u_g, u_g_null, e_g,
  e_g_null, p_g, p_g_null, r_g, r_g_null, m_g, m_g_null, c_g, c_g_null
) VALUES (
  ${id}, ${b_g}, ${b_g_null}, ${i4_g}, ${i4_g_null}, ${i8_g}, ${i8_g_null}, ${f8_g}, ${f8_g_null}, ${n_g},
  ${n_g_null}, ${t_g}, ${t_g_null}, ${t3_g}, ${t3_g_null}, ${bin_g}, ${bin_g_null}, ${jb_g}, ${jb_g_null}, ${d_g},
  ${d_g_null}, ${tz_g}, ${tz_g_null}, ${iv_g}, ${iv_g_null}, ${u_g}, ${u_g_null}, ${e_g}, ${e_g_null}, ${p_g},
  ${p_g_null}, ${r_g}, ${r_g_null}, ${m_g}, ${m_g_null}, ${c_g}, ${c_g_null}
);

-- EXEC store_grids
@set id = 1
INSERT INTO grids (
  id, b_g, i4_g, i8_g, f8_g, n_g, t_g, t3_g, bin_g, jb_g, d_g, tz_g, iv_g, u_g, e_g, p_g, r_g, m_g, c_g
) VALUES (
  ${id}, '{}', '{}', '{}', '{}', '{}', '{}', '{}', '{}', '{}', '{}', '{}', '{}', '{}', '{}', '{}', '{}', '{}', '(,,)'
);

-- QUERY all_grids
SELECT * FROM grids ORDER BY id;

-- QUERY get_grids :one
@set id = 1
SELECT * FROM grids WHERE id = ${id};

-- QUERY grids_storage :one
@set id = 1
SELECT
  b_g::text AS b_g, b_g_null::text AS b_g_null, i4_g::text AS i4_g, i4_g_null::text AS i4_g_null, i8_g::text AS i8_g,
  i8_g_null::text AS i8_g_null, f8_g::text AS f8_g, f8_g_null::text AS f8_g_null, n_g::text AS n_g,
  n_g_null::text AS n_g_null, t_g::text AS t_g, t_g_null::text AS t_g_null, t3_g::text AS t3_g,
  t3_g_null::text AS t3_g_null, bin_g::text AS bin_g, bin_g_null::text AS bin_g_null, jb_g::text AS jb_g,
  jb_g_null::text AS jb_g_null, d_g::text AS d_g, d_g_null::text AS d_g_null, tz_g::text AS tz_g,
  tz_g_null::text AS tz_g_null, iv_g::text AS iv_g, iv_g_null::text AS iv_g_null, u_g::text AS u_g,
  u_g_null::text AS u_g_null, e_g::text AS e_g, e_g_null::text AS e_g_null, p_g::text AS p_g,
  p_g_null::text AS p_g_null, r_g::text AS r_g, r_g_null::text AS r_g_null, m_g::text AS m_g,
  m_g_null::text AS m_g_null, c_g::text AS c_g, c_g_null::text AS c_g_null
FROM grids WHERE id = ${id};

-- Ranges and multiranges, a range type of the schema's own among them.
-- TABLE ranges :appender

-- EXEC insert_ranges
INSERT INTO ranges (
  id, r4, r4_null, r8, r8_null, rn, rn_null, rd, rd_null, rts, rts_null, rtz, rtz_null, rt, rt_null, m4, m4_null, m8,
  m8_null, mn, mn_null, md, md_null, mts, mts_null, mtz, mtz_null, mt, mt_null
) VALUES (
  ${id}, ${r4}, ${r4_null}, ${r8}, ${r8_null}, ${rn}, ${rn_null}, ${rd}, ${rd_null}, ${rts}, ${rts_null}, ${rtz},
  ${rtz_null}, ${rt}, ${rt_null}, ${m4}, ${m4_null}, ${m8}, ${m8_null}, ${mn}, ${mn_null}, ${md}, ${md_null}, ${mts},
  ${mts_null}, ${mtz}, ${mtz_null}, ${mt}, ${mt_null}
);

-- EXEC store_ranges
@set id = 1
INSERT INTO ranges (
  id, r4, r8, rn, rd, rts, rtz, rt, m4, m8, mn, md, mts, mtz, mt
) VALUES (
  ${id}, 'empty', 'empty', 'empty', 'empty', 'empty', 'empty', 'empty', '{}', '{}', '{}', '{}', '{}', '{}', '{}'
);

-- QUERY all_ranges
SELECT * FROM ranges ORDER BY id;

-- QUERY get_ranges :one
@set id = 1
SELECT * FROM ranges WHERE id = ${id};

-- QUERY ranges_storage :one
@set id = 1
SELECT
  r4::text AS r4, r4_null::text AS r4_null, r8::text AS r8, r8_null::text AS r8_null, rn::text AS rn,
  rn_null::text AS rn_null, rd::text AS rd, rd_null::text AS rd_null, rts::text AS rts, rts_null::text AS rts_null,
  rtz::text AS rtz, rtz_null::text AS rtz_null, rt::text AS rt, rt_null::text AS rt_null, m4::text AS m4,
  m4_null::text AS m4_null, m8::text AS m8, m8_null::text AS m8_null, mn::text AS mn, mn_null::text AS mn_null,
  md::text AS md, md_null::text AS md_null, mts::text AS mts, mts_null::text AS mts_null, mtz::text AS mtz,
  mtz_null::text AS mtz_null, mt::text AS mt, mt_null::text AS mt_null
FROM ranges WHERE id = ${id};

-- A parameter of every type in a comparison instead of an assignment. xml and json have no equality.
-- A domain over an enum has none either, and composites are compared as records: there the server wants a cast.
-- QUERY find_numbers :pluck
SELECT id FROM numbers
WHERE b = ${b} AND i2 = ${i2} AND i4 = ${i4} AND i8 = ${i8} AND o = ${o} AND f4 = ${f4} AND f8 = ${f8}
  AND n = ${n} AND n12_2 = ${n12_2} AND n5_neg = ${n5_neg} AND n3_5 = ${n3_5} AND m = ${m}
ORDER BY id;

-- QUERY find_texts :pluck
SELECT id FROM texts
WHERE t = ${t} AND vc = ${vc} AND vc10 = ${vc10} AND c5 = ${c5} AND bp = ${bp} AND nm = ${nm} AND ch = ${ch}
  AND bin = ${bin} AND bit8 = ${bit8} AND vb = ${vb} AND vb5 = ${vb5} AND jb = ${jb} AND tsv = ${tsv}
ORDER BY id;

-- QUERY find_times :pluck
SELECT id FROM times
WHERE d = ${d} AND tm = ${tm} AND tm0 = ${tm0} AND tmtz = ${tmtz} AND ts = ${ts} AND ts3 = ${ts3} AND tz = ${tz}
  AND iv = ${iv}
ORDER BY id;

-- QUERY find_nets :pluck
SELECT id FROM nets
WHERE u = ${u} AND ip = ${ip} AND net = ${net} AND mac = ${mac} AND mac8 = ${mac8}
ORDER BY id;

-- QUERY find_named :pluck
SELECT id FROM named
WHERE e = ${e} AND em = ${em} AND g::mood = ${g} AND amt = ${amt} AND tl = ${tl} AND p = ${p}::place
  AND a = ${a}::address AND h = ${h}::place
ORDER BY id;

-- QUERY find_arrays :pluck
SELECT id FROM arrays
WHERE b_a = ${b_a} AND i2_a = ${i2_a} AND i4_a = ${i4_a} AND i8_a = ${i8_a} AND o_a = ${o_a} AND f4_a = ${f4_a}
  AND f8_a = ${f8_a} AND n_a = ${n_a} AND n12_2_a = ${n12_2_a} AND m_a = ${m_a} AND t_a = ${t_a} AND vc_a = ${vc_a}
  AND c5_a = ${c5_a} AND nm_a = ${nm_a} AND ch_a = ${ch_a} AND bin_a = ${bin_a} AND bit8_a = ${bit8_a}
  AND vb_a = ${vb_a} AND jb_a = ${jb_a} AND tsv_a = ${tsv_a} AND d_a = ${d_a} AND tm_a = ${tm_a}
  AND tmtz_a = ${tmtz_a} AND ts_a = ${ts_a} AND tz_a = ${tz_a} AND iv_a = ${iv_a} AND u_a = ${u_a} AND ip_a = ${ip_a}
  AND net_a = ${net_a} AND mac_a = ${mac_a} AND mac8_a = ${mac8_a}
ORDER BY id;

-- QUERY find_named_arrays :pluck
SELECT id FROM named_arrays
WHERE e_a = ${e_a} AND em_a = ${em_a} AND pos_a = ${pos_a} AND g_a = ${g_a} AND amt_a = ${amt_a} AND p_a = ${p_a}
  AND a_a = ${a_a} AND r_a = ${r_a} AND mr_a = ${mr_a}
ORDER BY id;

-- QUERY find_grids :pluck
SELECT id FROM grids
WHERE b_g = ${b_g} AND i4_g = ${i4_g} AND i8_g = ${i8_g} AND f8_g = ${f8_g} AND n_g = ${n_g} AND t_g = ${t_g}
  AND t3_g = ${t3_g} AND bin_g = ${bin_g} AND jb_g = ${jb_g} AND d_g = ${d_g} AND tz_g = ${tz_g} AND iv_g = ${iv_g}
  AND u_g = ${u_g} AND e_g = ${e_g} AND p_g = ${p_g} AND r_g = ${r_g} AND m_g = ${m_g} AND c_g = ${c_g}::frame
ORDER BY id;

-- QUERY find_ranges :pluck
SELECT id FROM ranges
WHERE r4 = ${r4} AND r8 = ${r8} AND rn = ${rn} AND rd = ${rd} AND rts = ${rts} AND rtz = ${rtz} AND rt = ${rt}
  AND m4 = ${m4} AND m8 = ${m8} AND mn = ${mn} AND md = ${md} AND mts = ${mts} AND mtz = ${mtz} AND mt = ${mt}
ORDER BY id;

-- Values plucked, one column of some kinds: conversions must not depend on reading whole rows.
-- QUERY bools :pluck
SELECT b_null FROM numbers ORDER BY id;

-- QUERY decimals :pluck
SELECT n FROM numbers ORDER BY id;

-- QUERY dates :pluck
SELECT d_null FROM times ORDER BY id;

-- QUERY instants :pluck
SELECT tz FROM times ORDER BY id;

-- QUERY blobs :pluck
SELECT bin_null FROM texts ORDER BY id;

-- QUERY moods :pluck
SELECT e_null FROM named ORDER BY id;

-- QUERY places :pluck
SELECT p_null FROM named ORDER BY id;

-- QUERY tag_lists :pluck
SELECT tl FROM named ORDER BY id;

-- QUERY address_of :one :pluck
@set id = 1
SELECT a_null FROM named WHERE id = ${id};

-- A NOT NULL domain is NULL where an outer join finds no row.
-- QUERY joined_domain :one
SELECT n.id, m.pos, m.work FROM named AS n LEFT JOIN named AS m ON m.id = n.id + 1000 ORDER BY n.id;

-- Fields of a composite, and a composite made of fields: NULL for none of them in the second.
-- QUERY fields :one
@set id = 1
SELECT (p).x AS x, (a).street AS street, (a)."house no" AS house_no, ((a).at).y AS y, ROW(1, 2)::place AS made,
  (ROW(${x}, ${y})::place).x AS x_again
FROM named WHERE id = ${id};

-- Elements of arrays, arrays made of values and of rows.
-- QUERY elements :one
@set id = 1
SELECT i4_a[1] AS first, cardinality(t_a) AS texts, ARRAY[1, 2, 3] AS made, ARRAY['a', NULL] AS with_null,
  array_agg(id) AS ids, array_agg(t_a[1]) AS first_texts, array_remove(t_a, NULL) AS without_null
FROM arrays WHERE id = ${id} GROUP BY arrays.id;

-- An array whose dimensions nothing tells is taken for one of a single dimension: more is an error that names the
-- column.
-- QUERY undeclared_matrix :one :pluck
SELECT ARRAY[[1, 2], [3, 4]] || ARRAY[[5, 6]] AS matrix;

/* QUERY declared_matrix :one :pluck
  result: {matrix: "integer[][]"}
*/
SELECT ARRAY[[1, 2], [3, 4]] || ARRAY[[5, 6]] AS matrix;

-- QUERY ids_in :pluck
SELECT id FROM grids WHERE id = ANY(${ids}::integer[][]) ORDER BY id;

/* QUERY flattened :pluck
  params: {texts: "text[][] null elements"}
*/
SELECT unnest(${texts}) AS text;

-- Enums in comparisons, in lists, as text, and sorted by their own order.
-- QUERY with_mood :pluck
@set mood = 'happy'
SELECT id FROM named WHERE e = ${mood} ORDER BY e, id;

-- QUERY with_moods :pluck
@set moods = array['happy', 'sad']::mood[]
SELECT id FROM named WHERE e = ANY(${moods}) ORDER BY id;

-- QUERY mood_text :one :pluck
SELECT ${mood}::mood::text;

-- QUERY all_moods :pluck
SELECT unnest(enum_range(NULL::mood)) AS mood;

-- The session's settings that texts depend on, as postgres.json has them.
-- QUERY settings :one
SELECT current_setting('TimeZone') AS time_zone, current_setting('DateStyle') AS date_style,
  current_setting('IntervalStyle') AS interval_style, current_setting('bytea_output') AS bytea_output,
  current_setting('lc_monetary') AS lc_monetary, current_setting('extra_float_digits') AS extra_float_digits;
