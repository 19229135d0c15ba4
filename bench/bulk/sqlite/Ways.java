import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** The ways of ways.py by sqlite-jdbc. Usage: Ways ROWS ROUNDS */
final class Ways {
  private static final int AT_ONCE = 128;
  private static final int WINDOW = 100_000; // keys that are sorted at a time

  private static final Map<String, String> LOOP =
      Map.of(
          "update", "UPDATE t SET value = ?2, note = ?3 WHERE id = ?1",
          "delete", "DELETE FROM t WHERE id = ?",
          "upsert",
              "INSERT INTO t (id, value, note) VALUES (?, ?, ?)"
                  + " ON CONFLICT (id) DO UPDATE SET value = excluded.value",
          "lookup", "SELECT value FROM t WHERE id = ?");
  private static final Map<String, String> JOINED =
      Map.of(
          "update",
          "UPDATE t SET value = k.column2, note = k.column3 FROM (%s) AS k"
              + " WHERE t.id = k.column1",
          "delete",
          "DELETE FROM t WHERE id IN (SELECT column1 FROM (%s))",
          "upsert",
          "INSERT INTO t (id, value, note) SELECT column1, column2, column3 FROM (%s)"
              + " WHERE true ON CONFLICT (id) DO UPDATE SET value = excluded.value",
          "lookup",
          "SELECT t.value FROM (%s) AS k CROSS JOIN t ON t.id = k.column1");

  private final Connection connection;
  private final int table; // rows from before
  private final int rounds;
  private final String operation;
  private final int columns;

  private Ways(Connection connection, int table, int rounds, String operation) {
    this.connection = connection;
    this.table = table;
    this.rounds = rounds;
    this.operation = operation;
    this.columns = changesValues(operation) ? 3 : 1;
  }

  private static boolean changesValues(String operation) {
    return operation.equals("update") || operation.equals("upsert");
  }

  /** Does the operation for keys; returns what a lookup finds. */
  private interface Way {
    List<Double> run(int[] keys) throws SQLException;
  }

  private void bind(PreparedStatement statement, int at, int key) throws SQLException {
    statement.setInt(at, key);
    if (columns > 1) {
      statement.setDouble(at + 1, -key);
      statement.setString(at + 2, "changed");
    }
  }

  private List<Double> found(PreparedStatement statement, List<Double> found) throws SQLException {
    if (!operation.equals("lookup")) {
      statement.executeUpdate();
      return found;
    }
    try (ResultSet rows = statement.executeQuery()) {
      while (rows.next()) {
        found.add(rows.getDouble(1));
      }
    }
    return found;
  }

  private List<Double> loop(int[] keys) throws SQLException {
    List<Double> found = new ArrayList<>();
    try (PreparedStatement statement = connection.prepareStatement(LOOP.get(operation))) {
      for (int key : keys) {
        bind(statement, 1, key);
        found(statement, found);
      }
    }
    return found;
  }

  /** As loop, but in the order of the keys; rows are objects, as those of a program are. */
  private List<Double> sorted(int[] keys) throws SQLException {
    List<Double> found = new ArrayList<>(Collections.nCopies(keys.length, null));
    try (PreparedStatement statement = connection.prepareStatement(LOOP.get(operation))) {
      for (int start = 0; start < keys.length; start += WINDOW) {
        List<Row> window = new ArrayList<>();
        for (int i = start; i < Math.min(start + WINDOW, keys.length); i++) {
          window.add(new Row(i, keys[i]));
        }
        window.sort(Comparator.comparingLong(Row::key));
        for (Row row : window) {
          bind(statement, 1, row.key());
          List<Double> one = found(statement, new ArrayList<>(0));
          found.set(row.number(), one.isEmpty() ? null : one.get(0));
        }
      }
    }
    return found;
  }

  private record Row(int number, int key) {}

  private List<Double> values(int[] keys) throws SQLException {
    List<Double> found = new ArrayList<>();
    int whole = keys.length - keys.length % AT_ONCE;
    some(keys, 0, whole, AT_ONCE, found);
    some(keys, whole, keys.length, keys.length - whole, found);
    return found;
  }

  private void some(int[] keys, int from, int to, int atOnce, List<Double> found)
      throws SQLException {
    if (from == to) {
      return;
    }
    String rows = String.join(", ", Collections.nCopies(atOnce, marks()));
    String sql = JOINED.get(operation).formatted("VALUES " + rows);
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      for (int i = from; i < to; i += atOnce) {
        for (int j = 0; j < atOnce; j++) {
          bind(statement, j * columns + 1, keys[i + j]);
        }
        found(statement, found);
      }
    }
  }

  private String marks() {
    return columns == 1 ? "(?)" : "(?, ?, ?)";
  }

  private List<Double> staged(int[] keys) throws SQLException {
    String names = columns == 1 ? "column1" : "column1, column2, column3";
    execute("CREATE TEMP TABLE staged (" + names + ")");
    try (PreparedStatement statement =
        connection.prepareStatement("INSERT INTO staged VALUES " + marks())) {
      for (int key : keys) {
        bind(statement, 1, key);
        statement.executeUpdate();
      }
    }
    // Changes go through the table in its order; a lookup answers in that of the keys.
    String order = operation.equals("lookup") ? "rowid" : "column1";
    String sql = JOINED.get(operation).formatted("SELECT * FROM temp.staged ORDER BY " + order);
    List<Double> found;
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      found = found(statement, new ArrayList<>());
    }
    execute("DROP TABLE temp.staged");
    return found;
  }

  private void execute(String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  /** The table has what it must have: as many rows as before, of which those of keys differ. */
  private void check(int[] keys) throws SQLException {
    long there = Arrays.stream(keys).filter(key -> key <= table).count();
    List<Long> want =
        switch (operation) {
          case "update" -> List.of((long) table, there);
          case "delete" -> List.of(table - there, 0L);
          case "upsert" -> List.of(table + keys.length - there, (long) keys.length);
          default -> List.of((long) table, 0L);
        };
    try (Statement statement = connection.createStatement();
        ResultSet row =
            statement.executeQuery("SELECT count(*), count(*) FILTER (WHERE value = -id) FROM t")) {
      List<Long> got = List.of(row.getLong(1), row.getLong(2));
      if (!got.equals(want)) {
        throw new IllegalStateException(operation + ": " + got + ", not " + want);
      }
    }
  }

  private void compare(int size) throws SQLException {
    int[] keys = new Random(1).ints(1, table + 1).distinct().limit(size).toArray();
    if (operation.equals("upsert")) { // half of them are new
      for (int i = 1; i < size; i += 2) {
        keys[i] += table;
      }
    }
    Map<String, Way> ways = new LinkedHashMap<>();
    ways.put("loop", this::loop);
    ways.put("sorted", this::sorted);
    ways.put("values", this::values);
    ways.put("staged", this::staged);
    List<String> names = new ArrayList<>(ways.keySet());
    Map<String, List<Double>> taken = new LinkedHashMap<>();
    Map<String, List<Double>> wall = new LinkedHashMap<>();
    for (int turn = 0; turn <= rounds; turn++, Collections.rotate(names, 1)) {
      for (String name : names) {
        execute("BEGIN");
        long started = System.nanoTime();
        long began = processorTime();
        List<Double> found = ways.get(name).run(keys);
        double ms = (processorTime() - began) / 1e6;
        double passed = (System.nanoTime() - started) / 1e6;
        if (turn > 0) { // the first one warms up
          taken.computeIfAbsent(name, n -> new ArrayList<>()).add(ms);
          wall.computeIfAbsent(name, n -> new ArrayList<>()).add(passed);
        }
        if (operation.equals("lookup")
            && !found.equals(Arrays.stream(keys).mapToObj(k -> (double) k).toList())) {
          throw new IllegalStateException("lookup by " + name);
        }
        check(keys);
        execute("ROLLBACK");
      }
    }
    StringBuilder line = new StringBuilder(operation + " " + size);
    for (String name : ways.keySet()) {
      line.append(
          "; %s %.2f, %.2f".formatted(name, median(taken.get(name)), median(wall.get(name))));
    }
    System.out.println(line);
  }

  private double median(List<Double> runs) {
    Collections.sort(runs);
    return runs.get(rounds / 2);
  }

  /** That of the thread which runs SQLite: compilers and the garbage collector have others. */
  private static long processorTime() {
    return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
  }

  public static void main(String[] args) throws SQLException, IOException {
    int table = Integer.parseInt(args[0]);
    int rounds = Integer.parseInt(args[1]);
    Path file = Files.createTempFile("sqg-bench", ".db");
    try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file)) {
      Ways first = new Ways(connection, table, rounds, "update");
      first.execute("PRAGMA journal_mode = WAL");
      first.execute(
          "CREATE TABLE t (id INTEGER PRIMARY KEY, value REAL NOT NULL, note TEXT NOT NULL)");
      first.execute(
          "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < %d)"
                  .formatted(table)
              + " INSERT INTO t SELECT i, i, 'note ' || i FROM n");
      try (Statement statement = connection.createStatement();
          ResultSet row = statement.executeQuery("SELECT sqlite_version()")) {
        String java = System.getProperty("java.version");
        System.out.println("java " + java + ", SQLite " + row.getString(1));
      }
      for (String operation : List.of("update", "delete", "upsert", "lookup")) {
        for (int size : new int[] {100, 1000, 10_000, 30_000, 100_000, 300_000}) {
          if (size <= table) {
            new Ways(connection, table, rounds, operation).compare(size);
          }
        }
      }
    } finally {
      Files.delete(file);
    }
  }
}
