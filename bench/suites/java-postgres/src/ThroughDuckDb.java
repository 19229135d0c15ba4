import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.apache.arrow.c.ArrowArrayStream;
import org.apache.arrow.c.Data;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.BitVector;
import org.apache.arrow.vector.DecimalVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.Float8Vector;
import org.apache.arrow.vector.SmallIntVector;
import org.apache.arrow.vector.TimeStampMicroTZVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.complex.ListVector;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.apache.arrow.vector.types.FloatingPointPrecision;
import org.apache.arrow.vector.types.TimeUnit;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
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
  void appender(Connection unused, List<Sensors.SensorReadingsRow> rows) throws SQLException {
    execute("DELETE FROM staged");
    try (DuckDBAppender appender = duck.createAppender("staged")) {
      for (Sensors.SensorReadingsRow row : rows) {
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

  void arrow(Connection unused, List<Sensors.SensorReadingsRow> rows)
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
    private static final Schema SCHEMA =
        new Schema(
            List.of(
                field("device_id", new ArrowType.Utf8()),
                field("timestamp", new ArrowType.Timestamp(TimeUnit.MICROSECOND, "UTC")),
                field("temperature", new ArrowType.FloatingPoint(FloatingPointPrecision.DOUBLE)),
                field("humidity", new ArrowType.FloatingPoint(FloatingPointPrecision.DOUBLE)),
                field("pressure", new ArrowType.Decimal(10, 2, 128)),
                field("battery_level", new ArrowType.Int(16, true)),
                field("is_anomaly", new ArrowType.Bool()),
                field("location", new ArrowType.Utf8()),
                new Field(
                    "tags",
                    FieldType.notNullable(new ArrowType.List()),
                    List.of(field("item", new ArrowType.Utf8())))));

    private final List<Sensors.SensorReadingsRow> rows;
    private int done;

    Reader(RootAllocator allocator, List<Sensors.SensorReadingsRow> rows) {
      super(allocator);
      this.rows = rows;
    }

    private static Field field(String name, ArrowType type) {
      return new Field(name, FieldType.notNullable(type), List.of());
    }

    @Override
    public boolean loadNextBatch() throws IOException {
      prepareLoadNextBatch();
      VectorSchemaRoot root = getVectorSchemaRoot();
      int count = Math.min(BATCH, rows.size() - done);
      root.clear();
      for (int i = 0; i < count; i++) {
        set(root, i, rows.get(done + i));
      }
      root.setRowCount(count);
      done += count;
      return count > 0;
    }

    private static void set(VectorSchemaRoot root, int i, Sensors.SensorReadingsRow row) {
      text(root.getVector("device_id"), i, row.deviceId().toString());
      long micros = ChronoUnit.MICROS.between(Instant.EPOCH, row.timestamp().toInstant());
      ((TimeStampMicroTZVector) root.getVector("timestamp")).setSafe(i, micros);
      ((Float8Vector) root.getVector("temperature")).setSafe(i, row.temperature());
      ((Float8Vector) root.getVector("humidity")).setSafe(i, row.humidity());
      ((DecimalVector) root.getVector("pressure")).setSafe(i, row.pressure());
      ((SmallIntVector) root.getVector("battery_level")).setSafe(i, row.batteryLevel());
      ((BitVector) root.getVector("is_anomaly")).setSafe(i, row.isAnomaly() ? 1 : 0);
      text(root.getVector("location"), i, row.location());
      ListVector tags = (ListVector) root.getVector("tags");
      int at = tags.startNewValue(i);
      for (String tag : row.tags()) {
        text(tags.getDataVector(), at++, tag);
      }
      tags.endValue(i, row.tags().size());
    }

    private static void text(FieldVector vector, int i, String value) {
      ((VarCharVector) vector).setSafe(i, value.getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public long bytesRead() {
      return 0;
    }

    @Override
    protected void closeReadSource() {}

    @Override
    protected Schema readSchema() {
      return SCHEMA;
    }
  }
}
