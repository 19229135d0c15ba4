import java.sql.Connection;
import java.sql.SQLException;
import org.duckdb.DuckDBAppender;
import org.duckdb.DuckDBConnection;

/** The driver's Appender, row by row, as its documentation shows it. */
final class Appender {
  private Appender() {}

  static void insert(Connection connection, Iterable<Sensors.SensorReadingsInsert> rows)
      throws SQLException {
    readings(connection, "sensor_readings", rows);
  }

  static void stagedReadings(Connection connection, Iterable<Sensors.SensorReadingsInsert> rows)
      throws SQLException {
    readings(connection, "staged_readings", rows);
  }

  private static void readings(
      Connection connection, String table, Iterable<Sensors.SensorReadingsInsert> rows)
      throws SQLException {
    try (DuckDBAppender appender = appender(connection, table)) {
      for (Sensors.SensorReadingsInsert row : rows) {
        appender.beginRow();
        appender.append(row.deviceId());
        appender.append(row.timestamp());
        appender.append(row.temperature());
        appender.append(row.humidity());
        appender.append(row.pressure());
        appender.append((short) row.batteryLevel());
        appender.append(row.isAnomaly());
        appender.append(row.location());
        appender.append(row.tags());
        appender.endRow();
      }
    }
  }

  private static DuckDBAppender appender(Connection connection, String table) throws SQLException {
    return connection
        .unwrap(DuckDBConnection.class)
        .createAppender(DuckDBConnection.DEFAULT_SCHEMA, table);
  }

  static void temperatures(Connection connection, Iterable<Sensors.SensorReadingsInsert> rows)
      throws SQLException {
    try (DuckDBAppender appender = appender(connection, "staged_temperatures")) {
      for (Sensors.SensorReadingsInsert row : rows) {
        appender.beginRow();
        appender.append(row.deviceId());
        appender.append(row.timestamp());
        appender.append(row.temperature());
        appender.endRow();
      }
    }
  }

  static void keys(Connection connection, Iterable<Sensors.SensorReadingsInsert> rows)
      throws SQLException {
    try (DuckDBAppender appender = appender(connection, "staged_keys")) {
      for (Sensors.SensorReadingsInsert row : rows) {
        appender.beginRow();
        appender.append(row.deviceId());
        appender.append(row.timestamp());
        appender.endRow();
      }
    }
  }
}
