package contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import gen.DuckBatch;
import gen.DuckObservedBulk;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Batches: lazy sources, all or nothing, errors that say where. */
class DuckBulkTest {
  private static Iterable<DuckBatch.InsertReadingParams> readings(int count, int twice) {
    return () ->
        IntStream.rangeClosed(1, count)
            .mapToObj(i ->
                new DuckBatch.InsertReadingParams(
                    "s" + i % 2, i == twice ? i - 2 : i, i % 10 == 0 ? null : i * 0.5))
            .iterator();
  }

  @Test
  void batches() throws Exception {
    try (Connection connection = Duck.open(DuckBatch.getMigrations())) {
      DuckBatch batch = new DuckBatch(connection);
      assertEquals(0, batch.insertReadingBatch(List.of()));
      assertEquals(3000, batch.insertReadingBatch(readings(3000, 0)));
      assertEquals(3000, batch.readingSummary().count());
      assertEquals(
          1,
          batch.correctReadingBatch(
              List.of(
                  new DuckBatch.CorrectReadingParams(7.0, "s1", 1),
                  new DuckBatch.CorrectReadingParams(1.0, "s0", 2))));
      assertEquals(
          1500,
          batch.deleteSensorBatch(
              List.of(
                  new DuckBatch.DeleteSensorParams("s1"), new DuckBatch.DeleteSensorParams("x"))));
      LocalDateTime since = LocalDateTime.of(2024, 1, 1, 0, 0);
      batch.setFlagBatch(
          List.of(
              new DuckBatch.SetFlagParams(1, true, since),
              new DuckBatch.SetFlagParams(2, false, null)));
      assertEquals(
          List.of(new DuckBatch.FlagRow(1, true, since), new DuckBatch.FlagRow(2, false, null)),
          batch.allFlags());
    }
  }

  /** The row that failed is named, and nothing of the batch is left. */
  @Test
  void aFailedBatchLeavesNothing() throws Exception {
    try (Connection connection = Duck.open(DuckBatch.getMigrations())) {
      DuckBatch batch = new DuckBatch(connection);
      SQLException e =
          assertThrows(SQLException.class, () -> batch.insertReadingBatch(readings(900, 777)));
      assertTrue(e.getMessage().startsWith("row 777: Constraint Error: "), e.getMessage());
      assertTrue(connection.getAutoCommit());
      assertEquals(0, batch.readingSummary().count());
      assertThrows(
          IllegalStateException.class,
          () ->
              batch.insertReadingBatch(() ->
                  IntStream.range(0, 9)
                      .mapToObj(i -> {
                        if (i == 5) {
                          throw new IllegalStateException("the source failed");
                        }
                        return new DuckBatch.InsertReadingParams("s", i, 1.0);
                      })
                      .iterator()));
      assertEquals(0, batch.readingSummary().count());
      for (boolean jdbc : new boolean[] {true, false}) {
        connection.setAutoCommit(!jdbc);
        if (!jdbc) {
          Duck.execute(connection, "BEGIN");
        }
        batch.insertReading("mine", 1, null);
        batch.insertReadingBatch(readings(5, 0));
        assertEquals(6, batch.readingSummary().count());
        assertThrows(SQLException.class, () -> batch.insertReadingBatch(readings(50, 49)));
        assertThrows(SQLException.class, batch::readingSummary); // only ROLLBACK goes on
        if (jdbc) {
          connection.rollback();
        } else {
          Duck.execute(connection, "ROLLBACK");
        }
        connection.setAutoCommit(true);
        assertEquals(0, batch.readingSummary().count());
      }
      batch.insertReadingBatch(readings(5, 0));
      assertEquals(5, batch.readingSummary().count());
    }
  }

  @Test
  void observed() throws Exception {
    List<String> log = new ArrayList<>();
    try (Connection connection = Duck.open(DuckObservedBulk.getMigrations())) {
      DuckObservedBulk batch =
          new DuckObservedBulk(
              connection,
              query -> (rows, error) -> log.add(query + " " + rows + " " + (error != null)));
      var row = new DuckObservedBulk.InsertReadingParams("s", 1, 1.0);
      batch.insertReadingBatch(List.of(row));
      assertThrows(SQLException.class, () -> batch.insertReadingBatch(List.of(row)));
    }
    assertEquals(List.of("insert_reading 1 false", "insert_reading 0 true"), log);
  }
}
