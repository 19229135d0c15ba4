import java.io.IOException;
import java.io.PrintStream;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.postgresql.PGConnection;

/**
 * Loads sensor readings in every way, in turns, so that drift hits all of them, and verifies what
 * the server has after each. Usage: Bench URL ROWS ROUNDS FILE; the file gets a line of JSON for
 * each way and number of rows.
 */
final class Bench {
  private static final int WARM_UP = 2;
  private static final int[] SIZES = {10, 100, 1000, 10_000, 20_000, 100_000, 1_000_000};

  /** A way of inserting, over one connection or several, up to some number of rows at once. */
  private record Case(String name, int connections, int maxRows, String options, Ways.Way way) {}

  /** What one run took, a call of it: milliseconds of wall time and of processor time. */
  private record Run(double wall, double client, double server) {}

  private final String url;
  private final PrintStream out;
  private final Map<String, List<Connection>> connections = new LinkedHashMap<>();
  private final Map<Integer, String> checksums = Readings.checksums();
  private final Connection control;
  private final ExecutorService workers = Executors.newFixedThreadPool(2, Bench::daemon);

  private Bench(String url, PrintStream out) throws IOException, SQLException {
    this.url = url;
    this.out = out;
    this.control = DriverManager.getConnection(url);
    try (Statement statement = control.createStatement()) {
      for (String sql : Sensors.getMigrations()) {
        statement.execute(sql);
      }
    }
  }

  private static Thread daemon(Runnable work) {
    Thread thread = new Thread(work);
    thread.setDaemon(true);
    return thread;
  }

  public static void main(String[] args) throws Exception {
    int rows = Integer.parseInt(args[1]);
    int rounds = Integer.parseInt(args[2]);
    try (PrintStream out = new PrintStream(args[3])) {
      Bench bench = new Bench(args[0], out);
      System.out.println(bench.versions());
      List<Sensors.SensorReadingsRow> all = Readings.rows(rows);
      for (int size : SIZES) {
        if (size <= rows && bench.checksums.containsKey(size) && (size != 20_000 || rows == size)) {
          bench.compare(all.subList(0, size), size < 100_000 ? 3 * rounds : rounds);
        }
      }
    }
  }

  private String versions() throws SQLException {
    return "Java %s, pgjdbc %s, PgBulkInsert 8.1.5, PostgreSQL %s"
        .formatted(
            System.getProperty("java.version"),
            control.getMetaData().getDriverVersion(),
            control.getMetaData().getDatabaseProductVersion());
  }

  private void compare(List<Sensors.SensorReadingsRow> rows, int rounds) throws Exception {
    List<Case> cases = cases(rows);
    Map<Case, List<Run>> runs = new LinkedHashMap<>();
    cases.forEach(c -> runs.put(c, new ArrayList<>()));
    for (int round = 0; round < WARM_UP + rounds; round++) {
      for (int i = 0; i < cases.size(); i++) {
        Case c = cases.get((i + round) % cases.size());
        Run run = run(c, rows);
        if (round >= WARM_UP) {
          runs.get(c).add(run);
        }
      }
    }
    report(rows.size(), runs);
  }

  private List<Case> cases(List<Sensors.SensorReadingsRow> rows) throws Exception {
    Map<List<?>, byte[]> encoded = new LinkedHashMap<>();
    for (int parts = 1; parts <= 2; parts++) {
      for (List<Sensors.SensorReadingsRow> part : split(rows, parts)) {
        execute("TRUNCATE sensor_readings");
        Ways.copyCsv(control, part);
        encoded.put(
            List.of(System.identityHashCode(part.get(0)), part.size()), Ways.encoded(control));
      }
    }
    Ways.Way ceiling =
        (connection, part) ->
            Ways.ceiling(
                connection,
                encoded.get(List.of(System.identityHashCode(part.get(0)), part.size())));
    String rewrite = "reWriteBatchedInserts=true";
    int any = Integer.MAX_VALUE;
    List<Case> all =
        List.of(
            new Case("ceiling", 1, any, "", ceiling),
            new Case("generated", 1, any, "", Ways::generated),
            new Case("PgBulkInsert", 1, any, "", Ways::pgBulkInsert),
            new Case("COPY CSV", 1, any, "", Ways::copyCsv),
            new Case("batch, rewritten", 1, any, rewrite, Ways::batch),
            new Case("UNNEST", 1, 10_000, "", Ways::unnest),
            new Case("multi-VALUES", 1, 10_000, "", Ways::multiValues),
            new Case("ceiling", 2, any, "", ceiling),
            new Case("generated", 2, any, "", Ways::generated),
            new Case("PgBulkInsert", 2, any, "", Ways::pgBulkInsert));
    return all.stream()
        .filter(c -> rows.size() <= c.maxRows && (c.connections == 1 || rows.size() >= 10_000))
        .toList();
  }

  private static List<List<Sensors.SensorReadingsRow>> split(
      List<Sensors.SensorReadingsRow> rows, int parts) {
    List<List<Sensors.SensorReadingsRow>> out = new ArrayList<>();
    for (int i = 0; i < parts; i++) {
      out.add(rows.subList(rows.size() * i / parts, rows.size() / parts * (i + 1)));
    }
    return out;
  }

  private void execute(String sql) throws SQLException {
    try (Statement statement = control.createStatement()) {
      statement.execute(sql);
    }
  }

  /**
   * Few rows are inserted by many calls in one transaction: its end would be all that is measured.
   */
  private static int calls(int rows) {
    return Math.max(1, Math.min(200, 20_000 / rows));
  }

  private Run run(Case c, List<Sensors.SensorReadingsRow> rows) throws Exception {
    int calls = calls(rows.size());
    execute("TRUNCATE sensor_readings");
    if (rows.size() >= 100_000) {
      execute("CHECKPOINT"); // or one falls upon whoever fills the log
      System.gc();
    }
    List<Connection> used = connections(c);
    List<List<Sensors.SensorReadingsRow>> parts = split(rows, c.connections);
    CyclicBarrier start = new CyclicBarrier(c.connections + 1);
    List<Future<Void>> tasks = new ArrayList<>();
    for (int i = 0; i < c.connections; i++) {
      Connection connection = used.get(i);
      List<Sensors.SensorReadingsRow> part = parts.get(i);
      tasks.add(
          workers.submit(() -> {
            start.await();
            for (int call = 0; call < calls; call++) {
              c.way.insert(connection, part);
            }
            connection.commit();
            return null;
          }));
    }
    double server = serverTime(used);
    double client = clientTime();
    start.await();
    long wall = System.nanoTime();
    for (Future<Void> task : tasks) {
      task.get();
    }
    wall = System.nanoTime() - wall;
    client = clientTime() - client;
    server = serverTime(used) - server;
    verify(c, rows.size(), calls);
    return new Run(wall / 1e6 / calls, client / calls, server / calls);
  }

  private List<Connection> connections(Case c) throws SQLException {
    List<Connection> open = connections.computeIfAbsent(c.options, k -> new ArrayList<>());
    while (open.size() < c.connections) {
      Connection connection = DriverManager.getConnection(url + "&" + c.options);
      connection.setAutoCommit(false);
      open.add(connection);
    }
    return open;
  }

  /** Processor time of this process in milliseconds, of all its threads. */
  private static double clientTime() throws IOException {
    try (Stream<Path> threads = Files.list(Path.of("/proc/self/task"))) {
      return threads.mapToDouble(Bench::runTime).sum();
    }
  }

  /** Processor time of the server's processes for some connections. */
  private static double serverTime(List<Connection> connections) throws SQLException {
    double sum = 0;
    for (Connection connection : connections) {
      int pid = connection.unwrap(PGConnection.class).getBackendPID();
      sum += runTime(Path.of("/proc/" + pid));
    }
    return sum;
  }

  /** The kernel counts nanoseconds here, ticks of 10 ms elsewhere. */
  private static double runTime(Path task) {
    try {
      return Long.parseLong(Files.readString(task.resolve("schedstat")).split(" ")[0]) / 1e6;
    } catch (IOException e) {
      return 0; // the thread has ended, or this is no Linux
    }
  }

  private void verify(Case c, int rows, int calls) throws SQLException {
    Sensors.ChecksumResult found = new Sensors(control).checksum();
    String checksum =
        new BigInteger(checksums.get(rows)).multiply(BigInteger.valueOf(calls)).toString();
    if (found.rows() != (long) rows * calls || !found.checksum().equals(checksum)) {
      throw new IllegalStateException(c.name + " stored something else: " + found);
    }
  }

  private static double median(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    return (sorted[(sorted.length - 1) / 2] + sorted[sorted.length / 2]) / 2;
  }

  private void report(int rows, Map<Case, List<Run>> runs) throws SQLException {
    System.out.printf(
        Locale.ROOT,
        "%n%,d rows, %d calls a transaction%n%-16s %4s %30s %11s %10s %10s %10s%n",
        rows,
        calls(rows),
        "",
        "conn",
        "wall ms (min – max)",
        "rows/s",
        "client ms",
        "server ms",
        "of ceiling");
    for (Case c : runs.keySet()) {
      List<Run> own = runs.get(c);
      List<Run> best =
          runs.get(
              runs.keySet().stream()
                  .filter(o -> o.name.equals("ceiling") && o.connections == c.connections)
                  .findFirst()
                  .orElseThrow());
      double[] walls = own.stream().mapToDouble(Run::wall).toArray();
      double[] ratios = new double[walls.length];
      for (int i = 0; i < walls.length; i++) {
        ratios[i] = best.get(i).wall / walls[i];
      }
      double wall = median(walls);
      double client = median(own.stream().mapToDouble(Run::client).toArray());
      double server = median(own.stream().mapToDouble(Run::server).toArray());
      double min = Arrays.stream(walls).min().orElseThrow();
      double max = Arrays.stream(walls).max().orElseThrow();
      System.out.printf(
          Locale.ROOT,
          "%-16s %4d %10.3f (%7.3f – %7.3f) %,11.0f %10.3f %10.3f %9.1f%%%n",
          c.name,
          c.connections,
          wall,
          min,
          max,
          rows / wall * 1000,
          client,
          server,
          100 * median(ratios));
      json(c, rows, walls, wall, min, max, client, server);
    }
  }

  private void json(
      Case c,
      int rows,
      double[] walls,
      double wall,
      double min,
      double max,
      double client,
      double server)
      throws SQLException {
    String all =
        Arrays.stream(walls)
            .mapToObj(w -> String.format(Locale.ROOT, "%.3f", w))
            .collect(Collectors.joining(", "));
    out.printf(
        Locale.ROOT,
        "{\"suite\": \"bulk\", \"case\": \"sensors\", \"language\": \"java\", \"engine\":"
            + " \"postgres\", \"driver\": \"pgjdbc\", \"operation\": \"insert\", \"method\":"
            + " \"%s\", \"connections\": %d, \"rows\": %d, \"runs_ms\": [%s], \"median_ms\": %.3f,"
            + " \"min_ms\": %.3f, \"max_ms\": %.3f, \"rows_per_s\": %.0f, \"client_cpu_ms\": %.3f,"
            + " \"server_cpu_ms\": %.3f, \"verified\": true, \"versions\": {\"java\": \"%s\","
            + " \"pgjdbc\": \"%s\", \"postgresql\": \"%s\"}, \"machine\": {\"cpus\": %d, \"os\":"
            + " \"%s\"}, \"finished_at\": \"%s\"}%n",
        c.name,
        c.connections,
        rows,
        all,
        wall,
        min,
        max,
        rows / wall * 1000,
        client,
        server,
        System.getProperty("java.version"),
        control.getMetaData().getDriverVersion(),
        control.getMetaData().getDatabaseProductVersion(),
        Runtime.getRuntime().availableProcessors(),
        System.getProperty("os.name") + " " + System.getProperty("os.arch"),
        Instant.now());
  }
}
