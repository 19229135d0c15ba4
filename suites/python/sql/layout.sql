-- Names and lists that are too long for a line, in every place where the formatter has an opinion on how to break it.

-- MIGRATE a_migration_whose_id_is_itself_nearly_as_long_as_a_line_of_code_is_allowed_to_be_by_the_formatter
CREATE TABLE measurement_of_a_rather_long_named_thing (
  identifier_of_the_measurement_which_goes_on_for_a_while INTEGER PRIMARY KEY,
  moment_at_which_the_measurement_was_taken_by_the_device TIMESTAMPTZ,
  moment_at_which_the_measurement_was_taken_by_the_device_and_then_some_more_words_to_break_it_again TIMESTAMPTZ,
  was_it_checked BOOLEAN,
  any_value_that_the_device_may_have_sent_before_it_broke_down_for_good_and_was_taken_away ANY
);

-- TABLE measurement_of_a_rather_long_named_thing :appender

-- QUERY all_measurements_of_rather_long_named_things_that_were_ever_taken
SELECT * FROM measurement_of_a_rather_long_named_thing;

-- QUERY was_it_checked_by_anyone :pluck
SELECT was_it_checked FROM measurement_of_a_rather_long_named_thing;

-- QUERY moments_at_which_measurements_were_taken :pluck
SELECT moment_at_which_the_measurement_was_taken_by_the_device FROM measurement_of_a_rather_long_named_thing;

-- QUERY moments_at_which_measurements_were_taken_and_some_more :pluck
SELECT moment_at_which_the_measurement_was_taken_by_the_device_and_then_some_more_words_to_break_it_again FROM measurement_of_a_rather_long_named_thing;

-- QUERY moment_at_which_a_measurement_was_taken :one :pluck
SELECT moment_at_which_the_measurement_was_taken_by_the_device FROM measurement_of_a_rather_long_named_thing
WHERE identifier_of_the_measurement_which_goes_on_for_a_while = ${id};

-- QUERY moment_at_which_a_measurement_was_taken_and_some_more :one :pluck
SELECT moment_at_which_the_measurement_was_taken_by_the_device_and_then_some_more_words_to_break_it_again FROM measurement_of_a_rather_long_named_thing
WHERE identifier_of_the_measurement_which_goes_on_for_a_while = ${identifier_of_the_measurement_which_goes_on_for_a_while_and_on};

-- QUERY any_value_that_the_device_may_have_sent :one :pluck
SELECT any_value_that_the_device_may_have_sent_before_it_broke_down_for_good_and_was_taken_away FROM measurement_of_a_rather_long_named_thing;

-- EXEC insert_one :batch
INSERT INTO measurement_of_a_rather_long_named_thing (moment_at_which_the_measurement_was_taken_by_the_device) VALUES (${moment_at_which_the_measurement_was_taken_by_the_device});

-- EXEC insert_any_value_that_the_device_may_have_sent_before_it_broke_down_for_good :batch
INSERT INTO measurement_of_a_rather_long_named_thing (any_value_that_the_device_may_have_sent_before_it_broke_down_for_good_and_was_taken_away, was_it_checked)
VALUES (${any_value_that_the_device_may_have_sent_before_it_broke_down_for_good_and_more}, ${was_it_checked});

-- QUERY a_query_that_has_such_a_long_name_that_nothing_of_it_fits_into_a_single_line_of_code_whatever_one_may_try_to_do_with_it
SELECT 1 AS a_column_that_has_such_a_long_name_that_nothing_of_it_fits_into_a_single_line_of_code_whatever_one_may_try;

-- QUERY join_of_sources_that_have_long_names :one
SELECT ${sources_events} AS events, ${sources_users} AS users, ${sources_events} AS events_again, ${sources_users} AS users_again;

-- A literal just below what is put into parentheses of its own.
-- QUERY just_fits_1
SELECT 1 AS abcdefghijklmnopqrstuvwxyz, 2 AS abcdefghijklmnopqrstuv;

-- QUERY just_fits_2
SELECT 1 AS abcdefghijklmnopqrstuvwxyz, 2 AS abcdefghijklmnopqrstuvwxyz;

-- QUERY just_fits_3
SELECT 1 AS abcdefghijklmnopqrstuvwxyz, 2 AS abcdefghijklmnopqrstuvwxyzab;

-- QUERY with_backslash
SELECT 'a\b' AS abcdefghijklmnopqrstuvwxyz, 2 AS abcdefghijklmnopqrstuvwxyz;

-- QUERY with_more_backslashes
SELECT 'a\b' AS abcdefghijklmnopqrstuvwxyz, 2 AS abcdefghijklmnopqrstuvwxyz, 'a\b' AS bcdefghijklmnopqrstuvwxyz;

-- EXEC insert_by_query
@set was_it_checked = 1
WITH wanted(n) AS (VALUES (1), (2), (3))
INSERT INTO measurement_of_a_rather_long_named_thing (was_it_checked) SELECT ${was_it_checked} FROM wanted;

-- EXEC update_by_query :batch
WITH wanted(n) AS (VALUES (${first}), (${second}))
UPDATE measurement_of_a_rather_long_named_thing SET was_it_checked = NOT was_it_checked
WHERE identifier_of_the_measurement_which_goes_on_for_a_while IN wanted;
