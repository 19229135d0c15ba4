import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;

/**
 * Inserts, updates and deletes sensor readings in every way and compares what the table then has
 * with what DuckDB computes by itself. Usage: Bench PLAN
 */
final class Bench {
  private static final double CHANGE = 1.5;

  private final Plan plan;
  private final Connection connection;
  private final Sensors control;
  private final List<Sensors.SensorReadingsInsert> rows;
  private final Map<String, Way> ways;

  private Bench(Plan plan) throws SQLException, IOException {
    this.plan = plan;
    connection = DriverManager.getConnection("jdbc:duckdb:" + plan.dir().resolve("bench.duckdb"));
    control = new Sensors(connection);
    int most = plan.groups().stream().mapToInt(Plan.Group::rows).max().orElseThrow();
    reference(total(most));
    rows = Readings.rows(most);
    ways = ways();
  }

  /** Has DuckDB compute all rows, in a temporary table: in memory. */
  private void reference(int count) throws SQLException, IOException {
    String sql = Files.readString(Path.of("../../bulk/sensors/duckdb-reference.sql"));
    execute(sql.replace("$rows", Integer.toString(count)));
  }

  private void execute(String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  public static void main(String[] args) throws Exception {
    Bench bench = new Bench(Plan.read(args[0]));
    Plan.versions(Map.of(), "duckdb_jdbc,arrow-vector");
    for (Plan.Group group : bench.plan.groups()) {
      bench.compare(group);
    }
    bench.connection.close();
  }

  private Map<String, Way> ways() throws SQLException {
    return Map.ofEntries(
        Map.entry("insert ceiling", (c, part) -> control.insertPart()),
        Map.entry("insert generated-function", Bench::generated),
        Map.entry("insert generated-vectors", vectors()),
        Map.entry("insert generated-rows", rowByRow()),
        Map.entry("insert arrow", ArrowStream::insert),
        Map.entry("insert table-function", TableFunction.insert(connection)),
        Map.entry("insert appender", Appender::insert),
        Map.entry("insert multi-values", Statements::insertMultiValues),
        Map.entry("insert batch", Statements::insertBatch),
        Map.entry("insert individual", Statements::insertIndividual),
        Map.entry("update ceiling", (c, part) -> control.updatePart()),
        Map.entry("update generated-bulk", Bulk::update),
        Map.entry("update generated-staging", Staging.update(Staging::temperatures)),
        Map.entry("update temp-table", Staging.update(Appender::temperatures)),
        Map.entry("update-twice temp-table", Staging.updateLast(Appender::temperatures)),
        Map.entry("update table-function", TableFunction.update(connection)),
        Map.entry("update arrow", ArrowStream::update),
        Map.entry("update unnest", Statements::updateUnnest),
        Map.entry("update batch", Statements::updateBatch),
        Map.entry("update individual", Statements::updateIndividual),
        Map.entry("delete ceiling", (c, part) -> control.deletePart()),
        Map.entry("delete generated-bulk", Bulk::delete),
        Map.entry("delete generated-staging", Staging.delete(Staging::keys)),
        Map.entry("delete temp-table", Staging.delete(Appender::keys)),
        Map.entry("delete table-function", TableFunction.delete(connection)),
        Map.entry("delete arrow", ArrowStream::delete),
        Map.entry("delete unnest", Statements::deleteUnnest),
        Map.entry("delete batch", Statements::deleteBatch),
        Map.entry("delete individual", Statements::deleteIndividual),
        Map.entry("upsert ceiling", (c, part) -> control.upsertPart()),
        Map.entry("upsert generated-bulk", Bulk::upsert),
        Map.entry("upsert temp-table", Staging.upsert(Sensors::upsertStaged)),
        Map.entry("upsert-twice temp-table", Staging.upsert(Sensors::upsertStagedLast)),
        Map.entry("upsert batch", Statements::upsertBatch));
  }

  private static void generated(Connection connection, Iterable<Sensors.SensorReadingsInsert> rows)
      throws SQLException {
    Sensors queries = new Sensors(connection);
    queries.bulkInsertSensorReadings(rows);
  }

  private static Way vectors() {
    return new Generated<>(
        SensorsVectors.SensorReadingsInsert.class,
        (connection, rows) -> {
          SensorsVectors queries = new SensorsVectors(connection);
          queries.bulkInsertSensorReadings(rows);
        });
  }

  private static Way rowByRow() {
    return new Generated<>(
        SensorsRows.SensorReadingsInsert.class,
        (connection, rows) -> {
          SensorsRows queries = new SensorsRows(connection);
          queries.bulkInsertSensorReadings(rows);
        });
  }

  private Way way(String operation, String method) throws ReflectiveOperationException {
    String kind = kind(operation);
    if (method.equals("generated") || method.equals("generated-bulk-arrow")) {
      Object newer = Class.forName("Newer").getDeclaredConstructor().newInstance();
      return ((Newest) newer).way(kind);
    }
    Way way = ways.getOrDefault(operation + " " + method, ways.get(kind + " " + method));
    if (way == null) {
      throw new IllegalArgumentException("there is no method " + method + " of " + operation);
    }
    return way;
  }

  /** What an operation does, whatever the order of its keys. */
  private static String kind(String operation) {
    return operation.replaceFirst("-.*", "");
  }

  /** How many rows of the table an operation is for: half of those that it gets twice. */
  private static int keys(Plan.Group group) {
    return isTwice(group) ? group.rows() / 2 : group.rows();
  }

  private static boolean isTwice(Plan.Group group) {
    return group.operation().endsWith("-twice");
  }

  /** Rows without an order: keys from all over the largest table. */
  private static boolean isShuffled(Plan.Group group) {
    return !group.operation().equals(kind(group.operation()));
  }

  /** How far apart the rows of the table are that an operation is for. */
  private int step(Plan.Group group) {
    return isShuffled(group) ? rows.size() / keys(group) : 1;
  }

  /** How many rows the table has. */
  private int tableRows(Plan.Group group) {
    return total(isShuffled(group) ? rows.size() : keys(group));
  }

  /** Rows of a table of which so many are updated or deleted: a tenth more, which must stay. */
  private static int total(int rows) {
    return rows + rows / 10 + 1;
  }

  private static boolean changes(Plan.Group group) {
    return List.of("update", "upsert").contains(kind(group.operation()));
  }

  /** The rows of the reference that an operation is for, as it gets them. */
  private List<Sensors.SensorReadingsInsert> part(Plan.Group group) {
    List<Integer> places = new ArrayList<>();
    for (int i = 0; i < group.rows(); i++) {
      places.add(i % keys(group) * step(group));
    }
    if (isShuffled(group)) {
      Collections.shuffle(places, new Random(1));
    }
    if (!changes(group)) {
      return places.stream().map(rows::get).toList();
    }
    // Of two rows with one key, the second one's value must stay.
    Set<Integer> again = new HashSet<>();
    List<Sensors.SensorReadingsInsert> part = new ArrayList<>();
    for (int place : places) {
      boolean last = !isTwice(group) || !again.add(place);
      part.add(changed(rows.get(place), last ? CHANGE : 2 * CHANGE));
    }
    return part;
  }

  private void compare(Plan.Group group) throws Exception {
    control.makePart();
    control.fillPart(changes(group) ? CHANGE : 0, step(group), keys(group));
    List<Sensors.SensorReadingsInsert> part = part(group);
    Sensors.Outcome expected = expected(group);
    Map<String, Turns.Maker> methods = new LinkedHashMap<>();
    for (String method : group.methods()) {
      methods.put(
          method,
          () -> {
            Way way = way(group.operation(), method);
            way.prepare(part);
            return () -> run(group, method, way, part, expected);
          });
    }
    Turns.compare(plan, group, 1, methods);
  }

  private static Sensors.SensorReadingsInsert changed(Sensors.SensorReadingsInsert row, double by) {
    return new Sensors.SensorReadingsInsert(
        row.deviceId(),
        row.timestamp(),
        row.temperature() + by,
        row.humidity(),
        row.pressure(),
        row.batteryLevel(),
        row.isAnomaly(),
        row.location(),
        row.tags());
  }

  private Turns.Run run(
      Plan.Group group,
      String method,
      Way way,
      List<Sensors.SensorReadingsInsert> part,
      Sensors.Outcome expected)
      throws Exception {
    prepareTable(group);
    Measure.Client client = Measure.client();
    connection.setAutoCommit(false);
    long wall = System.nanoTime();
    try {
      way.run(connection, part);
      connection.commit();
    } catch (Exception e) {
      connection.rollback();
      connection.setAutoCommit(true);
      throw e;
    }
    wall = System.nanoTime() - wall;
    connection.setAutoCommit(true);
    double taken = client.taken();
    verify(group, method, expected);
    return new Turns.Run(wall / 1e6, taken, 0, 0);
  }

  private void prepareTable(Plan.Group group) throws SQLException {
    execute("DROP TABLE IF EXISTS sensor_readings");
    for (String sql : Sensors.getMigrations()) {
      execute(sql);
    }
    switch (kind(group.operation())) {
      case "update", "delete" -> control.fill(tableRows(group));
      case "upsert" -> control.fillHalf(tableRows(group), step(group), keys(group));
      default -> {}
    }
    execute("CHECKPOINT"); // or one falls upon whoever fills the log
    if (group.rows() >= 100_000) {
      System.gc();
    }
  }

  /** What the table must hold after a run, as DuckDB computes it from the reference. */
  private Sensors.Outcome expected(Plan.Group group) throws SQLException {
    int table = tableRows(group);
    return switch (kind(group.operation())) {
      case "insert" -> control.expectedOfInsert();
      case "update", "upsert" -> control.expectedOfUpdate(table, step(group), keys(group));
      case "delete" -> control.expectedOfDelete(table, step(group), keys(group));
      default -> throw new IllegalArgumentException("no operation " + group.operation());
    };
  }

  private void verify(Plan.Group group, String method, Sensors.Outcome expected)
      throws SQLException {
    Sensors.Outcome found = control.stored(group.operation().equals("insert"));
    if (!found.equals(expected)) {
      throw new IllegalStateException(
          "%s by %s of %,d rows: the table has %s, not %s"
              .formatted(group.operation(), method, group.rows(), found, expected));
    }
  }
}
