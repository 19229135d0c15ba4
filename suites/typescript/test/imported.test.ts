// Statements of projects that `sqg import` has made.
import Database from "better-sqlite3";
import assert from "node:assert/strict";
import { test } from "node:test";
import { Author } from "../gen/imported/sqg-0.x/author.js";

void test("a project of sqg 0.x", () => {
  const db = new Database(":memory:");
  db.exec(
    "CREATE TABLE author (id INTEGER PRIMARY KEY, name TEXT NOT NULL, note TEXT, price REAL NOT NULL)",
  );
  const q = new Author(db);
  q.addAuthor("Ada", 1.5);
  q.noteAuthor("first", 1);
  assert.deepEqual(
    { ...q.getAuthor(1) },
    { id: 1, name: "Ada", note: "first", price: 1.5 },
  );
  assert.equal(q.getAuthor(2), undefined);
  assert.deepEqual(q.namesAuthor(), ["Ada"]);
  assert.equal(q.countAuthor(), 1);
  assert.deepEqual({ ...q.totalAuthor() }, { total: 1.5, last: "Ada" });
  q.clearAuthor();
  assert.deepEqual(q.listAuthor(), []);
  db.close();
});
