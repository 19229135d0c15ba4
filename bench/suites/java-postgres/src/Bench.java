import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.postgresql.PGConnection;

/**
 * Inserts sensor readings in every way, in turns, so that drift hits all of them, and verifies what
 * the server has after each; {@link Changes} does so with changes. Usage: Bench PLAN
 */
final class Bench {
  private final Plan plan;
  private final Map<String, List<Connection>> connections = new HashMap<>();
  private final Map<Integer, String> checksums = new HashMap<>();
  private final Sensors control;
  private final ExecutorService workers = Executors.newFixedThreadPool(2, Bench::daemon);
  private final List<Sensors.SensorReadingsInsert> rows;

  private Bench(Plan plan, List<Plan.Group> inserts) throws SQLException {
    this.plan = plan;
    Connection connection = DriverManager.getConnection(plan.server().url());
    try (Statement statement = connection.createStatement()) {
      for (String sql : Sensors.getMigrations()) {
        statement.execute(sql);
      }
    }
    control = new Sensors(connection);
    int most = inserts.stream().mapToInt(Plan.Group::rows).max().orElseThrow();
    control.fillReference(most);
    rows = Readings.rows(most);
  }

  private static Thread daemon(Runnable work) {
    Thread thread = new Thread(work);
    thread.setDaemon(true);
    return thread;
  }

  public static void main(String[] args) throws Exception {
    Plan plan = Plan.read(args[0]);
    versions(plan);
    List<Plan.Group> changes = plan.groups().stream().filter(Changes::has).toList();
    List<Plan.Group> inserts = plan.groups().stream().filter(g -> !Changes.has(g)).toList();
    if (!inserts.isEmpty()) {
      Bench bench = new Bench(plan, inserts);
      for (Plan.Group group : inserts) {
        bench.compare(group);
      }
    }
    if (!changes.isEmpty()) {
      Changes.prepare(plan, changes);
      for (Plan.Group group : changes) {
        Changes.compare(plan, group);
      }
    }
    System.exit(0);
  }

  private static void versions(Plan plan) throws IOException, SQLException {
    try (Connection connection = DriverManager.getConnection(plan.server().url())) {
      Map<String, String> versions =
          Map.of(
              "pgjdbc", connection.getMetaData().getDriverVersion(),
              "postgresql", connection.getMetaData().getDatabaseProductVersion());
      Plan.versions(versions, "pgbulkinsert,duckdb_jdbc,arrow-vector");
    }
  }

  private Ways.Way way(String method, List<Sensors.SensorReadingsInsert> part) throws Exception {
    return switch (method) {
      case "ceiling" -> ceiling(part);
      case "generated" -> Ways::generated;
      case "pgbulkinsert" -> Ways::pgBulkInsert;
      case "copy-csv" -> Ways::copyCsv;
      case "unnest" -> Ways::unnest;
      case "multi-values" -> Ways::multiValues;
      case "batch", "batch-rewrite" -> Ways::batch;
      case "individual" -> Ways::individual;
      case "generated-insert" -> new Road(Integer.MAX_VALUE);
      case "generated-copy" -> new Road(1);
      case "duckdb" -> new ThroughDuckDb(plan)::appender;
      case "arrow" -> new ThroughDuckDb(plan)::arrow;
      default -> throw new IllegalArgumentException("there is no method " + method);
    };
  }

  /** Encodes the rows, before any clock runs. */
  private Ways.Way ceiling(List<Sensors.SensorReadingsInsert> part) throws Exception {
    control.clear();
    byte[] bytes;
    try (Connection connection = DriverManager.getConnection(plan.server().url())) {
      Ways.copyCsv(connection, part);
      bytes = Ways.encoded(connection);
    }
    return (connection, same) -> Ways.ceiling(connection, bytes);
  }

  private void compare(Plan.Group group) throws Exception {
    if (group.operation().equals("insert-heap")) {
      control.dropKey();
    } else {
      control.addKey();
    }
    List<List<Sensors.SensorReadingsInsert>> parts = split(group);
    Map<String, Turns.Maker> methods = new LinkedHashMap<>();
    for (String method : group.methods()) {
      methods.put(
          method,
          () -> {
            List<Ways.Way> each = new ArrayList<>();
            for (List<Sensors.SensorReadingsInsert> part : parts) {
              each.add(way(method, part));
            }
            return () -> run(method, each, group, parts);
          });
    }
    Turns.compare(plan, group, calls(group), methods);
  }

  /**
   * Few rows are inserted by many calls: the end of the transaction would be all that is measured.
   */
  private static int calls(Plan.Group group) {
    return group.operation().equals("few") ? 200 : 1;
  }

  private List<List<Sensors.SensorReadingsInsert>> split(Plan.Group group) {
    List<List<Sensors.SensorReadingsInsert>> out = new ArrayList<>();
    for (int i = 0; i < group.connections(); i++) {
      int n = group.connections();
      out.add(rows.subList(group.rows() * i / n, group.rows() / n * (i + 1)));
    }
    return out;
  }

  private Turns.Run run(
      String method,
      List<Ways.Way> ways,
      Plan.Group group,
      List<List<Sensors.SensorReadingsInsert>> parts)
      throws Exception {
    control.clear();
    if (group.rows() >= 100_000) {
      try (Connection c = DriverManager.getConnection(plan.server().url());
          Statement s = c.createStatement()) {
        s.execute("CHECKPOINT"); // or one falls upon whoever fills the log
      }
      System.gc();
    }
    int calls = calls(group);
    List<Connection> used = connections(method, parts.size());
    CyclicBarrier start = new CyclicBarrier(parts.size() + 1);
    List<Future<Void>> tasks = new ArrayList<>();
    for (int i = 0; i < parts.size(); i++) {
      Connection connection = used.get(i);
      List<Sensors.SensorReadingsInsert> part = parts.get(i);
      Ways.Way way = ways.get(i);
      tasks.add(
          workers.submit(() -> {
            start.await();
            try {
              for (int call = 0; call < calls; call++) {
                way.insert(connection, part);
              }
              connection.commit();
            } catch (Exception e) {
              connection.close(); // or its locks would keep the others waiting
              throw e;
            }
            return null;
          }));
    }
    double wal = control.walPosition();
    double server = server(used);
    Measure.Client client = Measure.client();
    start.await();
    long wall = System.nanoTime();
    finish(tasks);
    wall = System.nanoTime() - wall;
    double taken = client.taken();
    server = server(used) - server;
    wal = control.walPosition() - wal;
    verify(method, group.rows(), calls);
    return new Turns.Run(wall / 1e6, taken, server, wal / (1 << 20));
  }

  /** Waits for all, also where one fails. */
  private static void finish(List<Future<Void>> tasks) throws Exception {
    Exception failed = null;
    for (Future<Void> task : tasks) {
      try {
        task.get();
      } catch (ExecutionException e) {
        failed = e.getCause() instanceof Exception cause ? cause : e;
      }
    }
    if (failed != null) {
      throw failed;
    }
  }

  /** Processor time of the server's processes for some connections. */
  static double server(List<Connection> connections) throws SQLException {
    double sum = 0;
    for (Connection connection : connections) {
      if (connection.isWrapperFor(PGConnection.class)) {
        int pid = connection.unwrap(PGConnection.class).getBackendPID();
        sum += Measure.runTime(Path.of("/proc/" + pid));
      }
    }
    return sum;
  }

  private List<Connection> connections(String method, int count) throws SQLException {
    String options = method.equals("batch-rewrite") ? "&reWriteBatchedInserts=true" : "";
    List<Connection> open = connections.computeIfAbsent(options, k -> new ArrayList<>());
    for (Connection connection : List.copyOf(open)) {
      if (connection.isClosed()) {
        open.remove(connection);
      }
    }
    while (open.size() < count) {
      Connection connection = DriverManager.getConnection(plan.server().url() + options);
      connection.setAutoCommit(false);
      open.add(connection);
    }
    return open.subList(0, count);
  }

  private void verify(String method, int count, int calls) throws SQLException {
    String expected = checksums.get(count);
    if (expected == null) {
      expected = control.expected(count);
      checksums.put(count, expected);
    }
    Sensors.ChecksumRow found = control.checksum();
    String all = new BigInteger(expected).multiply(BigInteger.valueOf(calls)).toString();
    if (found.rows() != (long) count * calls || !found.checksum().equals(all)) {
      throw new IllegalStateException(method + " stored something else: " + found);
    }
  }
}
