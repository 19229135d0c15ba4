package contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import gen.Appender;
import gen.Batch;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.function.LongFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Batches and appenders: lazy sources, all or nothing, errors that say where. */
class BulkTest {
  /** Rows made one by one while they are taken. */
  private static <T> Iterable<T> lazily(long count, LongFunction<T> row) {
    return () -> LongStream.rangeClosed(1, count).mapToObj(row).iterator();
  }

  private static SQLException fails(org.junit.jupiter.api.function.Executable work) {
    return assertThrows(SQLException.class, work);
  }

  @Test
  void batchesCountRows() throws Exception {
    try (Connection connection = Db.open(Batch.getMigrations());
        Batch batch = new Batch(connection)) {
      assertEquals(0, batch.insertReadingBatch(List.of()));
      long count =
          batch.insertReadingBatch(
              lazily(
                  5000,
                  i ->
                      new Batch.InsertReadingParams("s" + i % 2, i, i % 10 == 0 ? null : i * 0.5)));
      assertEquals(5000, count);
      assertEquals(new Batch.ReadingSummaryRow(5000, 4500, 5625000.0), batch.readingSummary());
      assertEquals(
          1,
          batch.correctReadingBatch(
              List.of(
                  new Batch.CorrectReadingParams(7.0, "s1", 1),
                  new Batch.CorrectReadingParams(1.0, "s0", 2))));
      batch.upsertReadingBatch(List.of(new Batch.UpsertReadingParams("s1", 1, null)));
      assertEquals(4499, batch.readingSummary().withValue());
      assertEquals(
          2500,
          batch.deleteSensorBatch(
              List.of(new Batch.DeleteSensorParams("s1"), new Batch.DeleteSensorParams("none"))));
      LocalDateTime since = LocalDateTime.of(2024, 1, 1, 0, 0);
      batch.setFlagBatch(
          List.of(
              new Batch.SetFlagParams(1, true, since), new Batch.SetFlagParams(2, false, null)));
      assertEquals(
          List.of(new Batch.FlagRow(1, true, since), new Batch.FlagRow(2, false, null)),
          batch.allFlags());
    }
  }

  @Test
  void aFailedBatchLeavesNothing() throws Exception {
    Path file = Files.createTempDirectory("sqg").resolve("batch.db");
    try (Connection connection = Db.open(file);
        Connection other = Db.open(file)) {
      for (String sql : Batch.getMigrations()) {
        Db.execute(connection, sql);
      }
      try (Batch batch = new Batch(connection)) {
        SQLException e =
            fails(() ->
                batch.insertReadingBatch(
                    lazily(3000, i -> new Batch.InsertReadingParams("s", i == 2500 ? 1 : i, 1.0))));
        assertTrue(e.getMessage().startsWith("rows 2001 to 3000: "), e.getMessage());
        assertEquals("0", Db.text(connection, "SELECT count(*) FROM reading"));
        e =
            fails(() ->
                batch.insertReadingBatch(
                    lazily(
                        1500,
                        i -> new Batch.InsertReadingParams("s", i, i == 1200 ? Double.NaN : 1))));
        assertTrue(e.getMessage().startsWith("row 1200: value is NaN"), e.getMessage());
        assertThrows(
            IllegalStateException.class,
            () ->
                batch.insertReadingBatch(
                    lazily(
                        1500,
                        i -> {
                          if (i == 1200) {
                            throw new IllegalStateException("the source failed");
                          }
                          return new Batch.InsertReadingParams("s", i, 1.0);
                        })));
        assertEquals("0", Db.text(other, "SELECT count(*) FROM reading"));
        assertTrue(connection.getAutoCommit());
        batch.insertReadingBatch(lazily(3, i -> new Batch.InsertReadingParams("s", i, 1.0)));
        assertEquals("3", Db.text(other, "SELECT count(*) FROM reading"));

        connection.setAutoCommit(false);
        batch.insertReading("mine", 1, null);
        fails(() ->
            batch.insertReadingBatch(lazily(5, i -> new Batch.InsertReadingParams("s", i, 1.0))));
        batch.insertReadingBatch(lazily(5, i -> new Batch.InsertReadingParams("t", i, 1.0)));
        assertEquals("3", Db.text(other, "SELECT count(*) FROM reading"));
        assertFalse(connection.getAutoCommit());
        connection.commit();
        assertEquals("9", Db.text(other, "SELECT count(*) FROM reading"));
        connection.setAutoCommit(true);

        Db.execute(connection, "BEGIN");
        batch.insertReadingBatch(lazily(5, i -> new Batch.InsertReadingParams("u", i, 1.0)));
        assertEquals("9", Db.text(other, "SELECT count(*) FROM reading"));
        Db.execute(connection, "ROLLBACK");
        assertEquals("9", Db.text(connection, "SELECT count(*) FROM reading"));
      }
    }
  }

  @Test
  void appendersOfEverySize() throws Exception {
    try (Connection connection = Db.open(Appender.getMigrations());
        Appender appender = new Appender(connection)) {
      for (long n : new long[] {0, 1, 2, 31, 32, 33, 64, 1023, 1024, 1025, 10_000}) {
        appender.clearNarrow();
        assertEquals(
            n,
            appender.bulkInsertNarrow(
                lazily(n, i -> new Appender.NarrowRow(i, i % 2 == 0 ? null : "v" + i))));
        var summary = appender.narrowSummary();
        assertEquals(n, summary.rows());
        assertEquals((n + 1) / 2, summary.withV());
        if (n > 0) {
          assertEquals(n * (n + 1) / 2, summary.sumK());
        }
        appender.clearNarrow();
        try (Appender.NarrowAppender rows = appender.createNarrowAppender()) {
          for (long i = 1; i <= n; i++) {
            if (i % 2 == 0) {
              rows.append(i, null);
            } else {
              rows.append(new Appender.NarrowRow(i, "v" + i));
            }
          }
          assertEquals(n, rows.flush());
        }
        assertEquals(n, appender.narrowSummary().rows());
      }
      var wide =
          new Appender.WideRow(
              1,
              "a",
              1.5,
              null,
              null,
              null,
              2,
              "b",
              2.5,
              3L,
              "c",
              3.5,
              4,
              "d",
              4.5,
              5L,
              "e",
              new byte[] {1});
      assertEquals(100, appender.bulkInsertWide(lazily(100, i -> wide)));
      assertEquals(700, appender.wideSummary().sum());
    }
  }

  @Test
  void appendersConvert() throws Exception {
    try (Connection connection = Db.open(Appender.getMigrations());
        Appender appender = new Appender(connection)) {
      UUID uuid = UUID.fromString("a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11");
      var row =
          new Appender.EveryTypeRow(
              7,
              true,
              Long.MAX_VALUE,
              0.5,
              new BigDecimal("12.50"),
              "it's",
              new byte[] {0, -1},
              LocalDate.of(2024, 2, 29),
              LocalTime.of(12, 0, 0, 500_000_000),
              LocalDateTime.of(2024, 2, 29, 12, 0),
              OffsetDateTime.parse("2024-02-29T12:00:00+02:00"),
              uuid,
              "[1]");
      assertEquals(1, appender.bulkInsertEveryType(List.of(row)));
      var stored = appender.everyTypeStorage().get(0);
      assertEquals("integer 1", stored.b());
      assertEquals("integer 9223372036854775807", stored.i());
      assertEquals("real 12.5", stored.dec());
      assertEquals("text it's", stored.t());
      assertEquals("blob 00FF", stored.bin());
      assertEquals("text 2024-02-29", stored.d());
      assertEquals("text 12:00:00.500000", stored.tm());
      assertEquals("text 2024-02-29 12:00:00", stored.ts());
      assertEquals("text 2024-02-29 10:00:00+00:00", stored.tz());
      assertEquals("text " + uuid, stored.u());
      assertEquals("text [1]", stored.j());
      var nulls =
          new Appender.EveryTypeOrNullRow(
              1, null, null, null, null, null, null, null, null, null, null, null, null);
      assertEquals(40, appender.bulkInsertEveryTypeOrNull(lazily(40, i -> withId(nulls, i))));
      assertEquals(withId(nulls, 40), appender.allEveryTypeOrNull().get(39));
    }
  }

  private static Appender.EveryTypeOrNullRow withId(Appender.EveryTypeOrNullRow r, long id) {
    return new Appender.EveryTypeOrNullRow(
        id, r.b(), r.i(), r.f(), r.dec(), r.t(), r.bin(), r.d(), r.tm(), r.ts(), r.tz(), r.u(),
        r.j());
  }

  @Test
  void whatTheEngineAssignsIsLeftOut() throws Exception {
    try (Connection connection = Db.open(Appender.getMigrations());
        Appender appender = new Appender(connection)) {
      appender.bulkInsertRectangle(lazily(3, i -> new Appender.RectangleInsert(i, 2, "blue")));
      assertEquals(6, appender.allRectangles().get(2).area());
      assertEquals("3x2", appender.allRectangles().get(2).label());
      appender.bulkInsertMainParent(List.of(new Appender.ParentInsert("p")));
      assertEquals(List.of(new Appender.ParentRow(1, "p")), appender.allParents());
      appender.bulkInsertOrderLine(List.of(new Appender.OrderLineRow(1, "c", null)));
      assertEquals(1, appender.allOrderLines().size());
    }
  }

  @Test
  void aFailedAppenderSaysWhereAndLeavesNothing() throws Exception {
    try (Connection connection = Db.open(Appender.getMigrations());
        Appender appender = new Appender(connection)) {
      SQLException e =
          fails(() ->
              appender.bulkInsertRectangle(
                  lazily(2000, i -> new Appender.RectangleInsert(i == 1500 ? -1 : 1, 2, "blue"))));
      Matcher told = Pattern.compile("rows (\\d+) to (\\d+): .*CHECK.*").matcher(e.getMessage());
      assertTrue(told.matches(), e.getMessage());
      int first = Integer.parseInt(told.group(1));
      int last = Integer.parseInt(told.group(2));
      assertTrue(first <= 1500 && 1500 <= last, e.getMessage());
      // Of the 1,024 rows that are written together, each statement has as many.
      assertEquals(0, (first - 1025) % (last - first + 1), e.getMessage());
      assertTrue(e.getErrorCode() != 0);
      assertEquals(List.of(), appender.allRectangles());
      e =
          fails(() ->
              appender.bulkInsertRectangle(
                  lazily(
                      2000, i -> new Appender.RectangleInsert(1, 2, i == 1500 ? null : "blue"))));
      assertTrue(e.getMessage().startsWith("row 1500: colour: NULL"), e.getMessage());
      var good =
          new Appender.WideRow(
              1, "a", 1, null, null, null, 2, "b", 2, 3L, "c", 3.5, 4, "d", 4, 5L, "e", null);
      var bad =
          new Appender.WideRow(
              1,
              "a",
              Double.NaN,
              null,
              null,
              null,
              2,
              "b",
              2,
              3L,
              "c",
              3.5,
              4,
              "d",
              4,
              5L,
              "e",
              null);
      e = fails(() -> appender.bulkInsertWide(lazily(50, i -> i == 40 ? bad : good)));
      assertTrue(e.getMessage().startsWith("row 40: c03 is NaN"), e.getMessage());
      assertEquals(0, appender.wideSummary().rows());
      assertTrue(connection.getAutoCommit());

      Appender.NarrowAppender rows = appender.createNarrowAppender();
      rows.append(1, "a");
      assertEquals(1, rows.flush());
      rows.append(2, "b");
      Db.execute(
          connection,
          "CREATE TRIGGER no BEFORE INSERT ON narrow BEGIN SELECT raise(ABORT, 'no'); END");
      fails(rows::flush);
      Db.execute(connection, "DROP TRIGGER no");
      assertTrue(fails(() -> rows.append(3, "c")).getMessage().contains("has failed"));
      rows.close();
      assertEquals(1, appender.narrowSummary().rows());
      Appender.NarrowAppender closed = appender.createNarrowAppender();
      closed.close();
      closed.close();
      assertEquals("the appender is closed", fails(() -> closed.append(4, "d")).getMessage());
      assertEquals("the appender is closed", fails(closed::flush).getMessage());
      Db.execute(connection, "DROP TABLE narrow");
    }
  }

  @Test
  void inTheCallersTransactionNothingIsCommitted() throws Exception {
    Path file = Files.createTempDirectory("sqg").resolve("bulk.db");
    try (Connection connection = Db.open(file);
        Connection other = Db.open(file)) {
      for (String sql : Appender.getMigrations()) {
        Db.execute(connection, sql);
      }
      try (Appender appender = new Appender(connection)) {
        connection.setAutoCommit(false);
        appender.bulkInsertNarrow(lazily(100, i -> new Appender.NarrowRow(i, "a")));
        assertEquals("0", Db.text(other, "SELECT count(*) FROM narrow"));
        connection.rollback();
        assertEquals(0, appender.narrowSummary().rows());
        appender.bulkInsertNarrow(lazily(100, i -> new Appender.NarrowRow(i, "a")));
        connection.commit();
        assertEquals("100", Db.text(other, "SELECT count(*) FROM narrow"));
        connection.setAutoCommit(true);
        List<Long> seen = new ArrayList<>();
        try (var stream = appender.allNarrowStream()) {
          stream
              .limit(2)
              .forEach(r -> {
                try {
                  seen.add(
                      appender.bulkInsertNarrow(
                          List.of(new Appender.NarrowRow(1000 + r.k(), null))));
                } catch (SQLException e) {
                  throw new AssertionError(e);
                }
              });
        }
        assertEquals(List.of(1L, 1L), seen);
      }
    }
  }
}
