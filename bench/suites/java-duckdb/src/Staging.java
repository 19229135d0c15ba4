import java.sql.Connection;
import java.sql.SQLException;

/** By way of a temporary table: the statements are generated, and the loads of one method, too. */
final class Staging {
  private Staging() {}

  /** The statement that takes what is staged. */
  interface Step {
    void run(Sensors queries) throws SQLException;
  }

  static Way update(Way load) {
    return update(load, Sensors::updateStaged);
  }

  /** Where rows may have one key: the last of them counts. */
  static Way updateLast(Way load) {
    return update(load, Sensors::updateStagedLast);
  }

  private static Way update(Way load, Step step) {
    return (connection, rows) -> {
      Sensors queries = new Sensors(connection);
      queries.makeStagedTemperatures();
      load.run(connection, rows);
      step.run(queries);
      queries.dropStagedTemperatures();
    };
  }

  static Way upsert(Step step) {
    return (connection, rows) -> {
      Sensors queries = new Sensors(connection);
      queries.makeStagedReadings();
      Appender.stagedReadings(connection, rows);
      step.run(queries);
      queries.dropStagedReadings();
    };
  }

  static Way delete(Way load) {
    return (connection, rows) -> {
      Sensors queries = new Sensors(connection);
      queries.makeStagedKeys();
      load.run(connection, rows);
      queries.deleteStaged();
      queries.dropStagedKeys();
    };
  }

  static void temperatures(Connection connection, Iterable<Sensors.SensorReadingsInsert> rows)
      throws SQLException {
    Sensors queries = new Sensors(connection);
    try (Sensors.StagedTemperaturesAppender appender = queries.createStagedTemperaturesAppender()) {
      for (Sensors.SensorReadingsInsert row : rows) {
        appender.append(row.deviceId(), row.timestamp(), row.temperature());
      }
    }
  }

  static void keys(Connection connection, Iterable<Sensors.SensorReadingsInsert> rows)
      throws SQLException {
    Sensors queries = new Sensors(connection);
    try (Sensors.StagedKeysAppender appender = queries.createStagedKeysAppender()) {
      for (Sensors.SensorReadingsInsert row : rows) {
        appender.append(row.deviceId(), row.timestamp());
      }
    }
  }
}
