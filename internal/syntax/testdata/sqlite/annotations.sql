-- Exec purge
DELETE FROM t;
-- QUERRY find :one
SELECT 1;
-- query "user id"
SELECT 1;
-- Querry find_it :all
SELECT 1;
-- QUERY: colon
SELECT 1;
--- QUERY dashes
SELECT 1;
-- Testdata
INSERT INTO t VALUES (1);
/*
  QUERY second_line :one
  doc: too late
*/
SELECT 1;
/** EXEC stars :batch */
DELETE FROM t;

-- table of users below
-- Query the thing that is wanted
-- query: the thing that is wanted
-- Query.
-- Table users, by name
-- Tests of exec
-- Migrating users
-- execute this
-- TABLES
-- Query
/* Query the database */
-- QUERY prose_above
SELECT 1;

-- QUERY of users below
SELECT 1;
-- QUERY
SELECT 1;
-- EXEC :batch
DELETE FROM t;
-- MIGRATE
CREATE TABLE t (x);
-- QUERY find-user
SELECT 1;
-- QUERY ""
SELECT 1;
-- QUERY "+"
SELECT 1;
-- QUERY "open
SELECT 1;
-- QUERY a.b
SELECT 1;
-- TABLE main. :appender
-- TABLE main.t
-- QUERY m1 :onee :plucked :nonsense :
SELECT 1;
-- QUERY m2 one
SELECT 1;
-- QUERY m3 :batch :appender
SELECT 1;
-- EXEC m4 :one
DELETE FROM t;
-- QUERY m5 :all :one :one
SELECT 1;
-- QUERY m6 :result :pluck=1 :result=User
SELECT 1;
-- QUERY m7 :result=User :pluck
SELECT 1;
-- QUERY m8 :result= :one
SELECT 1;
-- QUERY m9 :result=a-b
SELECT 1;
-- TABLE t :appender(a, b
-- TABLE t :appender()
-- TABLE t :appender(a,, b)
-- TABLE t :appender(a b)
-- QUERY m10 :one -- remark
SELECT 1;
-- MIGRATE 2 :one
CREATE TABLE u (x);
