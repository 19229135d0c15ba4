import java.sql.Connection;
import java.util.List;

/** What takes JDK 22: the generated appender that hands columns of Arrow to DuckDB. */
final class NewerWay implements Ways.Way {
  private List<Sensors.SensorReadingsRow> from = List.of();
  private List<Newer.SensorReadingsRow> rows = List.of();

  @Override
  public void prepare(List<Sensors.SensorReadingsRow> given) {
    if (given != from) {
      from = given;
      rows =
          given.stream()
              .map(r -> new Newer.SensorReadingsRow(
                      r.deviceId(), r.timestamp(), r.temperature(), r.humidity(), r.pressure(),
                      r.batteryLevel(), r.isAnomaly(), r.location(), r.tags()))
              .toList();
    }
  }

  @Override
  public void insert(Connection connection, List<Sensors.SensorReadingsRow> given)
      throws Exception {
    new Newer(connection).bulkInsertSensorReadingsRow(rows);
  }
}
