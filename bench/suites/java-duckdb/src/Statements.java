import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.function.Function;

/** The ways by statements with parameters: all but one of them are generated. */
final class Statements {
  private static final String INSERT =
      "INSERT INTO sensor_readings (device_id, timestamp, temperature, humidity, pressure,"
          + " battery_level, is_anomaly, location, tags) VALUES ";

  private Statements() {}

  static void insertIndividual(Connection connection, Iterable<Sensors.SensorReadingsInsert> rows)
      throws SQLException {
    Sensors queries = new Sensors(connection);
    for (Sensors.SensorReadingsInsert row : rows) {
      queries.insertReading(insertParams(row));
    }
  }

  static void updateIndividual(Connection connection, Iterable<Sensors.SensorReadingsInsert> rows)
      throws SQLException {
    Sensors queries = new Sensors(connection);
    for (Sensors.SensorReadingsInsert row : rows) {
      queries.updateReading(row.temperature(), row.deviceId(), row.timestamp());
    }
  }

  static void deleteIndividual(Connection connection, Iterable<Sensors.SensorReadingsInsert> rows)
      throws SQLException {
    Sensors queries = new Sensors(connection);
    for (Sensors.SensorReadingsInsert row : rows) {
      queries.deleteReading(row.deviceId(), row.timestamp());
    }
  }

  static void insertBatch(Connection connection, Iterable<Sensors.SensorReadingsInsert> rows)
      throws Exception {
    Sensors queries = new Sensors(connection);
    Way.chunks(rows, chunk -> queries.insertReadingBatch(column(chunk, Statements::insertParams)));
  }

  private static Sensors.InsertReadingParams insertParams(Sensors.SensorReadingsInsert row) {
    return new Sensors.InsertReadingParams(
        row.deviceId(),
        row.timestamp(),
        row.temperature(),
        row.humidity(),
        row.pressure(),
        row.batteryLevel(),
        row.isAnomaly(),
        row.location(),
        row.tags());
  }

  static void updateBatch(Connection connection, Iterable<Sensors.SensorReadingsInsert> rows)
      throws Exception {
    Sensors queries = new Sensors(connection);
    Way.chunks(rows, chunk -> queries.updateReadingBatch(column(chunk, Statements::updateParams)));
  }

  static Sensors.UpdateReadingParams updateParams(Sensors.SensorReadingsInsert row) {
    return new Sensors.UpdateReadingParams(row.temperature(), row.deviceId(), row.timestamp());
  }

  static void deleteBatch(Connection connection, Iterable<Sensors.SensorReadingsInsert> rows)
      throws Exception {
    Sensors queries = new Sensors(connection);
    Way.chunks(rows, chunk -> queries.deleteReadingBatch(column(chunk, Statements::deleteParams)));
  }

  static Sensors.DeleteReadingParams deleteParams(Sensors.SensorReadingsInsert row) {
    return new Sensors.DeleteReadingParams(row.deviceId(), row.timestamp());
  }

  static void upsertBatch(Connection connection, Iterable<Sensors.SensorReadingsInsert> rows)
      throws Exception {
    Sensors queries = new Sensors(connection);
    Way.chunks(rows, chunk -> queries.upsertReadingBatch(column(chunk, Statements::upsertParams)));
  }

  static Sensors.UpsertReadingParams upsertParams(Sensors.SensorReadingsInsert row) {
    return new Sensors.UpsertReadingParams(
        row.deviceId(),
        row.timestamp(),
        row.temperature(),
        row.humidity(),
        row.pressure(),
        row.batteryLevel(),
        row.isAnomaly(),
        row.location(),
        row.tags());
  }

  /** VALUES of many rows: a text that depends on their number, which is why it is not generated. */
  static void insertMultiValues(Connection connection, Iterable<Sensors.SensorReadingsInsert> rows)
      throws Exception {
    Way.chunks(
        rows,
        chunk -> {
          String row = "(?, ?, ?, ?, ?, ?, ?, ?, ?)";
          String sql = INSERT + row + (", " + row).repeat(chunk.size() - 1);
          try (PreparedStatement statement = connection.prepareStatement(sql)) {
            for (int i = 0; i < chunk.size(); i++) {
              bind(statement, 9 * i + 1, chunk.get(i));
            }
            statement.executeUpdate();
          }
        });
  }

  private static void bind(PreparedStatement statement, int at, Sensors.SensorReadingsInsert row)
      throws SQLException {
    statement.setObject(at, row.deviceId());
    statement.setObject(at + 1, row.timestamp());
    statement.setDouble(at + 2, row.temperature());
    statement.setDouble(at + 3, row.humidity());
    statement.setBigDecimal(at + 4, row.pressure());
    statement.setShort(at + 5, (short) row.batteryLevel());
    statement.setBoolean(at + 6, row.isAnomaly());
    statement.setString(at + 7, row.location());
    statement.setArray(
        at + 8, statement.getConnection().createArrayOf("VARCHAR", row.tags().toArray()));
  }

  static void updateUnnest(Connection connection, Iterable<Sensors.SensorReadingsInsert> rows)
      throws Exception {
    Sensors queries = new Sensors(connection);
    Way.chunks(
        rows,
        chunk ->
            queries.updateUnnest(
                column(chunk, Sensors.SensorReadingsInsert::deviceId),
                column(chunk, Sensors.SensorReadingsInsert::timestamp),
                column(chunk, Sensors.SensorReadingsInsert::temperature)));
  }

  static void deleteUnnest(Connection connection, Iterable<Sensors.SensorReadingsInsert> rows)
      throws Exception {
    Sensors queries = new Sensors(connection);
    Way.chunks(
        rows,
        chunk ->
            queries.deleteUnnest(
                column(chunk, Sensors.SensorReadingsInsert::deviceId),
                column(chunk, Sensors.SensorReadingsInsert::timestamp)));
  }

  private static <T> List<T> column(
      List<Sensors.SensorReadingsInsert> rows, Function<Sensors.SensorReadingsInsert, T> field) {
    return rows.stream().map(field).toList();
  }
}
