-- QUERY search
@set name = 'it''s; -- here' ; -- why
@set since = date('now', '-1 day')
  @set none = NULL;
SELECT * FROM t
@set limit = 10
WHERE name = ${name} AND created > ${since} AND x IS ${none}
LIMIT ${limit}
@set after = 3 /* trailing */
OFFSET ${after} + ${undeclared} + ${name};
@set unused_one = 1
@set undeclred = 1

-- QUERY text
SELECT '
@set in_string = 1
', 1 /*
@set in_comment = 1
*/ FROM a WHERE x = ${x}

-- EXEC wrong
@set
@set = 1
@set a
@set a =
@set a = ;
@set 1a = 1
@set "b" = 1
@set b c = 1
@Set d = 1
@sett e = 1
@set f = 'open
@set g = ${a}
@set h = 1; 2
@set i = 1
@set i = 2
UPDATE t SET x = ${a}, f = ${f}

-- MIGRATE 1
@set x = 1
CREATE TABLE t (x);

-- QUERY joined_by_a_formatter
@set a = 1 @set b = 2
SELECT ${a}, ${b};

-- QUERY joined_without_a_value
@set a = '@set b = 2' -- @set c = 3
SELECT ${a};
