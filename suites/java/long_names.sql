-- Names of every length, for the formatter: each way of breaking a line is needed somewhere.

-- MIGRATE 1
CREATE TABLE thing (a INTEGER NOT NULL, b TEXT, c REAL NOT NULL);
CREATE TABLE a_thing_with_a_name_that_fills_more_than_half_of_the_line_that_it_stands_on (an_identifier INTEGER NOT NULL, b TEXT);

-- QUERY statementx0
SELECT a, b, c AS statep FROM thing WHERE a = ${statep};

-- QUERY ostatementx0 :one :pluck
SELECT b FROM thing WHERE a = ${statep} AND b = ${statep_b};

-- EXEC estatementx0 :batch
@set statep = 1
@set second = 'x'
@set statep_c = null
UPDATE thing SET a = ${statep}, b = ${statep_c} WHERE b = ${second};

-- QUERY statement_wix1
SELECT a, b, c AS param_with_a_long_namep FROM thing WHERE a = ${param_with_a_long_namep};

-- QUERY ostatement_wix1 :one :pluck
SELECT b FROM thing WHERE a = ${param_with_a_long_namep} AND b = ${param_with_a_long_namep_b};

-- EXEC estatement_wix1 :batch
@set param_with_a_long_namep = 1
@set second = 'x'
@set param_with_a_long_namep_c = null
UPDATE thing SET a = ${param_with_a_long_namep}, b = ${param_with_a_long_namep_c} WHERE b = ${second};

-- QUERY statement_withx2
SELECT a, b, c AS param_with_a_long_name_that_goes_on_and_onp FROM thing WHERE a = ${param_with_a_long_name_that_goes_on_and_onp};

-- QUERY ostatement_withx2 :one :pluck
SELECT b FROM thing WHERE a = ${param_with_a_long_name_that_goes_on_and_onp} AND b = ${param_with_a_long_name_that_goes_on_and_onp_b};

-- EXEC estatement_withx2 :batch
@set param_with_a_long_name_that_goes_on_and_onp = 1
@set second = 'x'
@set param_with_a_long_name_that_goes_on_and_onp_c = null
UPDATE thing SET a = ${param_with_a_long_name_that_goes_on_and_onp}, b = ${param_with_a_long_name_that_goes_on_and_onp_c} WHERE b = ${second};

-- QUERY statement_with_a_lx3
SELECT a, b, c AS statemenp FROM thing WHERE a = ${statemenp};

-- QUERY ostatement_with_a_lx3 :one :pluck
SELECT b FROM thing WHERE a = ${statemenp} AND b = ${statemenp_b};

-- EXEC estatement_with_a_lx3 :batch
@set statemenp = 1
@set second = 'x'
@set statemenp_c = null
UPDATE thing SET a = ${statemenp}, b = ${statemenp_c} WHERE b = ${second};

-- QUERY statement_with_a_longx4
SELECT a, b, c AS param_with_a_long_name_thp FROM thing WHERE a = ${param_with_a_long_name_thp};

-- QUERY ostatement_with_a_longx4 :one :pluck
SELECT b FROM thing WHERE a = ${param_with_a_long_name_thp} AND b = ${param_with_a_long_name_thp_b};

-- EXEC estatement_with_a_longx4 :batch
@set param_with_a_long_name_thp = 1
@set second = 'x'
@set param_with_a_long_name_thp_c = null
UPDATE thing SET a = ${param_with_a_long_name_thp}, b = ${param_with_a_long_name_thp_c} WHERE b = ${second};

-- QUERY statement_with_a_long_nax5
SELECT a, b, c AS param_with_a_long_name_that_goes_on_and_on_andp FROM thing WHERE a = ${param_with_a_long_name_that_goes_on_and_on_andp};

-- QUERY ostatement_with_a_long_nax5 :one :pluck
SELECT b FROM thing WHERE a = ${param_with_a_long_name_that_goes_on_and_on_andp} AND b = ${param_with_a_long_name_that_goes_on_and_on_andp_b};

-- EXEC estatement_with_a_long_nax5 :batch
@set param_with_a_long_name_that_goes_on_and_on_andp = 1
@set second = 'x'
@set param_with_a_long_name_that_goes_on_and_on_andp_c = null
UPDATE thing SET a = ${param_with_a_long_name_that_goes_on_and_on_andp}, b = ${param_with_a_long_name_that_goes_on_and_on_andp_c} WHERE b = ${second};

-- QUERY statement_with_a_long_namex6
SELECT a, b, c AS param_wp FROM thing WHERE a = ${param_wp};

-- QUERY ostatement_with_a_long_namex6 :one :pluck
SELECT b FROM thing WHERE a = ${param_wp} AND b = ${param_wp_b};

-- EXEC estatement_with_a_long_namex6 :batch
@set param_wp = 1
@set second = 'x'
@set param_wp_c = null
UPDATE thing SET a = ${param_wp}, b = ${param_wp_c} WHERE b = ${second};

-- QUERY statement_with_a_long_name_thax7
SELECT a, b, c AS param_with_a_long_name_thatp FROM thing WHERE a = ${param_with_a_long_name_thatp};

-- QUERY ostatement_with_a_long_name_thax7 :one :pluck
SELECT b FROM thing WHERE a = ${param_with_a_long_name_thatp} AND b = ${param_with_a_long_name_thatp_b};

-- EXEC estatement_with_a_long_name_thax7 :batch
@set param_with_a_long_name_thatp = 1
@set second = 'x'
@set param_with_a_long_name_thatp_c = null
UPDATE thing SET a = ${param_with_a_long_name_thatp}, b = ${param_with_a_long_name_thatp_c} WHERE b = ${second};

-- QUERY statement_with_a_long_name_that_gx8
SELECT a, b, c AS param_with_a_long_name_that_goes_on_and_on_and_onp FROM thing WHERE a = ${param_with_a_long_name_that_goes_on_and_on_and_onp};

-- QUERY ostatement_with_a_long_name_that_gx8 :one :pluck
SELECT b FROM thing WHERE a = ${param_with_a_long_name_that_goes_on_and_on_and_onp} AND b = ${param_with_a_long_name_that_goes_on_and_on_and_onp_b};

-- EXEC estatement_with_a_long_name_that_gx8 :batch
@set param_with_a_long_name_that_goes_on_and_on_and_onp = 1
@set second = 'x'
@set param_with_a_long_name_that_goes_on_and_on_and_onp_c = null
UPDATE thing SET a = ${param_with_a_long_name_that_goes_on_and_on_and_onp}, b = ${param_with_a_long_name_that_goes_on_and_on_and_onp_c} WHERE b = ${second};

-- QUERY statement_with_a_long_name_that_goesx9
SELECT a, b, c AS param_withp FROM thing WHERE a = ${param_withp};

-- QUERY ostatement_with_a_long_name_that_goesx9 :one :pluck
SELECT b FROM thing WHERE a = ${param_withp} AND b = ${param_withp_b};

-- EXEC estatement_with_a_long_name_that_goesx9 :batch
@set param_withp = 1
@set second = 'x'
@set param_withp_c = null
UPDATE thing SET a = ${param_withp}, b = ${param_withp_c} WHERE b = ${second};

-- QUERY statement_with_a_long_name_that_goes_onx10
SELECT a, b, c AS param_with_a_long_name_that_goep FROM thing WHERE a = ${param_with_a_long_name_that_goep};

-- QUERY ostatement_with_a_long_name_that_goes_onx10 :one :pluck
SELECT b FROM thing WHERE a = ${param_with_a_long_name_that_goep} AND b = ${param_with_a_long_name_that_goep_b};

-- EXEC estatement_with_a_long_name_that_goes_onx10 :batch
@set param_with_a_long_name_that_goep = 1
@set second = 'x'
@set param_with_a_long_name_that_goep_c = null
UPDATE thing SET a = ${param_with_a_long_name_that_goep}, b = ${param_with_a_long_name_that_goep_c} WHERE b = ${second};

-- QUERY statement_with_a_long_name_that_goes_on_anx11
SELECT a, b, c AS param_with_a_long_name_that_goes_on_and_on_and_on_unp FROM thing WHERE a = ${param_with_a_long_name_that_goes_on_and_on_and_on_unp};

-- QUERY ostatement_with_a_long_name_that_goes_on_anx11 :one :pluck
SELECT b FROM thing WHERE a = ${param_with_a_long_name_that_goes_on_and_on_and_on_unp} AND b = ${param_with_a_long_name_that_goes_on_and_on_and_on_unp_b};

-- EXEC estatement_with_a_long_name_that_goes_on_anx11 :batch
@set param_with_a_long_name_that_goes_on_and_on_and_on_unp = 1
@set second = 'x'
@set param_with_a_long_name_that_goes_on_and_on_and_on_unp_c = null
UPDATE thing SET a = ${param_with_a_long_name_that_goes_on_and_on_and_on_unp}, b = ${param_with_a_long_name_that_goes_on_and_on_and_on_unp_c} WHERE b = ${second};

-- QUERY statement_with_a_long_name_that_goes_on_and_ox12
SELECT a, b, c AS param_with_ap FROM thing WHERE a = ${param_with_ap};

-- QUERY ostatement_with_a_long_name_that_goes_on_and_ox12 :one :pluck
SELECT b FROM thing WHERE a = ${param_with_ap} AND b = ${param_with_ap_b};

-- EXEC estatement_with_a_long_name_that_goes_on_and_ox12 :batch
@set param_with_ap = 1
@set second = 'x'
@set param_with_ap_c = null
UPDATE thing SET a = ${param_with_ap}, b = ${param_with_ap_c} WHERE b = ${second};

-- QUERY statement_with_a_long_name_that_goes_on_and_on_ax13
SELECT a, b, c AS param_with_a_long_name_that_goes_op FROM thing WHERE a = ${param_with_a_long_name_that_goes_op};

-- QUERY ostatement_with_a_long_name_that_goes_on_and_on_ax13 :one :pluck
SELECT b FROM thing WHERE a = ${param_with_a_long_name_that_goes_op} AND b = ${param_with_a_long_name_that_goes_op_b};

-- EXEC estatement_with_a_long_name_that_goes_on_and_on_ax13 :batch
@set param_with_a_long_name_that_goes_op = 1
@set second = 'x'
@set param_with_a_long_name_that_goes_op_c = null
UPDATE thing SET a = ${param_with_a_long_name_that_goes_op}, b = ${param_with_a_long_name_that_goes_op_c} WHERE b = ${second};

-- QUERY statement_with_a_long_name_that_goes_on_and_on_andx14
SELECT a, b, c AS param_with_a_long_name_that_goes_on_and_on_and_on_untilp FROM thing WHERE a = ${param_with_a_long_name_that_goes_on_and_on_and_on_untilp};

-- QUERY ostatement_with_a_long_name_that_goes_on_and_on_andx14 :one :pluck
SELECT b FROM thing WHERE a = ${param_with_a_long_name_that_goes_on_and_on_and_on_untilp} AND b = ${param_with_a_long_name_that_goes_on_and_on_and_on_untilp_b};

-- EXEC estatement_with_a_long_name_that_goes_on_and_on_andx14 :batch
@set param_with_a_long_name_that_goes_on_and_on_and_on_untilp = 1
@set second = 'x'
@set param_with_a_long_name_that_goes_on_and_on_and_on_untilp_c = null
UPDATE thing SET a = ${param_with_a_long_name_that_goes_on_and_on_and_on_untilp}, b = ${param_with_a_long_name_that_goes_on_and_on_and_on_untilp_c} WHERE b = ${second};

-- QUERY statement_with_a_long_name_that_goes_on_and_on_and_onx15
SELECT a, b, c AS param_with_a_lonp FROM thing WHERE a = ${param_with_a_lonp};

-- QUERY ostatement_with_a_long_name_that_goes_on_and_on_and_onx15 :one :pluck
SELECT b FROM thing WHERE a = ${param_with_a_lonp} AND b = ${param_with_a_lonp_b};

-- EXEC estatement_with_a_long_name_that_goes_on_and_on_and_onx15 :batch
@set param_with_a_lonp = 1
@set second = 'x'
@set param_with_a_lonp_c = null
UPDATE thing SET a = ${param_with_a_lonp}, b = ${param_with_a_lonp_c} WHERE b = ${second};

-- QUERY statement_with_a_long_name_that_goes_on_and_on_and_on_untx16
SELECT a, b, c AS param_with_a_long_name_that_goes_on_ap FROM thing WHERE a = ${param_with_a_long_name_that_goes_on_ap};

-- QUERY ostatement_with_a_long_name_that_goes_on_and_on_and_on_untx16 :one :pluck
SELECT b FROM thing WHERE a = ${param_with_a_long_name_that_goes_on_ap} AND b = ${param_with_a_long_name_that_goes_on_ap_b};

-- EXEC estatement_with_a_long_name_that_goes_on_and_on_and_on_untx16 :batch
@set param_with_a_long_name_that_goes_on_ap = 1
@set second = 'x'
@set param_with_a_long_name_that_goes_on_ap_c = null
UPDATE thing SET a = ${param_with_a_long_name_that_goes_on_ap}, b = ${param_with_a_long_name_that_goes_on_ap_c} WHERE b = ${second};

-- QUERY statement_with_a_long_name_that_goes_on_and_on_and_on_untilx17
SELECT a, b, c AS stp FROM thing WHERE a = ${stp};

-- QUERY ostatement_with_a_long_name_that_goes_on_and_on_and_on_untilx17 :one :pluck
SELECT b FROM thing WHERE a = ${stp} AND b = ${stp_b};

-- EXEC estatement_with_a_long_name_that_goes_on_and_on_and_on_untilx17 :batch
@set stp = 1
@set second = 'x'
@set stp_c = null
UPDATE thing SET a = ${stp}, b = ${stp_c} WHERE b = ${second};

-- QUERY statement_with_a_long_name_that_goes_on_and_on_and_on_until_thex18
SELECT a, b, c AS param_with_a_long_np FROM thing WHERE a = ${param_with_a_long_np};

-- QUERY ostatement_with_a_long_name_that_goes_on_and_on_and_on_until_thex18 :one :pluck
SELECT b FROM thing WHERE a = ${param_with_a_long_np} AND b = ${param_with_a_long_np_b};

-- EXEC estatement_with_a_long_name_that_goes_on_and_on_and_on_until_thex18 :batch
@set param_with_a_long_np = 1
@set second = 'x'
@set param_with_a_long_np_c = null
UPDATE thing SET a = ${param_with_a_long_np}, b = ${param_with_a_long_np_c} WHERE b = ${second};

-- QUERY statement_with_a_long_name_that_goes_on_and_on_and_on_until_the_lix19
SELECT a, b, c AS param_with_a_long_name_that_goes_on_andp FROM thing WHERE a = ${param_with_a_long_name_that_goes_on_andp};

-- QUERY ostatement_with_a_long_name_that_goes_on_and_on_and_on_until_the_lix19 :one :pluck
SELECT b FROM thing WHERE a = ${param_with_a_long_name_that_goes_on_andp} AND b = ${param_with_a_long_name_that_goes_on_andp_b};

-- EXEC estatement_with_a_long_name_that_goes_on_and_on_and_on_until_the_lix19 :batch
@set param_with_a_long_name_that_goes_on_andp = 1
@set second = 'x'
@set param_with_a_long_name_that_goes_on_andp_c = null
UPDATE thing SET a = ${param_with_a_long_name_that_goes_on_andp}, b = ${param_with_a_long_name_that_goes_on_andp_c} WHERE b = ${second};

-- QUERY statement_with_a_long_name_that_goes_on_and_on_and_on_until_the_linex20
SELECT a, b, c AS statep FROM thing WHERE a = ${statep};

-- QUERY ostatement_with_a_long_name_that_goes_on_and_on_and_on_until_the_linex20 :one :pluck
SELECT b FROM thing WHERE a = ${statep} AND b = ${statep_b};

-- EXEC estatement_with_a_long_name_that_goes_on_and_on_and_on_until_the_linex20 :batch
@set statep = 1
@set second = 'x'
@set statep_c = null
UPDATE thing SET a = ${statep}, b = ${statep_c} WHERE b = ${second};

-- QUERY statement_with_a_long_name_that_goes_on_and_on_and_on_until_the_line_isx21
SELECT a, b, c AS param_with_a_long_namep FROM thing WHERE a = ${param_with_a_long_namep};

-- QUERY ostatement_with_a_long_name_that_goes_on_and_on_and_on_until_the_line_isx21 :one :pluck
SELECT b FROM thing WHERE a = ${param_with_a_long_namep} AND b = ${param_with_a_long_namep_b};

-- EXEC estatement_with_a_long_name_that_goes_on_and_on_and_on_until_the_line_isx21 :batch
@set param_with_a_long_namep = 1
@set second = 'x'
@set param_with_a_long_namep_c = null
UPDATE thing SET a = ${param_with_a_long_namep}, b = ${param_with_a_long_namep_c} WHERE b = ${second};

-- QUERY statement_with_a_long_name_that_goes_on_and_on_and_on_until_the_line_is_fulx22
SELECT a, b, c AS param_with_a_long_name_that_goes_on_and_onp FROM thing WHERE a = ${param_with_a_long_name_that_goes_on_and_onp};

-- QUERY ostatement_with_a_long_name_that_goes_on_and_on_and_on_until_the_line_is_fulx22 :one :pluck
SELECT b FROM thing WHERE a = ${param_with_a_long_name_that_goes_on_and_onp} AND b = ${param_with_a_long_name_that_goes_on_and_onp_b};

-- EXEC estatement_with_a_long_name_that_goes_on_and_on_and_on_until_the_line_is_fulx22 :batch
@set param_with_a_long_name_that_goes_on_and_onp = 1
@set second = 'x'
@set param_with_a_long_name_that_goes_on_and_onp_c = null
UPDATE thing SET a = ${param_with_a_long_name_that_goes_on_and_onp}, b = ${param_with_a_long_name_that_goes_on_and_onp_c} WHERE b = ${second};

-- TABLE thing :appender

-- TABLE a_thing_with_a_name_that_fills_more_than_half_of_the_line_that_it_stands_on :appender

-- EXEC sort :bulk
UPDATE thing SET c = ${c} WHERE rowid = ${number};

-- EXEC sort_a_thing_with_a_name_that_fills_more_than_half_of_the_line :bulk
UPDATE thing SET c = ${c} WHERE rowid = ${the_number_of_a_thing};

-- EXEC sort_a_thing_with_a_name_that_fills_nearly_the_whole_line_that_it_stands_on :bulk
UPDATE thing SET c = ${c} WHERE rowid = ${the_number_of_the_row_of_a_thing_that_is_sorted};
