import de.bytefish.pgbulkinsert.PgBulkInsert;
import de.bytefish.pgbulkinsert.mapping.AbstractMapping;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Types;
import java.util.Collection;
import java.util.List;
import java.util.function.Function;
import org.postgresql.PGConnection;
import org.postgresql.copy.CopyIn;

/** The ways to insert over JDBC and COPY, each as the documentation of its library advises. */
final class Ways {
  private static final int CHUNK = 64 * 1024;
  private static final String COLUMNS =
      "device_id, timestamp, temperature, humidity, pressure, battery_level, is_anomaly, location,"
          + " tags";

  private Ways() {}

  /** Inserts rows, in the transaction of the connection. */
  interface Way {
    void insert(Connection connection, List<Sensors.SensorReadingsInsert> rows) throws Exception;
  }

  static void generated(Connection connection, List<Sensors.SensorReadingsInsert> rows)
      throws SQLException {
    Sensors queries = new Sensors(connection);
    queries.bulkInsertSensorReadings(rows);
  }

  /** What a COPY of a table is, in memory. */
  static byte[] encoded(Connection connection) throws Exception {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    copies(connection)
        .getCopyAPI()
        .copyOut("COPY sensor_readings (" + COLUMNS + ") TO STDOUT (FORMAT binary)", out);
    return out.toByteArray();
  }

  private static PGConnection copies(Connection connection) throws SQLException {
    return connection.unwrap(PGConnection.class);
  }

  /** Sends what is encoded already: no client can be faster. */
  static void ceiling(Connection connection, byte[] bytes) throws SQLException {
    CopyIn copy =
        copies(connection)
            .getCopyAPI()
            .copyIn("COPY sensor_readings (" + COLUMNS + ") FROM STDIN (FORMAT binary)");
    for (int at = 0; at < bytes.length; at += CHUNK) {
      copy.writeToCopy(bytes, at, Math.min(CHUNK, bytes.length - at));
    }
    copy.endCopy();
  }

  private static final class Mapping extends AbstractMapping<Sensors.SensorReadingsInsert> {
    Mapping() {
      super("public", "sensor_readings");
      mapUUID("device_id", Sensors.SensorReadingsInsert::deviceId);
      mapTimeStampTz("timestamp", row -> row.timestamp().toZonedDateTime());
      mapDoublePrimitive("temperature", Sensors.SensorReadingsInsert::temperature);
      mapDoublePrimitive("humidity", Sensors.SensorReadingsInsert::humidity);
      mapNumeric("pressure", Sensors.SensorReadingsInsert::pressure);
      mapShortPrimitive("battery_level", Sensors.SensorReadingsInsert::batteryLevel);
      mapBooleanPrimitive("is_anomaly", Sensors.SensorReadingsInsert::isAnomaly);
      mapText("location", Sensors.SensorReadingsInsert::location);
      mapTextArray(
          "tags", (Function<Sensors.SensorReadingsInsert, Collection<String>>) r -> r.tags());
    }
  }

  private static final PgBulkInsert<Sensors.SensorReadingsInsert> PG_BULK_INSERT =
      new PgBulkInsert<>(new Mapping());

  static void pgBulkInsert(Connection connection, List<Sensors.SensorReadingsInsert> rows)
      throws SQLException {
    PG_BULK_INSERT.saveAll(copies(connection), rows);
  }

  static void copyCsv(Connection connection, List<Sensors.SensorReadingsInsert> rows)
      throws SQLException {
    CopyIn copy =
        copies(connection)
            .getCopyAPI()
            .copyIn("COPY sensor_readings (" + COLUMNS + ") FROM STDIN (FORMAT csv)");
    StringBuilder text = new StringBuilder(CHUNK + 1024);
    for (Sensors.SensorReadingsInsert row : rows) {
      text.append(row.deviceId()).append(',').append(row.timestamp()).append(',');
      text.append(row.temperature()).append(',').append(row.humidity()).append(',');
      text.append(row.pressure()).append(',').append(row.batteryLevel()).append(',');
      text.append(row.isAnomaly()).append(',').append(csv(row.location())).append(",\"{");
      for (int i = 0; i < row.tags().size(); i++) {
        String tag = row.tags().get(i).replace("\\", "\\\\").replace("\"", "\\\"");
        text.append(i > 0 ? "," : "").append(("\"" + tag + "\"").replace("\"", "\"\""));
      }
      text.append("}\"\n");
      if (text.length() >= CHUNK) {
        send(copy, text);
      }
    }
    send(copy, text);
    copy.endCopy();
  }

  private static String csv(String value) {
    return '"' + value.replace("\"", "\"\"") + '"';
  }

  private static void send(CopyIn copy, StringBuilder text) throws SQLException {
    byte[] bytes = text.toString().getBytes(StandardCharsets.UTF_8);
    copy.writeToCopy(bytes, 0, bytes.length);
    text.setLength(0);
  }

  private static void bind(PreparedStatement statement, int at, Sensors.SensorReadingsInsert row)
      throws SQLException {
    statement.setObject(at, row.deviceId());
    statement.setObject(at + 1, row.timestamp());
    statement.setDouble(at + 2, row.temperature());
    statement.setDouble(at + 3, row.humidity());
    statement.setBigDecimal(at + 4, row.pressure());
    statement.setObject(at + 5, row.batteryLevel(), Types.SMALLINT);
    statement.setBoolean(at + 6, row.isAnomaly());
    statement.setString(at + 7, row.location());
    statement.setArray(
        at + 8, statement.getConnection().createArrayOf("text", row.tags().toArray()));
  }

  static void individual(Connection connection, List<Sensors.SensorReadingsInsert> rows)
      throws SQLException {
    Sensors queries = new Sensors(connection);
    for (Sensors.SensorReadingsInsert row : rows) {
      queries.insertReading(
          new Sensors.InsertReadingParams(
              row.deviceId(),
              row.timestamp(),
              row.temperature(),
              row.humidity(),
              row.pressure(),
              row.batteryLevel(),
              row.isAnomaly(),
              row.location(),
              row.tags()));
    }
  }

  /** Batches; with reWriteBatchedInserts the driver makes statements of several rows of them. */
  static void batch(Connection connection, List<Sensors.SensorReadingsInsert> rows)
      throws SQLException {
    String sql = "INSERT INTO sensor_readings (" + COLUMNS + ") VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)";
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      int pending = 0;
      for (Sensors.SensorReadingsInsert row : rows) {
        bind(statement, 1, row);
        statement.addBatch();
        if (++pending == 1000) {
          statement.executeBatch();
          pending = 0;
        }
      }
      statement.executeBatch();
    }
  }

  /** Statements of up to 1,000 rows each. */
  static void multiValues(Connection connection, List<Sensors.SensorReadingsInsert> rows)
      throws SQLException {
    for (int from = 0; from < rows.size(); from += 1000) {
      List<Sensors.SensorReadingsInsert> part =
          rows.subList(from, Math.min(from + 1000, rows.size()));
      String values =
          "(?, ?, ?, ?, ?, ?, ?, ?, ?)" + ", (?, ?, ?, ?, ?, ?, ?, ?, ?)".repeat(part.size() - 1);
      String sql = "INSERT INTO sensor_readings (" + COLUMNS + ") VALUES " + values;
      try (PreparedStatement statement = connection.prepareStatement(sql)) {
        for (int i = 0; i < part.size(); i++) {
          bind(statement, 9 * i + 1, part.get(i));
        }
        statement.executeUpdate();
      }
    }
  }

  /** An array a column, in pieces, as one statement's arrays are in memory as a whole. */
  static void unnest(Connection connection, List<Sensors.SensorReadingsInsert> rows)
      throws SQLException {
    Sensors queries = new Sensors(connection);
    for (int from = 0; from < rows.size(); from += 10_000) {
      List<Sensors.SensorReadingsInsert> part =
          rows.subList(from, Math.min(from + 10_000, rows.size()));
      queries.insertUnnest(
          new Sensors.InsertUnnestParams(
              column(part, Sensors.SensorReadingsInsert::deviceId),
              column(part, Sensors.SensorReadingsInsert::timestamp),
              column(part, Sensors.SensorReadingsInsert::temperature),
              column(part, Sensors.SensorReadingsInsert::humidity),
              column(part, Sensors.SensorReadingsInsert::pressure),
              column(part, Sensors.SensorReadingsInsert::batteryLevel),
              column(part, Sensors.SensorReadingsInsert::isAnomaly),
              column(part, Sensors.SensorReadingsInsert::location),
              column(part, row -> "{" + String.join(",", row.tags()) + "}")));
    }
  }

  private static <T> List<T> column(
      List<Sensors.SensorReadingsInsert> rows, Function<Sensors.SensorReadingsInsert, T> field) {
    return rows.stream().map(field).toList();
  }
}
