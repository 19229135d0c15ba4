import java.sql.Connection;
import java.sql.SQLException;

/** What takes JDK 22 to compile: the generated code that hands columns of Arrow to DuckDB. */
final class Newer implements Newest {
  @Override
  public Way way(String kind) {
    return switch (kind) {
      case "insert" -> own(SensorsArrow::bulkInsertSensorReadings);
      case "update" -> bulk(Newer::update);
      case "delete" -> bulk(Newer::delete);
      case "upsert" -> bulk(Newer::upsert);
      default -> throw new IllegalArgumentException("no operation " + kind);
    };
  }

  /** A generated method for rows. */
  private interface Call<R> {
    void run(SensorsArrow queries, Iterable<R> rows) throws SQLException;
  }

  private static <R> void call(Connection connection, Iterable<R> rows, Call<R> call)
      throws SQLException {
    SensorsArrow queries = new SensorsArrow(connection);
    call.run(queries, rows);
  }

  private static Way own(Call<SensorsArrow.SensorReadingsInsert> insert) {
    return new Generated<>(
        SensorsArrow.SensorReadingsInsert.class,
        (connection, rows) -> call(connection, rows, insert));
  }

  private static Way bulk(Call<Sensors.SensorReadingsInsert> change) {
    return (connection, rows) -> call(connection, rows, change);
  }

  private static void update(SensorsArrow queries, Iterable<Sensors.SensorReadingsInsert> rows)
      throws SQLException {
    queries.updateReadingBulk(
        Bulk.params(
            rows,
            row ->
                new SensorsArrow.UpdateReadingParams(
                    row.temperature(), row.deviceId(), row.timestamp())));
  }

  private static void delete(SensorsArrow queries, Iterable<Sensors.SensorReadingsInsert> rows)
      throws SQLException {
    queries.deleteReadingBulk(
        Bulk.params(
            rows, row -> new SensorsArrow.DeleteReadingParams(row.deviceId(), row.timestamp())));
  }

  private static void upsert(SensorsArrow queries, Iterable<Sensors.SensorReadingsInsert> rows)
      throws SQLException {
    queries.upsertReadingBulk(
        Bulk.params(
            rows,
            row ->
                new SensorsArrow.UpsertReadingParams(
                    row.deviceId(),
                    row.timestamp(),
                    row.temperature(),
                    row.humidity(),
                    row.pressure(),
                    row.batteryLevel(),
                    row.isAnomaly(),
                    row.location(),
                    row.tags())));
  }
}
