import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.apache.arrow.c.ArrowArrayStream;
import org.apache.arrow.c.Data;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.apache.arrow.vector.types.pojo.Schema;
import org.duckdb.DuckDBAppender;
import org.duckdb.DuckDBConnection;

/** PostgreSQL by way of DuckDB: staged in memory there, or as vectors that it reads in place. */
final class ThroughDuckDb {
  private static final int BATCH = 10_000;
  private static final String COLUMNS =
      "device_id, \"timestamp\", temperature, humidity, pressure, battery_level, is_anomaly,"
          + " location, tags";
  private static final String TABLE =
      "CREATE TABLE staged (device_id UUID, \"timestamp\" TIMESTAMPTZ, temperature DOUBLE, humidity"
          + " DOUBLE, pressure DECIMAL(10, 2), battery_level SMALLINT, is_anomaly BOOLEAN, location"
          + " VARCHAR, tags VARCHAR[])";

  private final DuckDBConnection duck;

  ThroughDuckDb(Plan plan) throws SQLException {
    duck = (DuckDBConnection) DriverManager.getConnection("jdbc:duckdb:");
    Plan.Server to = plan.server();
    execute("LOAD '" + plan.extension().replace("'", "''") + "'");
    execute(
        "ATTACH 'host=%s port=%d user=%s dbname=%s' AS pg (TYPE postgres)"
            .formatted(to.host(), to.port(), to.user(), to.database()));
    execute(TABLE);
  }

  private void execute(String sql) throws SQLException {
    try (Statement statement = duck.createStatement()) {
      statement.execute(sql);
    }
  }

  /** The connection of the others is not used: DuckDB has one of its own, and commits there. */
  void appender(Connection unused, List<Sensors.SensorReadingsInsert> rows) throws SQLException {
    execute("DELETE FROM staged");
    try (DuckDBAppender appender = duck.createAppender("staged")) {
      for (Sensors.SensorReadingsInsert row : rows) {
        appender.beginRow();
        appender.append(row.deviceId()).append(row.timestamp());
        appender.append(row.temperature()).append(row.humidity()).append(row.pressure());
        appender.append((short) row.batteryLevel()).append(row.isAnomaly());
        appender.append(row.location()).append(row.tags());
        appender.endRow();
      }
    }
    execute("INSERT INTO pg.sensor_readings (" + COLUMNS + ") SELECT * FROM staged");
  }

  void arrow(Connection unused, List<Sensors.SensorReadingsInsert> rows)
      throws SQLException, IOException {
    try (RootAllocator allocator = new RootAllocator();
        Reader reader = new Reader(allocator, rows);
        ArrowArrayStream stream = ArrowArrayStream.allocateNew(allocator)) {
      Data.exportArrayStream(allocator, reader, stream);
      duck.registerArrowStream("arrow_rows", stream);
      execute(
          "INSERT INTO pg.sensor_readings ("
              + COLUMNS
              + ") SELECT device_id::UUID, * EXCLUDE (device_id) FROM arrow_rows");
    }
  }

  /** Vectors of 10,000 rows each. */
  private static final class Reader extends ArrowReader {
    private final List<Sensors.SensorReadingsInsert> rows;
    private int done;

    Reader(RootAllocator allocator, List<Sensors.SensorReadingsInsert> rows) {
      super(allocator);
      this.rows = rows;
    }

    @Override
    public boolean loadNextBatch() throws IOException {
      prepareLoadNextBatch();
      VectorSchemaRoot root = getVectorSchemaRoot();
      int count = Math.min(BATCH, rows.size() - done);
      root.clear();
      ReadingVectors vectors = new ReadingVectors(root);
      for (int i = 0; i < count; i++) {
        vectors.setRow(i, rows.get(done + i));
      }
      root.setRowCount(count);
      done += count;
      return count > 0;
    }

    @Override
    public long bytesRead() {
      return 0;
    }

    @Override
    protected void closeReadSource() {}

    @Override
    protected Schema readSchema() {
      return ReadingVectors.ROWS;
    }
  }
}
