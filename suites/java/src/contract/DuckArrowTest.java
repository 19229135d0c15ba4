package contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import gen.Analytics;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.OffsetDateTime;
import java.util.Arrays;
import java.util.List;
import java.util.Properties;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.Float8Vector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.junit.jupiter.api.Test;

/** Rows as vectors of Apache Arrow. */
class DuckArrowTest {
  private static final OffsetDateTime AT = OffsetDateTime.parse("2024-02-29T12:00:00.123456Z");

  private static Connection open() throws SQLException {
    Connection connection = Duck.open();
    Analytics.applyMigrations(connection);
    return connection;
  }

  private static Analytics.ReadingsRow row(long id) {
    return new Analytics.ReadingsRow(
        id,
        AT,
        id == 2 ? null : id * 0.5,
        "n" + id,
        Arrays.asList("a", null),
        Analytics.Grade.HIGH);
  }

  @Test
  void reads() throws Exception {
    try (BufferAllocator allocator = new RootAllocator();
        Connection connection = open()) {
      Analytics analytics = new Analytics(connection);
      analytics.bulkInsertReadings(List.of(row(1), row(2), row(3)));
      try (ArrowReader reader = analytics.allReadingsArrow(allocator)) {
        VectorSchemaRoot root = reader.getVectorSchemaRoot();
        assertTrue(reader.loadNextBatch());
        assertEquals(3, root.getRowCount());
        assertEquals(2, ((BigIntVector) root.getVector("id")).get(1));
        assertTrue(((Float8Vector) root.getVector("value")).isNull(1));
        assertEquals("n3", root.getVector("name").getObject(2).toString());
        assertEquals(3, analytics.names().size()); // the connection is free meanwhile
        assertFalse(reader.loadNextBatch());
      }
      try (ArrowReader reader = analytics.readingsAboveArrow(allocator, 1.0)) {
        reader.loadNextBatch();
        assertEquals(1, reader.getVectorSchemaRoot().getRowCount());
      }
      connection.setAutoCommit(false);
      analytics.bulkInsertReadings(List.of(row(4)));
      try (ArrowReader reader = analytics.namesArrow(allocator)) {
        reader.loadNextBatch();
        assertEquals(4, reader.getVectorSchemaRoot().getRowCount());
      }
      connection.rollback();
    }
  }

  @Test
  void readsInBatches() throws Exception {
    try (BufferAllocator allocator = new RootAllocator();
        Connection connection = open()) {
      Analytics analytics = new Analytics(connection);
      long rows = 0;
      long sum = 0;
      try (ArrowReader reader = analytics.numbersToArrow(allocator, 1_000_000)) {
        while (reader.loadNextBatch()) {
          BigIntVector numbers = (BigIntVector) reader.getVectorSchemaRoot().getVector(0);
          rows += numbers.getValueCount();
          for (int i = 0; i < numbers.getValueCount(); i++) {
            sum += numbers.get(i);
          }
        }
      }
      assertEquals(1_000_000, rows);
      assertEquals(499_999_500_000L, sum);
      try (ArrowReader left = analytics.numbersToArrow(allocator, 1_000_000_000)) {
        assertTrue(left.loadNextBatch());
      }
    } // an allocator that is closed complains about memory that is not
  }

  /** A reader that is closed leaves no connection behind: the file can be opened otherwise. */
  @Test
  void aReaderClosesItsConnection() throws Exception {
    Path file = Files.createTempDirectory("sqg").resolve("arrow.duckdb");
    try (BufferAllocator allocator = new RootAllocator();
        Connection connection = Duck.open(file)) {
      Analytics analytics = new Analytics(connection);
      Analytics.applyMigrations(connection);
      try (ArrowReader reader = analytics.numbersToArrow(allocator, 1_000_000)) {
        assertTrue(reader.loadNextBatch());
      }
    }
    Properties readOnly = new Properties();
    readOnly.setProperty("duckdb.read_only", "true");
    java.sql.DriverManager.getConnection("jdbc:duckdb:" + file, readOnly).close();
  }

  private static VectorSchemaRoot vectors(BufferAllocator allocator, int rows, int twice) {
    BigIntVector id = new BigIntVector("id", allocator);
    VarCharVector name = new VarCharVector("name", allocator);
    for (int i = 0; i < rows; i++) {
      id.setSafe(i, i == twice ? 0 : i);
      name.setSafe(i, ("n" + i).getBytes(StandardCharsets.UTF_8));
    }
    VectorSchemaRoot root = VectorSchemaRoot.of(id, name);
    root.setRowCount(rows);
    return root;
  }

  @Test
  void writes() throws Exception {
    try (BufferAllocator allocator = new RootAllocator();
        Connection from = open();
        Connection to = open()) {
      Analytics source = new Analytics(from);
      Analytics sink = new Analytics(to);
      source.bulkInsertReadings(List.of(row(1), row(2), row(3)));
      assertEquals(3, sink.bulkInsertReadingsArrow(allocator, source.allReadingsArrow(allocator)));
      assertEquals(source.allReadings(), sink.allReadings());
      assertEquals(
          0,
          Db.text(to, "SELECT count(*)::VARCHAR FROM duckdb_views() WHERE NOT internal")
              .compareTo("0"));
      SQLException e =
          assertThrows(
              SQLException.class,
              () -> sink.bulkInsertReadingsArrow(allocator, source.namesArrow(allocator)));
      assertTrue(e.getMessage().startsWith("there is no vector for at, id"), e.getMessage());
      try (VectorSchemaRoot unknown = VectorSchemaRoot.of(new BigIntVector("other", allocator))) {
        e =
            assertThrows(
                SQLException.class, () -> sink.bulkInsertReadingsArrow(allocator, unknown));
        assertTrue(e.getMessage().startsWith("the vector other is no column"), e.getMessage());
      }
      assertEquals(3, sink.allReadings().size());
      assertNull(sink.allReadings().get(1).value());
    }
  }

  @Test
  void aFailedInsertLeavesNothing() throws Exception {
    try (BufferAllocator allocator = new RootAllocator();
        Connection connection = open()) {
      Analytics analytics = new Analytics(connection);
      analytics.bulkInsertReadings(List.of(row(1)));
      SQLException e =
          assertThrows(
              SQLException.class,
              () ->
                  analytics.bulkInsertReadingsArrow(
                      allocator, analytics.allReadingsArrow(allocator)));
      assertTrue(e.getMessage().contains("Constraint Error"), e.getMessage());
      assertTrue(connection.getAutoCommit());
      assertEquals(1, analytics.allReadings().size());
      try (VectorSchemaRoot some = vectors(allocator, 10, 5)) {
        assertThrows(SQLException.class, () -> analytics.bulkInsertReadingsArrow(allocator, some));
        assertEquals(10, some.getRowCount()); // the vectors stay the caller's
      }
    }
  }
}
