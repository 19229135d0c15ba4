package sensors;

import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.OffsetDateTime;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import java.util.stream.Stream;

/**
 * Loads the sensor readings and asks for them, in PostgreSQL or DuckDB. Its arguments are the
 * number of rows and the JDBC URL of an empty database.
 */
public final class Main {
  private Main() {}

  /** Runs the program. */
  public static void main(String[] args) throws SQLException {
    System.setOut(new PrintStream(System.out, true, StandardCharsets.UTF_8));
    long count = Long.parseLong(args[0]);
    try (Connection db = DriverManager.getConnection(args[1])) {
      run(db, count);
    }
  }

  static void run(Connection db, long count) throws SQLException {
    Sensors.applyMigrations(db);
    Sensors sensors = new Sensors(db);
    load(sensors, count);
    System.out.printf("streamed | %d | %d as sent%n", count, streamed(sensors));
    change(sensors, count);
    checked("after", sensors.checksum());
    ask(sensors, count);
  }

  private static void load(Sensors sensors, long count) throws SQLException {
    long start = System.nanoTime();
    sensors.bulkInsertSensorReadings(
        () -> Readings.readings(0, count).map(Main::withoutId).iterator());
    timed("sensor_readings", count, start);
    checked("sensor_readings", sensors.checksum());
    start = System.nanoTime();
    try (Sensors.RawReadingsAppender appender = sensors.createRawReadingsAppender()) {
      for (long i = 0; i < count; i++) {
        appender.append(Readings.reading(i));
      }
    }
    timed("raw_readings", count, start);
    checked("raw_readings", sensors.rawChecksum());
  }

  /** The article's table has an id, which the server gives. */
  private static Sensors.SensorReadingsInsert withoutId(Sensors.RawReadingsRow r) {
    return new Sensors.SensorReadingsInsert(
        r.deviceId(),
        r.timestamp(),
        r.temperature(),
        r.humidity(),
        r.pressure(),
        r.batteryLevel(),
        r.isAnomaly(),
        r.location(),
        r.tags());
  }

  private static long streamed(Sensors sensors) throws SQLException {
    long asSent = 0;
    long i = 0;
    try (Stream<Sensors.RawReadingsRow> rows = sensors.allRawStream()) {
      for (Iterator<Sensors.RawReadingsRow> row = rows.iterator(); row.hasNext(); i++) {
        asSent += row.next().equals(Readings.reading(i)) ? 1 : 0;
      }
    }
    return asSent;
  }

  private static void change(Sensors sensors, long count) throws SQLException {
    List<Sensors.RawReadingsRow> some = Readings.readings(count, 10).toList();
    long inserted =
        sensors.insertReadingBatch(() ->
            some.stream()
                .map(r ->
                    new Sensors.InsertReadingParams(
                        r.deviceId(),
                        r.timestamp(),
                        r.temperature(),
                        r.humidity(),
                        r.pressure(),
                        r.batteryLevel(),
                        r.isAnomaly(),
                        r.location(),
                        r.tags()))
                .iterator());
    long corrected =
        sensors.setTemperatureBatch(() ->
            some.stream()
                .map(r -> new Sensors.SetTemperatureParams(r.deviceId(), r.timestamp(), 42))
                .iterator());
    System.out.printf("batch | %d inserted | %d corrected%n", inserted, corrected);
    List<UUID> devices = some.stream().map(Sensors.RawReadingsRow::deviceId).toList();
    List<OffsetDateTime> times = some.stream().map(Sensors.RawReadingsRow::timestamp).toList();
    List<Double> temperatures = some.stream().map(Sensors.RawReadingsRow::temperature).toList();
    List<String> locations = some.stream().map(Sensors.RawReadingsRow::location).toList();
    System.out.printf(
        "lists | %d corrected | %d deleted | %d inserted | %d deleted%n",
        sensors.setTemperatures(devices, times, temperatures),
        sensors.deleteReadings(devices, times),
        sensors.insertReadings(
            new Sensors.InsertReadingsParams(devices, times, temperatures, locations)),
        sensors.deleteReadings(devices, times));
  }

  private static void ask(Sensors sensors, long count) throws SQLException {
    UUID device = Readings.reading(count - 1).deviceId();
    for (var row : sensors.latestOfDevice(device, 5)) {
      System.out.printf(
          Locale.ROOT,
          "latest | %.2f | %s | %d | %s%n",
          row.temperature(),
          row.pressure(),
          row.batteryLevel(),
          String.join(",", row.tags()));
    }
    for (var tag : sensors.readingsPerTag()) {
      System.out.printf("tag | %s | %d%n", tag.tag(), tag.readings());
    }
    for (var city : sensors.readingsPerCity()) {
      System.out.printf(
          "city | %s | %d | %d | %d | %s%n",
          city.city(), city.readings(), city.anomalies(), city.lowestBattery(), city.pressure());
    }
    OffsetDateTime until = Readings.START.plusHours(1);
    System.out.println(
        "tagged in the first hour | "
            + sensors.tagged(List.of("indoor", "hvac"), Readings.START, until));
  }

  private static void checked(String name, Sensors.Checksum checksum) {
    System.out.printf("%s | %d | %s%n", name, checksum.rows(), checksum.checksum());
  }

  private static void timed(String name, long count, long start) {
    double seconds = (System.nanoTime() - start) / 1e9;
    System.err.printf(
        Locale.ROOT,
        "%s: %d rows in %.2f s, %,.0f a second%n",
        name,
        count,
        seconds,
        count / seconds);
  }
}
