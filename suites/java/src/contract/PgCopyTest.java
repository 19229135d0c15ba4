package contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import gen.PgAppender;
import gen.PgAppender.BlobStoreRow;
import gen.PgAppender.ChildRow;
import gen.PgAppender.GuardedRow;
import gen.PgAppender.NarrowRow;
import gen.PgAppender.ParentRow;
import gen.PgAppender.RectangleRow;
import gen.PgCopy;
import java.lang.reflect.RecordComponent;
import java.security.MessageDigest;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.function.Executable;

/** Rows that go by COPY: every value as the server has it, errors with their place, all or none. */
class PgCopyTest {
  private static final int SHIFT = 1_000_000; // between the identifiers of rows and of their copies
  private static Connection connection;
  private static PgAppender queries;

  @BeforeAll
  static void open() throws SQLException {
    connection = Pg.open(PgAppender.getMigrations());
    queries = new PgAppender(connection);
  }

  @AfterAll
  static void close() throws SQLException {
    connection.close();
  }

  @BeforeEach
  void empty() throws SQLException {
    Db.execute(connection, "TRUNCATE narrow, rectangle, parent, child, guarded, blob_store");
  }

  // Every value of corpus/types/postgres.json is read, goes back by COPY, and is the same text
  // then.

  @TestFactory
  Stream<DynamicTest> everyValue() throws Exception {
    Connection types = Pg.open(PgCopy.getMigrations());
    PgCopy unit = new PgCopy(types);
    Db.execute(types, "SET lc_monetary = 'C'");
    String sql =
        """
        SELECT t.value ->> 'table', t.value ->> 'column', t.value ->> 'type', v.value ->> 'value'
        FROM json_each(?, '$.types') AS t, json_each(t.value, '$.values') AS v
        WHERE coalesce(v.value -> 'unsupported' ->> 'java', v.value -> 'unsupported' ->> '*') IS NULL
          AND v.value ->> 'again' IS NULL
          AND coalesce(v.value ->> 'since', 0) <= %d
        """
            .formatted(types.getMetaData().getDatabaseMajorVersion());
    int id = 0;
    for (List<String> row : Db.json(Db.CORPUS.resolve("types/postgres.json"), sql)) {
      Db.call(unit, "store" + PgTypesTest.pascal(row.get(0)), ++id);
      String both = "%1$s = CAST('%2$s' AS %3$s), %1$s_null = CAST('%2$s' AS %3$s)";
      String one = "%1$s = CAST('%2$s' AS %3$s)";
      String column = row.get(1);
      boolean twin = !List.of("pos", "work").contains(column);
      String set = (twin ? both : one).formatted(column, row.get(3).replace("'", "''"), row.get(2));
      Db.execute(types, "UPDATE %s SET %s WHERE id = %d".formatted(row.get(0), set, id));
    }
    for (String table : List.of("numbers", "arrays")) {
      String columns =
          "SELECT string_agg(quote_ident(attname), ', ') FROM pg_attribute"
              + " WHERE attrelid = 'plain_%s'::regclass AND attnum > 0 AND NOT attisdropped";
      String list = Db.text(types, columns.formatted(table));
      Db.execute(
          types, "INSERT INTO plain_%1$s (%2$s) SELECT %2$s FROM %1$s".formatted(table, list));
    }
    return Stream.of(
            "plain_numbers",
            "texts",
            "times",
            "nets",
            "named",
            "plain_arrays",
            "named_arrays",
            "ranges")
        .map(table -> DynamicTest.dynamicTest(table, () -> copied(types, unit, table)));
  }

  private static void copied(Connection types, PgCopy unit, String table) throws Exception {
    String family = PgTypesTest.pascal(table);
    String all = "all" + family;
    Class<?> appender = Class.forName("gen.PgCopy$" + family + "Appender");
    assertEquals("CopyInserter", appender.getDeclaredField("inserter").getType().getSimpleName());
    List<Object> copies = new ArrayList<>();
    for (Object row : (List<?>) Db.call(unit, all)) {
      List<Object> values = new ArrayList<>(Db.values(row));
      values.set(0, (int) values.get(0) + SHIFT);
      RecordComponent[] components = row.getClass().getRecordComponents();
      Class<?>[] classes =
          Stream.of(components).map(RecordComponent::getType).toArray(Class[]::new);
      Class<?> type = Class.forName("gen.PgCopy$" + family + "Row");
      copies.add(type.getConstructor(classes).newInstance(values.toArray()));
    }
    assertTrue(copies.size() > 20, "too few rows for a COPY");
    assertEquals((long) copies.size(), Db.call(unit, "bulkInsert" + family + "Row", copies));
    String different =
        """
        SELECT string_agg(a.id || ': ' || x.key || ' was ' || x.value || ', is ' || y.value, '; ')
        FROM %1$s AS a JOIN %1$s AS b ON b.id = a.id + %2$d, LATERAL %3$s AS x, LATERAL %4$s AS y
        WHERE x.key = y.key AND x.key <> 'id' AND x.value IS DISTINCT FROM y.value
        """;
    String columns =
        "SELECT string_agg(replace('(''#'', CASE WHEN %1$s.\"#\" IS DISTINCT FROM NULL THEN"
            + " format(''%%s'', %1$s.\"#\") END)', '#', attname), ', ')"
            + " FROM pg_attribute WHERE attrelid = '"
            + table
            + "'::regclass AND attnum > 0 AND NOT attisdropped";
    String texts = "(SELECT * FROM (VALUES " + Db.text(types, columns) + ") AS v (key, value))";
    assertNull(
        Db.text(
            types, different.formatted(table, SHIFT, texts.formatted("a"), texts.formatted("b"))));
  }

  private static <T> List<T> rows(int count, IntFunction<T> row) {
    return IntStream.rangeClosed(1, count).mapToObj(row).toList();
  }

  private static SQLException failure(Executable work) {
    return assertThrows(SQLException.class, work);
  }

  private static long count(String table) throws SQLException {
    return Long.parseLong(Db.text(connection, "SELECT count(*) FROM " + table));
  }

  /** Numbers of rows on both sides of where COPY begins, and of the buffer's size. */
  private static final List<Integer> COUNTS = List.of(1, 2, 10, 19, 20, 21, 1000, 5000, 100_000);

  @Test
  void rowsOfEveryCount() throws Exception {
    for (int count : COUNTS) {
      Db.execute(connection, "TRUNCATE narrow");
      assertEquals(
          count,
          queries.bulkInsertNarrowRow(
              rows(count, i -> new NarrowRow(i, i % 3 == 0 ? null : "v" + i))));
      String sums =
          "SELECT count(*) || ' ' || count(v) || ' ' || sum(k) || ' ' || bool_and(v = 'v' || k)"
              + " FROM narrow";
      long sum = (long) count * (count + 1) / 2;
      if (count > 1) {
        assertEquals(
            count + " " + (count - count / 3) + " " + sum + " true", Db.text(connection, sums));
      }
    }
    Db.execute(connection, "TRUNCATE narrow");
    assertEquals(0, queries.bulkInsertNarrowRow(List.of()));
  }

  // Errors.

  @Test
  void whatCannotBeEncodedIsNamedBeforeItReachesTheServer() throws Exception {
    for (int bad : List.of(1, 15, 25, 60_000)) {
      for (String text : List.of("a\0b", "\ud800", "x\udc00y")) {
        SQLException e =
            failure(() ->
                queries.bulkInsertNarrowRow(
                    rows(bad + 5, i -> new NarrowRow(i, i == bad ? text : "fine"))));
        assertTrue(e.getMessage().startsWith("row " + bad + ": v has "), e.getMessage());
        assertTrue(e.getMessage().endsWith("; no row was written"), e.getMessage());
        assertEquals(0, count("narrow"));
        assertTrue(connection.getAutoCommit());
      }
    }
    SQLException e =
        failure(() ->
            queries.bulkInsertPublicParentRow(
                rows(30, i -> new ParentRow(i == 7 ? null : "n" + i))));
    assertEquals("row 7: name is null, which it must not be; no row was written", e.getMessage());
  }

  @Test
  void theServersErrorNamesRowAndColumn() throws Exception {
    for (int bad : List.of(1, 25, 60_000)) {
      SQLException e =
          failure(() ->
              queries.bulkInsertRectangleRow(
                  rows(bad + 50, i -> new RectangleRow(i == bad ? -1 : i, 2, "red"))));
      assertEquals("23514", e.getSQLState());
      assertTrue(
          e.getMessage().startsWith("row " + bad + ": ERROR: new row for relation"),
          e.getMessage());
      assertEquals(0, count("rectangle"));
    }
  }

  @Test
  void aDuplicateIsNamed() throws Exception {
    SQLException e =
        failure(() ->
            queries.bulkInsertPublicParentRow(
                rows(3000, i -> new ParentRow("n" + (i == 2500 ? 7 : i)))));
    assertEquals("23505", e.getSQLState());
    assertTrue(e.getMessage().startsWith("row 2500: "), e.getMessage());
    assertEquals(0, count("parent"));
  }

  @Test
  void aConstraintThatIsCheckedAtTheEndHasNoRow() throws Exception {
    SQLException e = failure(() -> queries.bulkInsertChildRow(rows(100, i -> new ChildRow(i, i))));
    assertEquals("23503", e.getSQLState());
    assertEquals(0, count("child"));
  }

  @Test
  void insideATransactionTheStateIsTold() throws Exception {
    List<NarrowRow> good = rows(5, i -> new NarrowRow(i, "first"));
    for (int bad : List.of(10, 25)) {
      connection.setAutoCommit(false);
      queries.bulkInsertNarrowRow(good);
      SQLException e =
          failure(() ->
              queries.bulkInsertNarrowRow(
                  rows(bad + 5, i -> new NarrowRow(i, i == bad ? "\0" : "later"))));
      assertTrue(e.getMessage().endsWith("; no row was written"), e.getMessage());
      assertEquals(5, count("narrow")); // nothing reached the server, so the transaction goes on
      e =
          failure(() ->
              queries.bulkInsertNarrowRow(
                  rows(100_000, i -> new NarrowRow(i, i == 90_000 ? "\0" : "later"))));
      assertTrue(e.getMessage().startsWith("row 90000: v has a NUL"), e.getMessage());
      assertTrue(
          e.getMessage().endsWith("; the transaction is aborted and has to be rolled back"),
          e.getMessage());
      assertEquals("25P02", failure(() -> count("narrow")).getSQLState());
      connection.rollback();
      queries.bulkInsertNarrowRow(good);
      e =
          failure(() ->
              queries.bulkInsertRectangleRow(
                  rows(bad + 5, i -> new RectangleRow(bad - i, 1, "red"))));
      assertTrue(
          e.getMessage().endsWith("; the transaction is aborted and has to be rolled back"),
          e.getMessage());
      connection.rollback();
      connection.setAutoCommit(true);
      assertEquals(0, count("narrow"));
    }
  }

  @Test
  void insideATransactionRowsAreTheCallers() throws Exception {
    connection.setAutoCommit(false);
    queries.bulkInsertNarrowRow(rows(5, i -> new NarrowRow(i, "few")));
    queries.bulkInsertNarrowRow(rows(50_000, i -> new NarrowRow(i, "many")));
    assertEquals(50_005, count("narrow"));
    assertFalse(connection.getAutoCommit());
    connection.rollback();
    connection.setAutoCommit(true);
    assertEquals(0, count("narrow"));
  }

  @Test
  void theSourcesOwnExceptionComesThrough() throws Exception {
    for (int bad : List.of(3, 30, 80_000)) {
      Iterable<NarrowRow> rows =
          () ->
              IntStream.range(0, 100_000)
                  .mapToObj(i -> {
                    if (i == bad) {
                      throw new IllegalStateException("the source failed");
                    }
                    return new NarrowRow(i, "v");
                  })
                  .iterator();
      Exception e =
          assertThrows(IllegalStateException.class, () -> queries.bulkInsertNarrowRow(rows));
      assertEquals("the source failed", e.getMessage());
      assertEquals("no row was written", e.getSuppressed()[0].getMessage());
      assertEquals(0, count("narrow"));
    }
  }

  // An appender, between whose calls the connection is free.

  @Test
  void anAppenderLeavesTheConnectionFree() throws Exception {
    try (PgAppender.NarrowAppender appender = queries.createNarrowAppender()) {
      for (int i = 1; i <= 300_000; i++) {
        appender.append(i, "a value of some length");
        if (i % 50_000 == 0) {
          assertTrue(count("narrow") < i);
        }
      }
      assertTrue(count("narrow") > 0, "an appender keeps no more than its buffer");
      assertEquals(300_000, appender.flush());
      assertEquals(300_000, count("narrow"));
      appender.append(300_001, null);
      assertEquals(300_001, appender.flush());
      assertEquals(300_001, appender.flush());
      appender.append(300_002, null);
    }
    assertEquals(300_002, count("narrow"));
  }

  @Test
  void anAppenderThatFailedSaysSoAndKeepsWhatWasWrittenBefore() throws Exception {
    try (PgAppender.NarrowAppender appender = queries.createNarrowAppender()) {
      for (int i = 1; i <= 1000; i++) {
        appender.append(i, "v");
      }
      appender.flush();
      appender.append(1001, "v");
      SQLException e = failure(() -> appender.append(1002, "\0"));
      assertEquals(
          "row 1002: v has a NUL character, which text cannot hold; no row from 1001 on was"
              + " written",
          e.getMessage());
      e = failure(() -> appender.append(1003, "v"));
      assertEquals("this appender has failed and takes no more rows", e.getMessage());
    }
    assertEquals(1000, count("narrow"));
  }

  @Test
  void rowsLargerThanTheBuffer() throws Exception {
    byte[] large = new byte[3_000_000];
    for (int i = 0; i < large.length; i++) {
      large[i] = (byte) (i * 31 >> 3);
    }
    String wide = "\u00e4\u20ac\ud83d\ude00x".repeat(50_000);
    assertEquals(
        30,
        queries.bulkInsertBlobStoreRow(
            rows(
                30,
                i ->
                    new BlobStoreRow(
                        i, i % 7 == 0 ? large : new byte[0], i % 5 == 0 ? wide : null))));
    assertEquals(
        "true",
        Db.text(
            connection,
            "SELECT bool_and(md5(data) = '%s')::text FROM blob_store WHERE id %% 7 = 0"
                .formatted(md5(large))));
    assertEquals(
        "true",
        Db.text(
            connection,
            "SELECT bool_and(note = repeat('\u00e4\u20ac\ud83d\ude00x', 50000))::text FROM"
                + " blob_store WHERE id % 5 = 0"));
    assertEquals(
        2, queries.bulkInsertBlobStoreRow(rows(2, i -> new BlobStoreRow(100 + i, large, null))));
  }

  private static String md5(byte[] bytes) throws Exception {
    return HexFormat.of().formatHex(MessageDigest.getInstance("MD5").digest(bytes));
  }

  @Test
  void whatATriggerLeavesOutIsNotCounted() throws Exception {
    assertEquals(
        99,
        queries.bulkInsertGuardedRow(rows(100, i -> new GuardedRow(i, i == 50 ? "skip" : "word"))));
    SQLException e =
        failure(() ->
            queries.bulkInsertGuardedRow(
                rows(100, i -> new GuardedRow(1000 + i, i == 50 ? "refuse" : "word"))));
    assertTrue(
        e.getMessage().startsWith("row 50: ERROR: the word refuse is refused"), e.getMessage());
    assertEquals("WORD", Db.text(connection, "SELECT DISTINCT word FROM guarded"));
  }
}
