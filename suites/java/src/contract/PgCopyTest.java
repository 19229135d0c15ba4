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
import gen.PgAppender.ParentInsert;
import gen.PgAppender.RectangleInsert;
import gen.PgCopy;
import gen.PgObservedAppender;
import gen.PgOverrides;
import java.lang.reflect.RecordComponent;
import java.math.BigDecimal;
import java.security.MessageDigest;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
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

  /** Values that are refused before they reach the server, by table and column. */
  private static final Map<String, List<Object>> REFUSED =
      Map.ofEntries(
          Map.entry("plain_numbers.i2", List.of(32768, -32769, Integer.MAX_VALUE)),
          Map.entry("plain_numbers.o", List.of(-1L, 1L << 32)),
          Map.entry(
              "plain_numbers.n12_2",
              List.of(new BigDecimal("10000000000"), new BigDecimal("-9999999999.995"))),
          Map.entry("plain_numbers.n5_neg", List.of(new BigDecimal("9999950"))),
          Map.entry("plain_numbers.n3_5", List.of(new BigDecimal("0.01"))),
          Map.entry(
              "plain_numbers.n",
              List.of(
                  new BigDecimal("1e131072"),
                  BigDecimal.valueOf(1, Integer.MIN_VALUE),
                  BigDecimal.valueOf(1, 16384),
                  BigDecimal.valueOf(1, Integer.MAX_VALUE))),
          Map.entry("texts.t", List.of("\0", "a\0b", "\ud83d", "\ude00\ud83d")),
          Map.entry("texts.ch", List.of("ab", "\u00e4", "\0")),
          Map.entry("texts.bit8", List.of("0101010x", "01010102")),
          Map.entry("texts.jb", List.of("\"\0\"")),
          Map.entry("texts.tsv", List.of("'open", "a:x", "a:", "a:0", "''", "\0")),
          Map.entry("times.d", List.of(LocalDate.of(5874898, 1, 1), LocalDate.of(-4713, 12, 31))),
          Map.entry(
              "times.ts",
              List.of(
                  LocalDateTime.of(294277, 1, 1, 0, 0),
                  LocalDateTime.of(294276, 12, 31, 23, 59, 59, 999_999_500),
                  LocalDateTime.of(-4713, 12, 31, 23, 59, 59))),
          Map.entry(
              "times.tz",
              List.of(
                  OffsetDateTime.of(294277, 1, 1, 0, 0, 0, 0, ZoneOffset.UTC),
                  OffsetDateTime.of(-4712, 1, 1, 1, 0, 0, 0, ZoneOffset.ofHours(2)))),
          Map.entry(
              "nets.ip",
              List.of(
                  "", "localhost", "300.1.1.1", "1.2.3", "1.2.3.4/33", "::1/129", ":::", "1:2")),
          Map.entry("nets.mac", List.of("08:00:2b:01:02:0", "hello")));

  @Test
  void whatATypeCannotHoldIsRefused() throws Exception {
    try (Connection types = Pg.open(PgCopy.getMigrations())) {
      PgCopy unit = new PgCopy(types);
      for (Map.Entry<String, List<Object>> refused : REFUSED.entrySet()) {
        String table = refused.getKey().split("\\.")[0];
        String column = refused.getKey().split("\\.")[1];
        String family = PgTypesTest.pascal(table);
        if (table.equals("plain_numbers")) {
          Db.call(unit, "storeNumbers", 1);
          Db.execute(
              types,
              "INSERT INTO plain_numbers SELECT %s FROM numbers"
                  .formatted(columns(types, table, "%I")));
        } else {
          Db.call(unit, "store" + family, 1);
        }
        Object good = ((List<?>) Db.call(unit, "all" + family)).get(0);
        int index = List.of(columns(types, table, "%s").split(", ")).indexOf(column);
        for (Object value : refused.getValue()) {
          for (int count : List.of(5, 25)) {
            List<Object> rows = new ArrayList<>();
            for (int i = 1; i <= count; i++) {
              rows.add(
                  with(
                      good,
                      Map.of(
                          0, i + 1, index, i == count - 1 ? value : Db.values(good).get(index))));
            }
            SQLException e = failure(() -> Db.call(unit, "bulkInsert" + family, rows));
            // "char" is no text
            boolean nul = value.toString().contains("\0") && !column.equals("ch");
            String start = "row " + (count - 1) + ": " + column + (nul ? ": text cannot " : " ");
            assertTrue(e.getMessage().startsWith(start), e.getMessage() + " instead of " + start);
            assertEquals("1", Db.text(types, "SELECT count(*) FROM " + table));
          }
        }
        Db.execute(types, "TRUNCATE numbers, " + table);
      }
    }
  }

  /** Numbers are rounded to their column's scale as the server does it, and keep all digits. */
  @Test
  void numbersAreThoseThatTheServerMakes() throws Exception {
    try (Connection types = Pg.open(PgCopy.getMigrations())) {
      PgCopy unit = new PgCopy(types);
      unit.storeNumbers(1);
      String copied = columns(types, "plain_numbers", "%I");
      Db.execute(types, "INSERT INTO plain_numbers SELECT %s FROM numbers".formatted(copied));
      Object good = ((List<?>) Db.call(unit, "allPlainNumbers")).get(0);
      List<String> columns = List.of(columns(types, "plain_numbers", "%s").split(", "));
      List<String> numbers = new ArrayList<>(List.of("0.125", "-0.125", "0.135", "0.1249999"));
      for (int digits = 14; digits <= 20; digits++) {
        for (int scale = 0; scale < 8; scale++) {
          numbers.add(
              new BigDecimal("98765432109876543219".substring(0, digits))
                  .movePointLeft(scale)
                  .toPlainString());
        }
      }
      List<Object> rows = new ArrayList<>();
      for (String number : numbers) {
        BigDecimal value = new BigDecimal(number);
        rows.add(with(good, Map.of(0, rows.size() + 2, columns.indexOf("n"), value)));
        if (value.abs().compareTo(BigDecimal.ONE) < 0) {
          rows.set(
              rows.size() - 1,
              with(rows.get(rows.size() - 1), Map.of(columns.indexOf("n12_2"), value)));
        }
      }
      Db.call(unit, "bulkInsertPlainNumbers", rows);
      for (int i = 0; i < numbers.size(); i++) {
        String where = " FROM plain_numbers WHERE id = " + (i + 2);
        assertEquals(numbers.get(i), Db.text(types, "SELECT n" + where));
        if (i < 4) {
          String rounded = "SELECT CAST(%s AS numeric(12, 2))".formatted(numbers.get(i));
          assertEquals(Db.text(types, rounded), Db.text(types, "SELECT n12_2" + where));
        }
      }
    }
  }

  /** A document goes in UTF-8, whatever it says of itself. */
  @Test
  void documentsInUtf8() throws Exception {
    try (Connection types = Pg.open(PgCopy.getMigrations())) {
      PgCopy unit = new PgCopy(types);
      unit.storeTexts(1);
      Object good = unit.allTexts().get(0);
      int x = List.of(columns(types, "texts", "%s").split(", ")).indexOf("x");
      String document = "<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?><a>\u00e9</a>";
      List<Object> rows = new ArrayList<>();
      for (int id = 2; id < 32; id++) {
        rows.add(with(good, Map.of(0, id, x, document)));
      }
      Db.call(unit, "bulkInsertTexts", rows);
      assertEquals(
          "30", Db.text(types, "SELECT count(*) FROM texts WHERE x::text LIKE '%<a>\u00e9</a>'"));
    }
  }

  /** What the server alone can tell has its row and its column all the same. */
  @Test
  void whatTheServerRefusesHasItsColumn() throws Exception {
    try (Connection types = Pg.open(PgCopy.getMigrations())) {
      PgCopy unit = new PgCopy(types);
      unit.storeTexts(1);
      unit.storeNets(1);
      Map<String, Object> refused =
          Map.of(
              "texts.vc10",
              "01234567890",
              "texts.bit8",
              "1",
              "texts.j",
              "{",
              "nets.net",
              "10.1.2.3/8");
      for (Map.Entry<String, Object> entry : refused.entrySet()) {
        String table = entry.getKey().split("\\.")[0];
        String column = entry.getKey().split("\\.")[1];
        String family = PgTypesTest.pascal(table);
        Object good = ((List<?>) Db.call(unit, "all" + family)).get(0);
        int index = List.of(columns(types, table, "%s").split(", ")).indexOf(column);
        List<Object> rows = new ArrayList<>();
        for (int i = 1; i <= 30; i++) {
          rows.add(
              with(
                  good,
                  Map.of(
                      0, i + 1, index, i == 28 ? entry.getValue() : Db.values(good).get(index))));
        }
        SQLException e = failure(() -> Db.call(unit, "bulkInsert" + family, rows));
        String start = "row 28, column " + column + ": ERROR: ";
        assertTrue(e.getMessage().startsWith(start), e.getMessage() + " instead of " + start);
      }
    }
  }

  /** A table's columns, each in a format. */
  private static String columns(Connection types, String table, String format) throws SQLException {
    return Db.text(
        types,
        """
        SELECT string_agg(format('%s', attname), ', ' ORDER BY attnum) FROM pg_attribute
        WHERE attrelid = '%s'::regclass AND attnum > 0 AND NOT attisdropped
        """
            .formatted(format, table));
  }

  /** A row with some of its values changed. */
  private static Object with(Object row, Map<Integer, Object> changes) throws Exception {
    List<Object> values = new ArrayList<>(Db.values(row));
    changes.forEach(values::set);
    RecordComponent[] components = row.getClass().getRecordComponents();
    Class<?>[] classes = Stream.of(components).map(RecordComponent::getType).toArray(Class[]::new);
    return row.getClass().getConstructor(classes).newInstance(values.toArray());
  }

  private static void copied(Connection types, PgCopy unit, String table) throws Exception {
    String family = PgTypesTest.pascal(table);
    String all = "all" + family;
    Class<?> appender = Class.forName("gen.PgCopy$" + family + "Appender");
    assertEquals("CopyInserter", appender.getSuperclass().getSimpleName());
    List<Object> copies = new ArrayList<>();
    for (Object row : (List<?>) Db.call(unit, all)) {
      copies.add(with(row, Map.of(0, (int) Db.values(row).get(0) + SHIFT)));
    }
    assertTrue(copies.size() > 20, "too few rows for a COPY");
    assertEquals((long) copies.size(), Db.call(unit, "bulkInsert" + family, copies));
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
          queries.bulkInsertNarrow(
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
    assertEquals(0, queries.bulkInsertNarrow(List.of()));
  }

  // Errors.

  @Test
  void whatCannotBeEncodedIsNamedBeforeItReachesTheServer() throws Exception {
    for (int bad : List.of(1, 15, 25, 60_000)) {
      for (String text : List.of("a\0b", "\ud800", "x\udc00y")) {
        SQLException e =
            failure(() ->
                queries.bulkInsertNarrow(
                    rows(bad + 5, i -> new NarrowRow(i, i == bad ? text : "fine"))));
        String why =
            text.contains("\0")
                ? ": v: text cannot hold a NUL"
                : ": v has half of a surrogate pair";
        assertTrue(e.getMessage().startsWith("row " + bad + why), e.getMessage());
        assertTrue(e.getMessage().endsWith("; no row was written"), e.getMessage());
        assertEquals(0, count("narrow"));
        assertTrue(connection.getAutoCommit());
      }
    }
    SQLException e =
        failure(() ->
            queries.bulkInsertPublicParent(
                rows(30, i -> new ParentInsert(i == 7 ? null : "n" + i))));
    assertEquals("row 7: name: NULL in a NOT NULL column; no row was written", e.getMessage());
  }

  @Test
  void theServersErrorNamesRowAndColumn() throws Exception {
    for (int bad : List.of(1, 25, 60_000)) {
      SQLException e =
          failure(() ->
              queries.bulkInsertRectangle(
                  rows(bad + 50, i -> new RectangleInsert(i == bad ? -1 : i, 2, "red"))));
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
            queries.bulkInsertPublicParent(
                rows(3000, i -> new ParentInsert("n" + (i == 2500 ? 7 : i)))));
    assertEquals("23505", e.getSQLState());
    assertTrue(e.getMessage().startsWith("row 2500: "), e.getMessage());
    assertEquals(0, count("parent"));
  }

  @Test
  void aConstraintThatIsCheckedAtTheEndHasNoRow() throws Exception {
    SQLException e = failure(() -> queries.bulkInsertChild(rows(100, i -> new ChildRow(i, i))));
    assertEquals("23503", e.getSQLState());
    assertEquals(0, count("child"));
  }

  @Test
  void insideATransactionTheStateIsTold() throws Exception {
    List<NarrowRow> good = rows(5, i -> new NarrowRow(i, "first"));
    for (int bad : List.of(10, 25)) {
      connection.setAutoCommit(false);
      queries.bulkInsertNarrow(good);
      SQLException e =
          failure(() ->
              queries.bulkInsertNarrow(
                  rows(bad + 5, i -> new NarrowRow(i, i == bad ? "\0" : "later"))));
      assertTrue(e.getMessage().endsWith("; no row was written"), e.getMessage());
      assertEquals(5, count("narrow")); // nothing reached the server, so the transaction goes on
      e =
          failure(() ->
              queries.bulkInsertNarrow(
                  rows(100_000, i -> new NarrowRow(i, i == 90_000 ? "\0" : "later"))));
      assertTrue(e.getMessage().startsWith("row 90000: v: text cannot hold a NUL"), e.getMessage());
      assertTrue(
          e.getMessage().endsWith("; the transaction is aborted and has to be rolled back"),
          e.getMessage());
      assertEquals("25P02", failure(() -> count("narrow")).getSQLState());
      connection.rollback();
      queries.bulkInsertNarrow(good);
      e =
          failure(() ->
              queries.bulkInsertRectangle(
                  rows(bad + 5, i -> new RectangleInsert(bad - i, 1, "red"))));
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
    queries.bulkInsertNarrow(rows(5, i -> new NarrowRow(i, "few")));
    queries.bulkInsertNarrow(rows(50_000, i -> new NarrowRow(i, "many")));
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
      Exception e = assertThrows(IllegalStateException.class, () -> queries.bulkInsertNarrow(rows));
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
  void anAppenderThatIsClosedTakesNoRows() throws Exception {
    PgAppender.NarrowAppender appender = queries.createNarrowAppender();
    appender.append(1, "v");
    appender.close();
    appender.close();
    assertEquals("the appender is closed", failure(() -> appender.append(2, "v")).getMessage());
    assertEquals("the appender is closed", failure(appender::flush).getMessage());
    assertEquals(1, count("narrow"));
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
          "row 1002: v: text cannot hold a NUL character; no row from 1001 on was" + " written",
          e.getMessage());
      e = failure(() -> appender.append(1003, "v"));
      assertEquals("this appender has failed and takes no more rows", e.getMessage());
      e = failure(appender::flush);
      assertEquals("this appender has failed and takes no more rows", e.getMessage());
    }
    try (PgAppender.NarrowAppender appender = queries.createNarrowAppender()) {
      for (int i = 1; i <= 100; i++) {
        appender.append(i, "v");
      }
      failure(() -> appender.append(101, "v\0"));
      failure(appender::flush); // half of a row is in the buffer
    }
    assertEquals(1000, count("narrow"));
  }

  @Test
  void rowsLargerThanTheBuffer() throws Exception {
    byte[] large = new byte[20_000_000];
    for (int i = 0; i < large.length; i++) {
      large[i] = (byte) (i * 31 >> 3);
    }
    String wide = "\u00e4\u20ac\ud83d\ude00x".repeat(50_000);
    assertEquals(
        30,
        queries.bulkInsertBlobStore(
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
        2, queries.bulkInsertBlobStore(rows(2, i -> new BlobStoreRow(100 + i, large, null))));
  }

  private static String md5(byte[] bytes) throws Exception {
    return HexFormat.of().formatHex(MessageDigest.getInstance("MD5").digest(bytes));
  }

  @Test
  void whatATriggerLeavesOutIsNotCounted() throws Exception {
    assertEquals(
        99,
        queries.bulkInsertGuarded(rows(100, i -> new GuardedRow(i, i == 50 ? "skip" : "word"))));
    SQLException e =
        failure(() ->
            queries.bulkInsertGuarded(
                rows(100, i -> new GuardedRow(1000 + i, i == 50 ? "refuse" : "word"))));
    assertTrue(
        e.getMessage().startsWith("row 50: ERROR: the word refuse is refused"), e.getMessage());
    assertEquals("WORD", Db.text(connection, "SELECT DISTINCT word FROM guarded"));
  }

  @Test
  void valuesOfTheApplicationsOwnTypes() throws Exception {
    try (Connection documents = Pg.open(PgOverrides.getMigrations())) {
      PgOverrides queries = new PgOverrides(documents);
      Meta meta = new Meta("<{\"a\": 1}>");
      IntFunction<PgOverrides.DocumentRow> row =
          i ->
              new PgOverrides.DocumentRow(
                  i,
                  meta,
                  i % 2 == 0 ? null : meta,
                  Meta.State.OPEN,
                  i % 3 == 0 ? null : new Meta.Money(BigDecimal.ONE));
      assertEquals(30, queries.bulkInsertDocument(rows(30, row)));
      assertEquals(
          "30 15 20 OPEN {\"a\": 1} 1.00",
          Db.text(
              documents,
              "SELECT concat_ws(' ', count(*), count(extra), count(amount), min(state),"
                  + " min(meta::text), min(amount)) FROM document"));
      SQLException e =
          failure(() ->
              queries.bulkInsertDocument(
                  rows(
                      30,
                      i ->
                          i == 22
                              ? new PgOverrides.DocumentRow(
                                  100 + i, new Meta(""), null, Meta.State.OPEN, null)
                              : row.apply(100 + i))));
      assertTrue(e.getMessage().startsWith("row 22: meta cannot be encoded: "), e.getMessage());
      // Types that only their text is known of go by INSERT, however many rows there are.
      assertEquals(
          2000,
          queries.bulkInsertShape(
              rows(
                  2000,
                  i ->
                      new PgOverrides.ShapeRow(
                          i, "(1,2)", null, "$.a", "a & b", PgOverrides.Colour.RED, null))));
      assertEquals(
          "2000 (1,2)", Db.text(documents, "SELECT count(*) || ' ' || min(at::text) FROM shape"));
    }
  }

  @Test
  void observedCopies() throws Exception {
    List<String> log = new ArrayList<>();
    try (Connection observed = Pg.open(PgObservedAppender.getMigrations())) {
      PgObservedAppender appenders =
          new PgObservedAppender(
              observed,
              query ->
                  (rows, error) ->
                      log.add(
                          query + " " + rows + " " + (error == null ? "" : error.getMessage())));
      appenders.bulkInsertNarrow(rows(100, i -> new PgObservedAppender.NarrowRow(i, "v")));
      failure(() ->
          appenders.bulkInsertNarrow(
              rows(100, i -> new PgObservedAppender.NarrowRow(i, i == 50 ? "\0" : "v"))));
      try (PgObservedAppender.NarrowAppender appender = appenders.createNarrowAppender()) {
        appender.append(1, null);
        appender.flush();
        appender.append(2, null);
      }
    }
    assertEquals(
        List.of(
            "narrow 100 ",
            "narrow 0 row 50: v: text cannot hold a NUL character; no row was written",
            "narrow 2 "),
        log);
  }
}
