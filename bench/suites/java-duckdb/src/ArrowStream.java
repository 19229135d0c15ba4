import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import org.apache.arrow.c.ArrowArrayStream;
import org.apache.arrow.c.Data;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.apache.arrow.vector.types.pojo.Schema;
import org.duckdb.DuckDBConnection;

/** A registered stream of Arrow vectors and a statement for each chunk of rows. */
final class ArrowStream {
  private static final String INSERT =
      "INSERT INTO sensor_readings SELECT device_id::UUID, * EXCLUDE (device_id) FROM ";
  static final String UPDATE =
      "UPDATE sensor_readings AS s SET temperature = k.temperature FROM %s AS k"
          + " WHERE s.device_id = k.device_id::UUID AND s.timestamp = k.timestamp";
  static final String DELETE =
      "DELETE FROM sensor_readings AS s USING %s AS k"
          + " WHERE s.device_id = k.device_id::UUID AND s.timestamp = k.timestamp";

  private static int streams;

  private ArrowStream() {}

  /** Sets the vectors of a row. */
  private interface Setter {
    void set(ReadingVectors vectors, int i, Sensors.SensorReadingsInsert row);
  }

  static void insert(Connection connection, Iterable<Sensors.SensorReadingsInsert> rows)
      throws Exception {
    run(connection, INSERT + "%s", ReadingVectors.ROWS, ReadingVectors::setRow, rows);
  }

  static void update(Connection connection, Iterable<Sensors.SensorReadingsInsert> rows)
      throws Exception {
    run(connection, UPDATE, ReadingVectors.TEMPERATURES, ReadingVectors::setTemperature, rows);
  }

  static void delete(Connection connection, Iterable<Sensors.SensorReadingsInsert> rows)
      throws Exception {
    run(connection, DELETE, ReadingVectors.KEYS, ReadingVectors::setKey, rows);
  }

  private static void run(
      Connection connection,
      String sql,
      Schema schema,
      Setter setter,
      Iterable<Sensors.SensorReadingsInsert> rows)
      throws Exception {
    try (RootAllocator allocator = new RootAllocator();
        VectorSchemaRoot root = VectorSchemaRoot.create(schema, allocator)) {
      ReadingVectors vectors = new ReadingVectors(root);
      Way.chunks(
          rows,
          chunk -> {
            root.allocateNew();
            for (int i = 0; i < chunk.size(); i++) {
              setter.set(vectors, i, chunk.get(i));
            }
            root.setRowCount(chunk.size());
            send(connection.unwrap(DuckDBConnection.class), sql, allocator, root);
            root.clear();
          });
    }
  }

  private static void send(
      DuckDBConnection connection, String sql, RootAllocator allocator, VectorSchemaRoot root)
      throws SQLException, IOException {
    String name = "stream_" + streams++;
    try (ArrowReader reader = new Once(allocator, root);
        ArrowArrayStream stream = ArrowArrayStream.allocateNew(allocator);
        Statement statement = connection.createStatement()) {
      Data.exportArrayStream(allocator, reader, stream);
      connection.registerArrowStream(name, stream);
      statement.execute(sql.formatted(name));
    }
  }

  /** Reads the vectors of a root, once. */
  private static final class Once extends ArrowReader {
    private final VectorSchemaRoot root;
    private boolean done;

    Once(RootAllocator allocator, VectorSchemaRoot root) {
      super(allocator);
      this.root = root;
    }

    @Override
    public VectorSchemaRoot getVectorSchemaRoot() {
      return root;
    }

    @Override
    public boolean loadNextBatch() {
      boolean first = !done;
      done = true;
      return first;
    }

    @Override
    public long bytesRead() {
      return 0;
    }

    @Override
    protected void closeReadSource() {}

    @Override
    protected Schema readSchema() {
      return root.getSchema();
    }
  }
}
