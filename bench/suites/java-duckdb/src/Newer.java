import java.util.function.Supplier;

/** What takes JDK 22 to compile: the generated appender that hands columns of Arrow to DuckDB. */
final class Newer implements Supplier<Way> {
  @Override
  public Way get() {
    return new Generated<>(
        SensorsArrow.SensorReadingsRow.class,
        (connection, rows) -> {
          try (SensorsArrow queries = new SensorsArrow(connection)) {
            queries.bulkInsertSensorReadingsRow(rows);
          }
        });
  }
}
