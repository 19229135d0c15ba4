-- Every kind of value, NULL and NOT NULL. Each table holds a family of types: a column of each type, and a twin that
-- may be NULL. duckdb.json beside this file lists the values to send through them and what DuckDB must say of each.

-- MIGRATE 1_types
CREATE TYPE mood AS ENUM ('happy', 'sad', 'it''s', 'a b', 'say "x"', 'über', '2nd', 'class', '名前', '');
CREATE TYPE point AS STRUCT(x DOUBLE, y DOUBLE);
CREATE TYPE address AS STRUCT(street VARCHAR, "house no" INTEGER, tags VARCHAR[], mood mood, "at" point);
CREATE TYPE number_or_text AS UNION(number INTEGER, text VARCHAR);

-- MIGRATE 2_numbers
CREATE TABLE numbers (
  id         INTEGER PRIMARY KEY,
  b          BOOLEAN NOT NULL,
  b_null     BOOLEAN,
  i1         TINYINT NOT NULL,
  i1_null    TINYINT,
  i2         SMALLINT NOT NULL,
  i2_null    SMALLINT,
  i4         INTEGER NOT NULL,
  i4_null    INTEGER,
  i8         BIGINT NOT NULL,
  i8_null    BIGINT,
  h          HUGEINT NOT NULL,
  h_null     HUGEINT,
  u1         UTINYINT NOT NULL,
  u1_null    UTINYINT,
  u2         USMALLINT NOT NULL,
  u2_null    USMALLINT,
  u4         UINTEGER NOT NULL,
  u4_null    UINTEGER,
  u8         UBIGINT NOT NULL,
  u8_null    UBIGINT,
  uh         UHUGEINT NOT NULL,
  uh_null    UHUGEINT,
  f4         FLOAT NOT NULL,
  f4_null    FLOAT,
  f8         DOUBLE NOT NULL,
  f8_null    DOUBLE,
  d4         DECIMAL(4,1) NOT NULL,
  d4_null    DECIMAL(4,1),
  d9         DECIMAL(9,0) NOT NULL,
  d9_null    DECIMAL(9,0),
  d12        DECIMAL(12,2) NOT NULL,
  d12_null   DECIMAL(12,2),
  d18        DECIMAL(18,3) NOT NULL,
  d18_null   DECIMAL(18,3),
  d38        DECIMAL(38,10) NOT NULL,
  d38_null   DECIMAL(38,10),
  d38s       DECIMAL(38,38) NOT NULL,
  d38s_null  DECIMAL(38,38),
  bn         BIGNUM NOT NULL,
  bn_null    BIGNUM
);

-- MIGRATE 3_texts
CREATE TABLE texts (
  id         INTEGER PRIMARY KEY,
  t          VARCHAR NOT NULL,
  t_null     VARCHAR,
  bin        BLOB NOT NULL,
  bin_null   BLOB,
  bits       BIT NOT NULL,
  bits_null  BIT,
  u          UUID NOT NULL,
  u_null     UUID,
  j          JSON NOT NULL,
  j_null     JSON
);

-- MIGRATE 4_times
CREATE TABLE times (
  id         INTEGER PRIMARY KEY,
  d          DATE NOT NULL,
  d_null     DATE,
  tm         TIME NOT NULL,
  tm_null    TIME,
  tns        TIME_NS NOT NULL,
  tns_null   TIME_NS,
  tmtz       TIMETZ NOT NULL,
  tmtz_null  TIMETZ,
  ts         TIMESTAMP NOT NULL,
  ts_null    TIMESTAMP,
  tss        TIMESTAMP_S NOT NULL,
  tss_null   TIMESTAMP_S,
  tsms       TIMESTAMP_MS NOT NULL,
  tsms_null  TIMESTAMP_MS,
  tsns       TIMESTAMP_NS NOT NULL,
  tsns_null  TIMESTAMP_NS,
  tz         TIMESTAMPTZ NOT NULL,
  tz_null    TIMESTAMPTZ,
  iv         INTERVAL NOT NULL,
  iv_null    INTERVAL
);

-- MIGRATE 5_named
CREATE TABLE named (
  id         INTEGER PRIMARY KEY,
  e          mood NOT NULL,
  e_null     mood,
  e_own      ENUM ('north', 'south') NOT NULL,
  e_own_null ENUM ('north', 'south'),
  a          address NOT NULL,
  a_null     address,
  s          STRUCT(n INTEGER, s VARCHAR, inner_one STRUCT(d DATE, b BLOB)) NOT NULL,
  s_null     STRUCT(n INTEGER, s VARCHAR, inner_one STRUCT(d DATE, b BLOB)),
  un         number_or_text NOT NULL,
  un_null    number_or_text,
  un_own     UNION(n INTEGER, list VARCHAR) NOT NULL,
  un_own_null UNION(n INTEGER, list VARCHAR)
);

-- MIGRATE 6_nested
CREATE TABLE nested (
  id         INTEGER PRIMARY KEY,
  li         INTEGER[] NOT NULL,
  li_null    INTEGER[],
  ls         VARCHAR[] NOT NULL,
  ls_null    VARCHAR[],
  lb         BOOLEAN[] NOT NULL,
  lb_null    BOOLEAN[],
  lh         HUGEINT[] NOT NULL,
  lh_null    HUGEINT[],
  lu         UBIGINT[] NOT NULL,
  lu_null    UBIGINT[],
  ld         DECIMAL(10,2)[] NOT NULL,
  ld_null    DECIMAL(10,2)[],
  lf         DOUBLE[] NOT NULL,
  lf_null    DOUBLE[],
  lday       DATE[] NOT NULL,
  lday_null  DATE[],
  lts        TIMESTAMP[] NOT NULL,
  lts_null   TIMESTAMP[],
  ltz        TIMESTAMPTZ[] NOT NULL,
  ltz_null   TIMESTAMPTZ[],
  liv        INTERVAL[] NOT NULL,
  liv_null   INTERVAL[],
  luuid      UUID[] NOT NULL,
  luuid_null UUID[],
  lbin       BLOB[] NOT NULL,
  lbin_null  BLOB[],
  lm         mood[] NOT NULL,
  lm_null    mood[],
  lj         JSON[] NOT NULL,
  lj_null    JSON[],
  ll         INTEGER[][] NOT NULL,
  ll_null    INTEGER[][],
  lll        VARCHAR[][][] NOT NULL,
  lll_null   VARCHAR[][][],
  a3         INTEGER[3] NOT NULL,
  a3_null    INTEGER[3],
  m3         mood[3] NOT NULL,
  m3_null    mood[3],
  aa         FLOAT[2][2] NOT NULL,
  aa_null    FLOAT[2][2],
  la         DOUBLE[2][] NOT NULL,
  la_null    DOUBLE[2][],
  lst        STRUCT(n INTEGER, s VARCHAR)[] NOT NULL,
  lst_null   STRUCT(n INTEGER, s VARCHAR)[],
  sl         STRUCT(items STRUCT(id INTEGER, mood mood)[], size INTEGER) NOT NULL,
  sl_null    STRUCT(items STRUCT(id INTEGER, mood mood)[], size INTEGER),
  m          MAP(VARCHAR, INTEGER) NOT NULL,
  m_null     MAP(VARCHAR, INTEGER),
  mi         MAP(INTEGER, VARCHAR[]) NOT NULL,
  mi_null    MAP(INTEGER, VARCHAR[]),
  mm         MAP(mood, MAP(DATE, DECIMAL(4,1))) NOT NULL,
  mm_null    MAP(mood, MAP(DATE, DECIMAL(4,1))),
  ms         MAP(STRUCT(x INTEGER), STRUCT(y VARCHAR)) NOT NULL,
  ms_null    MAP(STRUCT(x INTEGER), STRUCT(y VARCHAR)),
  lmap       MAP(VARCHAR, INTEGER)[] NOT NULL,
  lmap_null  MAP(VARCHAR, INTEGER)[],
  lun        UNION(n INTEGER, s VARCHAR)[] NOT NULL,
  lun_null   UNION(n INTEGER, s VARCHAR)[]
);

-- Numbers: whole ones of every width, with a sign and without, floating ones and decimals of every storage.
-- TABLE numbers :appender

-- EXEC insert_numbers
INSERT INTO numbers (
  id, b, b_null, i1, i1_null, i2, i2_null, i4, i4_null, i8, i8_null, h, h_null, u1, u1_null, u2, u2_null, u4, u4_null,
  u8, u8_null, uh, uh_null, f4, f4_null, f8, f8_null, d4, d4_null, d9, d9_null, d12, d12_null, d18, d18_null, d38,
  d38_null, d38s, d38s_null, bn, bn_null
) VALUES (
  ${id}, ${b}, ${b_null}, ${i1}, ${i1_null}, ${i2}, ${i2_null}, ${i4}, ${i4_null}, ${i8}, ${i8_null}, ${h}, ${h_null},
  ${u1}, ${u1_null}, ${u2}, ${u2_null}, ${u4}, ${u4_null}, ${u8}, ${u8_null}, ${uh}, ${uh_null}, ${f4}, ${f4_null},
  ${f8}, ${f8_null}, ${d4}, ${d4_null}, ${d9}, ${d9_null}, ${d12}, ${d12_null}, ${d18}, ${d18_null}, ${d38},
  ${d38_null}, ${d38s}, ${d38s_null}, ${bn}, ${bn_null}
);

-- A row to change by hand: the suite puts a value of duckdb.json into a column, as text that DuckDB reads.
-- EXEC store_numbers
@set id = 1
INSERT INTO numbers (
  id, b, i1, i2, i4, i8, h, u1, u2, u4, u8, uh, f4, f8, d4, d9, d12, d18, d38, d38s, bn
) VALUES (
  ${id},
  CAST('false' AS BOOLEAN),
  CAST('-128' AS TINYINT),
  CAST('-32768' AS SMALLINT),
  CAST('-2147483648' AS INTEGER),
  CAST('-9223372036854775808' AS BIGINT),
  CAST('-170141183460469231731687303715884105728' AS HUGEINT),
  CAST('255' AS UTINYINT),
  CAST('65535' AS USMALLINT),
  CAST('4294967295' AS UINTEGER),
  CAST('18446744073709551615' AS UBIGINT),
  CAST('340282366920938463463374607431768211455' AS UHUGEINT),
  CAST('-inf' AS FLOAT),
  CAST('-inf' AS DOUBLE),
  CAST('-999.9' AS DECIMAL(4,1)),
  CAST('999999999' AS DECIMAL(9,0)),
  CAST('9999999999.99' AS DECIMAL(12,2)),
  CAST('-999999999999999.999' AS DECIMAL(18,3)),
  CAST('-1234567890123456789012345678.0123456789' AS DECIMAL(38,10)),
  CAST('-.99999999999999999999999999999999999999' AS DECIMAL(38,38)),
  CAST('123456789012345678901234567890123456789012345678901234567890' AS BIGNUM)
);

-- QUERY all_numbers
SELECT * FROM numbers ORDER BY id;

-- QUERY get_numbers :one
@set id = 1
SELECT * FROM numbers WHERE id = ${id};

-- The oracle: what DuckDB holds, as text that no driver has interpreted.
-- QUERY numbers_storage :one
@set id = 1
SELECT
  b::VARCHAR AS b, b_null::VARCHAR AS b_null, i1::VARCHAR AS i1, i1_null::VARCHAR AS i1_null, i2::VARCHAR AS i2,
  i2_null::VARCHAR AS i2_null, i4::VARCHAR AS i4, i4_null::VARCHAR AS i4_null, i8::VARCHAR AS i8, i8_null::VARCHAR AS
  i8_null, h::VARCHAR AS h, h_null::VARCHAR AS h_null, u1::VARCHAR AS u1, u1_null::VARCHAR AS u1_null, u2::VARCHAR AS
  u2, u2_null::VARCHAR AS u2_null, u4::VARCHAR AS u4, u4_null::VARCHAR AS u4_null, u8::VARCHAR AS u8, u8_null::VARCHAR
  AS u8_null, uh::VARCHAR AS uh, uh_null::VARCHAR AS uh_null, f4::VARCHAR AS f4, f4_null::VARCHAR AS f4_null,
  f8::VARCHAR AS f8, f8_null::VARCHAR AS f8_null, d4::VARCHAR AS d4, d4_null::VARCHAR AS d4_null, d9::VARCHAR AS d9,
  d9_null::VARCHAR AS d9_null, d12::VARCHAR AS d12, d12_null::VARCHAR AS d12_null, d18::VARCHAR AS d18,
  d18_null::VARCHAR AS d18_null, d38::VARCHAR AS d38, d38_null::VARCHAR AS d38_null, d38s::VARCHAR AS d38s,
  d38s_null::VARCHAR AS d38s_null, bn::VARCHAR AS bn, bn_null::VARCHAR AS bn_null
FROM numbers WHERE id = ${id};

-- A parameter of every type in a comparison instead of an assignment.
-- QUERY find_numbers :pluck
SELECT id FROM numbers
WHERE b = ${b} AND i1 = ${i1} AND i2 = ${i2} AND i4 = ${i4} AND i8 = ${i8} AND h = ${h}
  AND u1 = ${u1} AND u2 = ${u2} AND u4 = ${u4} AND u8 = ${u8} AND uh = ${uh} AND f4 = ${f4}
  AND f8 = ${f8} AND d4 = ${d4} AND d9 = ${d9} AND d12 = ${d12} AND d18 = ${d18} AND d38 = ${d38}
  AND d38s = ${d38s} AND bn = ${bn}
ORDER BY id;

-- Keys of every type that one query has as lists.
-- QUERY look_numbers :bulk :pluck
SELECT id FROM numbers
WHERE b = ${b} AND i1 = ${i1} AND i2 = ${i2} AND i4 = ${i4} AND i8 = ${i8} AND h = ${h}
  AND u1 = ${u1} AND u2 = ${u2} AND u4 = ${u4} AND u8 = ${u8} AND uh = ${uh} AND f4 = ${f4}
  AND f8 = ${f8} AND d4 = ${d4} AND d9 = ${d9} AND d12 = ${d12} AND d18 = ${d18} AND d38 = ${d38}
  AND d38s = ${d38s}
ORDER BY id;

-- Text, and what is written as text or bytes.
-- TABLE texts :appender

-- EXEC insert_texts
INSERT INTO texts (
  id, t, t_null, bin, bin_null, bits, bits_null, u, u_null, j, j_null
) VALUES (
  ${id}, ${t}, ${t_null}, ${bin}, ${bin_null}, ${bits}, ${bits_null}, ${u}, ${u_null}, ${j}, ${j_null}
);

-- A row to change by hand: the suite puts a value of duckdb.json into a column, as text that DuckDB reads.
-- EXEC store_texts
@set id = 1
INSERT INTO texts (
  id, t, bin, bits, u, j
) VALUES (
  ${id},
  CAST('a' AS VARCHAR),
  CAST('\x0A' AS BLOB),
  CAST('1111111111111111111111111111111111111111111111111111111111111111111111' AS BIT),
  CAST('80000000-0000-0000-0000-000000000000' AS UUID),
  CAST(' [ 1 ] ' AS JSON)
);

-- QUERY all_texts
SELECT * FROM texts ORDER BY id;

-- QUERY get_texts :one
@set id = 1
SELECT * FROM texts WHERE id = ${id};

-- The oracle: what DuckDB holds, as text that no driver has interpreted.
-- QUERY texts_storage :one
@set id = 1
SELECT
  t::VARCHAR AS t, t_null::VARCHAR AS t_null, bin::VARCHAR AS bin, bin_null::VARCHAR AS bin_null, bits::VARCHAR AS
  bits, bits_null::VARCHAR AS bits_null, u::VARCHAR AS u, u_null::VARCHAR AS u_null, j::VARCHAR AS j, j_null::VARCHAR
  AS j_null
FROM texts WHERE id = ${id};

-- A parameter of every type in a comparison instead of an assignment.
-- QUERY find_texts :pluck
SELECT id FROM texts
WHERE t = ${t} AND bin = ${bin} AND bits = ${bits} AND u = ${u} AND j = ${j}
ORDER BY id;

-- QUERY look_texts :bulk :pluck
SELECT id FROM texts
WHERE t = ${t} AND bin = ${bin} AND bits = ${bits} AND u = ${u} AND j = ${j}
ORDER BY id;

-- Days, times and intervals, in every precision, at the ends of their ranges and beyond.
-- TABLE times :appender

-- EXEC insert_times
INSERT INTO times (
  id, d, d_null, tm, tm_null, tns, tns_null, tmtz, tmtz_null, ts, ts_null, tss, tss_null, tsms, tsms_null, tsns,
  tsns_null, tz, tz_null, iv, iv_null
) VALUES (
  ${id}, ${d}, ${d_null}, ${tm}, ${tm_null}, ${tns}, ${tns_null}, ${tmtz}, ${tmtz_null}, ${ts}, ${ts_null}, ${tss},
  ${tss_null}, ${tsms}, ${tsms_null}, ${tsns}, ${tsns_null}, ${tz}, ${tz_null}, ${iv}, ${iv_null}
);

-- A row to change by hand: the suite puts a value of duckdb.json into a column, as text that DuckDB reads.
-- EXEC store_times
@set id = 1
INSERT INTO times (
  id, d, tm, tns, tmtz, ts, tss, tsms, tsns, tz, iv
) VALUES (
  ${id},
  CAST('5881580-07-10' AS DATE),
  CAST('24:00:00' AS TIME),
  CAST('23:59:59.999999999' AS TIME_NS),
  CAST('12:00:00+05:30' AS TIMETZ),
  CAST('294247-01-10 04:00:54.775806' AS TIMESTAMP),
  CAST('-infinity' AS TIMESTAMP_S),
  CAST('infinity' AS TIMESTAMP_MS),
  CAST('infinity' AS TIMESTAMP_NS),
  CAST('-infinity' AS TIMESTAMPTZ),
  CAST('00:00:00.000001' AS INTERVAL)
);

-- QUERY all_times
SELECT * FROM times ORDER BY id;

-- QUERY get_times :one
@set id = 1
SELECT * FROM times WHERE id = ${id};

-- The oracle: what DuckDB holds, as text that no driver has interpreted.
-- QUERY times_storage :one
@set id = 1
SELECT
  d::VARCHAR AS d, d_null::VARCHAR AS d_null, tm::VARCHAR AS tm, tm_null::VARCHAR AS tm_null, tns::VARCHAR AS tns,
  tns_null::VARCHAR AS tns_null, tmtz::VARCHAR AS tmtz, tmtz_null::VARCHAR AS tmtz_null, ts::VARCHAR AS ts,
  ts_null::VARCHAR AS ts_null, tss::VARCHAR AS tss, tss_null::VARCHAR AS tss_null, tsms::VARCHAR AS tsms,
  tsms_null::VARCHAR AS tsms_null, tsns::VARCHAR AS tsns, tsns_null::VARCHAR AS tsns_null, tz::VARCHAR AS tz,
  tz_null::VARCHAR AS tz_null, iv::VARCHAR AS iv, iv_null::VARCHAR AS iv_null
FROM times WHERE id = ${id};

-- A parameter of every type in a comparison instead of an assignment.
-- QUERY find_times :pluck
SELECT id FROM times
WHERE d = ${d} AND tm = ${tm} AND tns = ${tns} AND tmtz = ${tmtz} AND ts = ${ts} AND tss = ${tss}
  AND tsms = ${tsms} AND tsns = ${tsns} AND tz = ${tz} AND iv = ${iv}
ORDER BY id;

-- QUERY look_times :bulk :pluck
SELECT id FROM times
WHERE d = ${d} AND tm = ${tm} AND tns = ${tns} AND ts = ${ts} AND tss = ${tss} AND tsms = ${tsms}
  AND tsns = ${tsns} AND tz = ${tz}
ORDER BY id;

-- Types that the schema names: an enumeration, structs within structs, a union; and those without a name.
-- TABLE named :appender

-- EXEC insert_named
INSERT INTO named (
  id, e, e_null, e_own, e_own_null, a, a_null, s, s_null, un, un_null, un_own, un_own_null
) VALUES (
  ${id}, ${e}, ${e_null}, ${e_own}, ${e_own_null}, ${a}, ${a_null}, ${s}, ${s_null}, ${un}, ${un_null}, ${un_own},
  ${un_own_null}
);

-- A row to change by hand: the suite puts a value of duckdb.json into a column, as text that DuckDB reads.
-- EXEC store_named
@set id = 1
INSERT INTO named (
  id, e, e_own, a, s, un, un_own
) VALUES (
  ${id},
  CAST('' AS mood),
  CAST('south' AS ENUM ('north', 'south')),
  CAST('{''street'': NULL, ''house no'': NULL, ''tags'': NULL, ''mood'': NULL, ''at'': NULL}' AS address),
  CAST('{''n'': NULL, ''s'': ''a, b'', ''inner_one'': NULL}' AS STRUCT(n INTEGER, s VARCHAR, inner_one STRUCT(d DATE, b BLOB))),
  CAST('' AS number_or_text),
  CAST('seven' AS UNION(n INTEGER, list VARCHAR))
);

-- QUERY all_named
SELECT * FROM named ORDER BY id;

-- QUERY get_named :one
@set id = 1
SELECT * FROM named WHERE id = ${id};

-- The oracle: what DuckDB holds, as text that no driver has interpreted.
-- QUERY named_storage :one
@set id = 1
SELECT
  e::VARCHAR AS e, e_null::VARCHAR AS e_null, e_own::VARCHAR AS e_own, e_own_null::VARCHAR AS e_own_null, a::VARCHAR
  AS a, a_null::VARCHAR AS a_null, s::VARCHAR AS s, s_null::VARCHAR AS s_null, un::VARCHAR AS un, un_null::VARCHAR AS
  un_null, un_own::VARCHAR AS un_own, un_own_null::VARCHAR AS un_own_null
FROM named WHERE id = ${id};

-- A parameter of every type in a comparison instead of an assignment.
-- QUERY find_named :pluck
SELECT id FROM named
WHERE e = ${e} AND e_own = ${e_own} AND a = ${a} AND s = ${s} AND un = ${un} AND un_own = ${un_own}
ORDER BY id;

-- QUERY look_named :bulk :pluck
SELECT id FROM named
WHERE e = ${e}
ORDER BY id;

-- Lists, arrays of a length and maps, of everything and of each other, with NULL at every level.
-- TABLE nested :appender

-- EXEC insert_nested
INSERT INTO nested (
  id, li, li_null, ls, ls_null, lb, lb_null, lh, lh_null, lu, lu_null, ld, ld_null, lf, lf_null, lday, lday_null, lts,
  lts_null, ltz, ltz_null, liv, liv_null, luuid, luuid_null, lbin, lbin_null, lm, lm_null, lj, lj_null, ll, ll_null,
  lll, lll_null, a3, a3_null, m3, m3_null, aa, aa_null, la, la_null, lst, lst_null, sl, sl_null, m, m_null, mi,
  mi_null, mm, mm_null, ms, ms_null, lmap, lmap_null, lun, lun_null
) VALUES (
  ${id}, ${li}, ${li_null}, ${ls}, ${ls_null}, ${lb}, ${lb_null}, ${lh}, ${lh_null}, ${lu}, ${lu_null}, ${ld},
  ${ld_null}, ${lf}, ${lf_null}, ${lday}, ${lday_null}, ${lts}, ${lts_null}, ${ltz}, ${ltz_null}, ${liv}, ${liv_null},
  ${luuid}, ${luuid_null}, ${lbin}, ${lbin_null}, ${lm}, ${lm_null}, ${lj}, ${lj_null}, ${ll}, ${ll_null}, ${lll},
  ${lll_null}, ${a3}, ${a3_null}, ${m3}, ${m3_null}, ${aa}, ${aa_null}, ${la}, ${la_null}, ${lst}, ${lst_null}, ${sl}, ${sl_null}, ${m},
  ${m_null}, ${mi}, ${mi_null}, ${mm}, ${mm_null}, ${ms}, ${ms_null}, ${lmap}, ${lmap_null}, ${lun}, ${lun_null}
);

-- A row to change by hand: the suite puts a value of duckdb.json into a column, as text that DuckDB reads.
-- EXEC store_nested
@set id = 1
INSERT INTO nested (
  id, li, ls, lb, lh, lu, ld, lf, lday, lts, ltz, liv, luuid, lbin, lm, lj, ll, lll, a3, m3, aa, la, lst, sl, m, mi,
  mm, ms, lmap, lun
) VALUES (
  ${id},
  CAST('[1, NULL, 3]' AS INTEGER[]),
  CAST('[a, NULL, '''', ''NULL'', ''it\''s'', ''a, b'', ''[x]'', 日本]' AS VARCHAR[]),
  CAST('[true, NULL, false]' AS BOOLEAN[]),
  CAST('[170141183460469231731687303715884105727, NULL]' AS HUGEINT[]),
  CAST('[18446744073709551615]' AS UBIGINT[]),
  CAST('[1.50, NULL, -0.01]' AS DECIMAL(10,2)[]),
  CAST('[0.1, nan, inf, NULL]' AS DOUBLE[]),
  CAST('[2024-02-29, NULL, infinity]' AS DATE[]),
  CAST('[''2024-02-29 12:34:56.789012'', NULL]' AS TIMESTAMP[]),
  CAST('[''2024-02-29 12:34:56+00'', NULL]' AS TIMESTAMPTZ[]),
  CAST('[1 day, NULL]' AS INTERVAL[]),
  CAST('[9b2f1c5e-0000-4000-8000-0000000000aa, NULL]' AS UUID[]),
  CAST('[ab, NULL]' AS BLOB[]),
  CAST('[happy, NULL]' AS mood[]),
  CAST('[]' AS JSON[]),
  CAST('[[1], [], NULL, [NULL, 2]]' AS INTEGER[][]),
  CAST('[[[a], NULL], []]' AS VARCHAR[][][]),
  CAST('[1, NULL, 3]' AS INTEGER[3]),
  CAST('[happy, NULL, sad]' AS mood[3]),
  CAST('[[1.0, 2.0], [NULL, 4.0]]' AS FLOAT[2][2]),
  CAST('[[1.0, 2.0], NULL]' AS DOUBLE[2][]),
  CAST('[]' AS STRUCT(n INTEGER, s VARCHAR)[]),
  CAST('{''items'': NULL, ''size'': NULL}' AS STRUCT(items STRUCT(id INTEGER, mood mood)[], size INTEGER)),
  CAST('{a=1, b=NULL}' AS MAP(VARCHAR, INTEGER)),
  CAST('{1=[x, NULL], 2=NULL}' AS MAP(INTEGER, VARCHAR[])),
  CAST('{happy={2024-01-01=1.5}, sad=NULL}' AS MAP(mood, MAP(DATE, DECIMAL(4,1)))),
  CAST('{{''x'': 1}={''y'': a}, {''x'': NULL}=NULL}' AS MAP(STRUCT(x INTEGER), STRUCT(y VARCHAR))),
  CAST('[{a=1}, NULL, {}]' AS MAP(VARCHAR, INTEGER)[]),
  CAST('[1, x, NULL]' AS UNION(n INTEGER, s VARCHAR)[])
);

-- QUERY all_nested
SELECT * FROM nested ORDER BY id;

-- QUERY get_nested :one
@set id = 1
SELECT * FROM nested WHERE id = ${id};

-- The oracle: what DuckDB holds, as text that no driver has interpreted.
-- QUERY nested_storage :one
@set id = 1
SELECT
  li::VARCHAR AS li, li_null::VARCHAR AS li_null, ls::VARCHAR AS ls, ls_null::VARCHAR AS ls_null, lb::VARCHAR AS lb,
  lb_null::VARCHAR AS lb_null, lh::VARCHAR AS lh, lh_null::VARCHAR AS lh_null, lu::VARCHAR AS lu, lu_null::VARCHAR AS
  lu_null, ld::VARCHAR AS ld, ld_null::VARCHAR AS ld_null, lf::VARCHAR AS lf, lf_null::VARCHAR AS lf_null,
  lday::VARCHAR AS lday, lday_null::VARCHAR AS lday_null, lts::VARCHAR AS lts, lts_null::VARCHAR AS lts_null,
  ltz::VARCHAR AS ltz, ltz_null::VARCHAR AS ltz_null, liv::VARCHAR AS liv, liv_null::VARCHAR AS liv_null,
  luuid::VARCHAR AS luuid, luuid_null::VARCHAR AS luuid_null, lbin::VARCHAR AS lbin, lbin_null::VARCHAR AS lbin_null,
  lm::VARCHAR AS lm, lm_null::VARCHAR AS lm_null, lj::VARCHAR AS lj, lj_null::VARCHAR AS lj_null, ll::VARCHAR AS ll,
  ll_null::VARCHAR AS ll_null, lll::VARCHAR AS lll, lll_null::VARCHAR AS lll_null, a3::VARCHAR AS a3, a3_null::VARCHAR
  AS a3_null, m3::VARCHAR AS m3, m3_null::VARCHAR AS m3_null, aa::VARCHAR AS aa, aa_null::VARCHAR AS aa_null, la::VARCHAR AS la, la_null::VARCHAR AS la_null,
  lst::VARCHAR AS lst, lst_null::VARCHAR AS lst_null, sl::VARCHAR AS sl, sl_null::VARCHAR AS sl_null, m::VARCHAR AS m,
  m_null::VARCHAR AS m_null, mi::VARCHAR AS mi, mi_null::VARCHAR AS mi_null, mm::VARCHAR AS mm, mm_null::VARCHAR AS
  mm_null, ms::VARCHAR AS ms, ms_null::VARCHAR AS ms_null, lmap::VARCHAR AS lmap, lmap_null::VARCHAR AS lmap_null,
  lun::VARCHAR AS lun, lun_null::VARCHAR AS lun_null
FROM nested WHERE id = ${id};

-- A parameter of every type in a comparison instead of an assignment.
-- QUERY find_nested :pluck
SELECT id FROM nested
WHERE li = ${li} AND ls = ${ls} AND lb = ${lb} AND lh = ${lh} AND lu = ${lu} AND ld = ${ld}
  AND lf = ${lf} AND lday = ${lday} AND lts = ${lts} AND ltz = ${ltz} AND liv = ${liv} AND luuid = ${luuid}
  AND lbin = ${lbin} AND lm = ${lm} AND lj = ${lj} AND ll = ${ll} AND lll = ${lll} AND a3 = ${a3}
  AND m3 = ${m3}
  AND aa = ${aa} AND la = ${la} AND lst = ${lst} AND sl = ${sl} AND m = ${m} AND mi = ${mi}
  AND mm = ${mm} AND ms = ${ms} AND lmap = ${lmap} AND lun = ${lun}
ORDER BY id;
