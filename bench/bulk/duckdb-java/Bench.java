import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Loads sensor readings in every way, in turns, so that drift hits all of them, and verifies what
 * the table has after each. Usage: Bench ROWS ROUNDS FILE
 */
final class Bench {
  private static final int WARM_UP = 3;
  private static final int[] SIZES = {1000, 10_000, 20_000, 100_000, 1_000_000};

  private Bench() {}

  public static void main(String[] args) throws Exception {
    int most = Integer.parseInt(args[0]);
    int rounds = Integer.parseInt(args[1]);
    Path folder = Files.createTempDirectory("sqg-bench");
    Path file = folder.resolve("sensors.duckdb");
    try (PrintStream out = new PrintStream(args[2]);
        Connection connection = DriverManager.getConnection("jdbc:duckdb:" + file)) {
      for (String sql : Files.readString(Path.of("../sensors/duckdb-reference.sql")).replace("$rows", "1000000").split(";\n")) {
        execute(connection, sql);
      }
      System.out.printf(
          "Java %s, %s%n",
          System.getProperty("java.version"), connection.getMetaData().getDriverVersion());
      List<Sensors.SensorReadingsRow> all = Readings.rows(most);
      for (int size : SIZES) {
        if (size <= most && (size != 20_000 || most == size)) {
          compare(connection, all.subList(0, size), size < 100_000 ? 3 * rounds : rounds, out);
        }
      }
    } finally {
      Files.deleteIfExists(file);
      Files.deleteIfExists(folder.resolve("sensors.duckdb.wal"));
      Files.delete(folder);
    }
  }

  private static Map<String, Ways.Way> ways() throws ReflectiveOperationException {
    Map<String, Ways.Way> ways = new LinkedHashMap<>();
    ways.put("ceiling", (c, rows) -> execute(c, "INSERT INTO sensor_readings SELECT * FROM part"));
    ways.put("generated", Ways::generated);
    if (Runtime.version().feature() >= 22) {
      ways.put("generated, arrow", (Ways.Way) Class.forName("NewerWay").getDeclaredConstructor().newInstance());
    }
    ways.put("row Appender", Ways::appender);
    ways.put("Arrow stream, 10K chunks", Ways::arrow10k);
    ways.put("table function", Ways::tableFunction);
    return ways;
  }

  private static void compare(Connection connection, List<Sensors.SensorReadingsRow> rows, int rounds, PrintStream out)
      throws Exception {
    execute(connection, "CREATE OR REPLACE TEMP TABLE part AS SELECT * FROM reference LIMIT " + rows.size());
    String expected = checksum(connection, "part");
    Map<String, Ways.Way> ways = ways();
    Map<String, double[]> times = new LinkedHashMap<>();
    List<String> names = new ArrayList<>(ways.keySet());
    names.forEach(n -> times.put(n, new double[rounds]));
    for (int round = -WARM_UP; round < rounds; round++) {
      for (int i = 0; i < names.size(); i++) {
        String name = names.get((i + round + WARM_UP) % names.size());
        Ways.Way way = ways.get(name);
        way.prepare(rows);
        execute(connection, "DROP TABLE IF EXISTS sensor_readings");
        for (String sql : Sensors.getMigrations()) {
          execute(connection, sql);
        }
        execute(connection, "CHECKPOINT");
        if (rows.size() >= 100_000) {
          System.gc();
        }
        connection.setAutoCommit(false);
        long start = System.nanoTime();
        way.insert(connection, rows);
        connection.commit();
        double took = (System.nanoTime() - start) / 1e6;
        connection.setAutoCommit(true);
        if (!checksum(connection, "sensor_readings").equals(expected)) {
          throw new IllegalStateException(name + " stored something else");
        }
        if (round >= 0) {
          times.get(name)[round] = took;
        }
      }
    }
    report(rows.size(), times, out);
  }

  /** Of the rows and their order. */
  private static String checksum(Connection connection, String table) throws Exception {
    String sql = "SELECT count(*), sum(hash(t)::HUGEINT * (rowid + 1)) FROM " + table + " AS t";
    try (Statement statement = connection.createStatement(); ResultSet rs = statement.executeQuery(sql)) {
      rs.next();
      return rs.getString(1) + " " + rs.getString(2);
    }
  }

  private static void report(int rows, Map<String, double[]> times, PrintStream out) {
    System.out.printf(Locale.ROOT, "%n%,d rows: ms (min - max), of the ceiling%n", rows);
    double ceiling = median(times.get("ceiling"));
    times.forEach(
        (name, runs) -> {
          double[] sorted = runs.clone();
          Arrays.sort(sorted);
          double middle = median(runs);
          System.out.printf(
              Locale.ROOT, "%-26s %9.2f (%8.2f - %8.2f) %6.1f%%%n", name, middle, sorted[0], sorted[sorted.length - 1], 100 * ceiling / middle);
          out.printf(
              Locale.ROOT,
              "{\"suite\": \"bulk\", \"case\": \"sensors\", \"language\": \"java\", \"engine\": \"duckdb\", \"method\": \"%s\", \"rows\": %d, \"runs_ms\": %s, \"median_ms\": %.3f, \"verified\": true, \"java\": \"%s\"}%n",
              name, rows, Arrays.toString(runs), middle, System.getProperty("java.version"));
        });
  }

  private static double median(double[] runs) {
    double[] sorted = runs.clone();
    Arrays.sort(sorted);
    return (sorted[(sorted.length - 1) / 2] + sorted[sorted.length / 2]) / 2;
  }

  static void execute(Connection connection, String sql) throws Exception {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }
}
