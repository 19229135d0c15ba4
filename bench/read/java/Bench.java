import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Generated methods against hand-written JDBC, in one JVM and interleaved, so that drift hits both.
 * Prints the median of each, and of the rounds' ratios with their quartiles. Usage: Bench [rounds]
 * [read|bulk]
 */
final class Bench {
  private static final int ROWS = 10_000;
  private static final int LOOKUPS = 2_000;
  private static final DateTimeFormatter TIMESTAMP =
      DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss");

  /** One way of doing something; returns a number that depends on all it read. */
  @FunctionalInterface
  private interface Way {
    long run() throws SQLException;
  }

  private final Connection connection;
  private final BenchRead generated;
  private final TrustedRead trusted;
  private final Map<String, PreparedStatement> prepared = new LinkedHashMap<>();

  private Bench(Connection connection) {
    this.connection = connection;
    this.generated = new BenchRead(connection);
    this.trusted = new TrustedRead(connection);
  }

  public static void main(String[] args) throws Exception {
    int rounds = args.length > 0 ? Integer.parseInt(args[0]) : 41;
    try (Connection connection = DriverManager.getConnection("jdbc:sqlite::memory:")) {
      Bench bench = new Bench(connection);
      bench.fill();
      System.out.printf(
          "Java %s, sqlite-jdbc %s, SQLite %s%n",
          System.getProperty("java.version"),
          connection.getMetaData().getDriverVersion(),
          connection.getMetaData().getDatabaseProductVersion());
      if (args.length < 2 || args[1].equals("read")) {
        bench.reads(rounds);
      }
      if (args.length < 2 || args[1].equals("bulk")) {
        bench.bulk(Math.max(5, rounds / 4));
      }
    }
  }

  private void fill() throws SQLException {
    try (Statement s = connection.createStatement()) {
      for (String sql : BenchRead.getMigrations()) {
        s.executeUpdate(sql);
      }
      String numbers =
          "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < " + ROWS + ")";
      s.executeUpdate(
          numbers
              + " INSERT INTO users SELECT i, 'user number ' || i, 'user' || i || '@example.org',"
              + " nullif(i % 90, 0), datetime(1700000000 + i, 'unixepoch') FROM n");
      s.executeUpdate(
          numbers
              + " INSERT INTO posts SELECT i, i / 50, 'title of post ' || i, printf('%.*c', 200,"
              + " 'x'), i * 7, i % 2, datetime(1700000000 + i, 'unixepoch') FROM n");
      for (String table : List.of("points", "strict_points")) {
        s.executeUpdate(
            numbers + " INSERT INTO " + table + " SELECT i, i * 3, i * 5, i + 0.25 FROM n");
      }
    }
  }

  // The hand-written side: what the driver's own getters give.

  private PreparedStatement statement(String sql) throws SQLException {
    PreparedStatement s = prepared.get(sql);
    if (s == null) {
      s = connection.prepareStatement(sql);
      prepared.put(sql, s);
    }
    return s;
  }

  private record User(long id, String name, String email, Long age, String createdAt) {}

  private record Post(
      long id,
      long user,
      String title,
      String content,
      long views,
      boolean published,
      LocalDateTime createdAt) {}

  private record Point(long id, long x, long y, double weight) {}

  private static User user(ResultSet rs) throws SQLException {
    long age = rs.getLong(4);
    return new User(
        rs.getLong(1),
        rs.getString(2),
        rs.getString(3),
        rs.wasNull() ? null : age,
        rs.getString(5));
  }

  private static Post post(ResultSet rs) throws SQLException {
    return new Post(
        rs.getLong(1),
        rs.getLong(2),
        rs.getString(3),
        rs.getString(4),
        rs.getLong(5),
        rs.getBoolean(6),
        LocalDateTime.parse(rs.getString(7), TIMESTAMP));
  }

  private static Point point(ResultSet rs) throws SQLException {
    return new Point(rs.getLong(1), rs.getLong(2), rs.getLong(3), rs.getDouble(4));
  }

  /** What the generated code does for an ordinary table: no value of another type passes. */
  private static Point checkedPoint(ResultSet rs) throws SQLException {
    return new Point(rs.getLong(1), checkedLong(rs, 2), checkedLong(rs, 3), checkedDouble(rs, 4));
  }

  private static long checkedLong(ResultSet rs, int column) throws SQLException {
    Object value = rs.getObject(column);
    if (value instanceof Integer i) {
      return i;
    }
    if (value instanceof Long l) {
      return l;
    }
    throw new SQLException("column " + column + " is no integer");
  }

  private static double checkedDouble(ResultSet rs, int column) throws SQLException {
    if (rs.getObject(column) instanceof Double d) {
      return d;
    }
    throw new SQLException("column " + column + " is no number");
  }

  private List<User> users() throws SQLException {
    try (ResultSet rs =
        statement("SELECT id, name, email, age, created_at FROM users").executeQuery()) {
      List<User> rows = new ArrayList<>();
      while (rs.next()) {
        rows.add(user(rs));
      }
      return rows;
    }
  }

  private List<Post> posts() throws SQLException {
    try (ResultSet rs =
        statement("SELECT id, user_id, title, content, views, published, created_at FROM posts")
            .executeQuery()) {
      List<Post> rows = new ArrayList<>();
      while (rs.next()) {
        rows.add(post(rs));
      }
      return rows;
    }
  }

  private List<Point> points(String sql) throws SQLException {
    try (ResultSet rs = statement(sql).executeQuery()) {
      List<Point> rows = new ArrayList<>();
      while (rs.next()) {
        rows.add(point(rs));
      }
      return rows;
    }
  }

  private List<Point> checkedPoints() throws SQLException {
    try (ResultSet rs = statement("SELECT id, x, y, weight FROM points").executeQuery()) {
      List<Point> rows = new ArrayList<>();
      while (rs.next()) {
        rows.add(checkedPoint(rs));
      }
      return rows;
    }
  }

  private User user(long id) throws SQLException {
    PreparedStatement s =
        statement("SELECT id, name, email, age, created_at FROM users WHERE id = ?");
    s.setLong(1, id);
    try (ResultSet rs = s.executeQuery()) {
      return rs.next() ? user(rs) : null;
    }
  }

  private Post post(long id) throws SQLException {
    PreparedStatement s =
        statement(
            "SELECT id, user_id, title, content, views, published, created_at FROM posts"
                + " WHERE id = ?");
    s.setLong(1, id);
    try (ResultSet rs = s.executeQuery()) {
      return rs.next() ? post(rs) : null;
    }
  }

  private Point point(long id) throws SQLException {
    PreparedStatement s = statement("SELECT id, x, y, weight FROM points WHERE id = ?");
    s.setLong(1, id);
    try (ResultSet rs = s.executeQuery()) {
      return rs.next() ? point(rs) : null;
    }
  }

  @FunctionalInterface
  private interface Lookup {
    Object one(long id) throws SQLException;
  }

  private static Way lookups(Lookup lookup) {
    return () -> {
      long found = 0;
      for (int i = 0; i < LOOKUPS; i++) {
        if (lookup.one(1 + (i * 7919L) % ROWS) != null) {
          found++;
        }
      }
      return found;
    };
  }

  private void reads(int rounds) throws SQLException {
    compare(
        "10,000 users, STRICT", rounds, () -> users().size(), () -> generated.allUsers().size());
    compare("10,000 posts", rounds, () -> posts().size(), () -> generated.allPosts().size());
    compare(
        "10,000 points, STRICT",
        rounds,
        () -> points("SELECT id, x, y, weight FROM strict_points").size(),
        () -> generated.allStrictPoints().size());
    compare(
        "10,000 points",
        rounds,
        () -> points("SELECT id, x, y, weight FROM points").size(),
        () -> generated.allPoints().size());
    compare(
        "the same, both checked",
        rounds,
        () -> checkedPoints().size(),
        () -> generated.allPoints().size());
    compare(
        "10,000 points, trust",
        rounds,
        () -> points("SELECT id, x, y, weight FROM points").size(),
        () -> trusted.allPoints().size());
    compare("user by id, STRICT", rounds, lookups(this::user), lookups(generated::getUser));
    compare("post by id", rounds, lookups(this::post), lookups(generated::getPost));
    compare("point by id", rounds, lookups(this::point), lookups(generated::getPoint));
    compare("point by id, trust", rounds, lookups(this::point), lookups(trusted::getPoint));
  }

  private static void compare(String name, int rounds, Way byHand, Way generated)
      throws SQLException {
    Way[] ways = {byHand, generated};
    for (int i = 0; i < 60; i++) {
      time(ways[i % 2]);
    }
    double[][] ms = new double[2][rounds];
    double[] ratios = new double[rounds];
    for (int i = 0; i < rounds; i++) {
      for (int j = 0; j < 2; j++) {
        int way = (i + j) % 2;
        ms[way][i] = Math.min(time(ways[way]), time(ways[way]));
      }
      ratios[i] = ms[1][i] / ms[0][i];
    }
    for (double[] a : List.of(ms[0], ms[1], ratios)) {
      Arrays.sort(a);
    }
    System.out.printf(
        "%-24s hand-written %8.3f ms, generated %8.3f ms, ratio %.3f (quartiles %.3f to %.3f)%n",
        name,
        ms[0][rounds / 2],
        ms[1][rounds / 2],
        ratios[rounds / 2],
        ratios[rounds / 4],
        ratios[rounds * 3 / 4]);
  }

  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  private static long sink;

  /**
   * CPU time in ms: it is steadier than the wall clock where other programs run beside this one.
   */
  private static double time(Way way) throws SQLException {
    long start = THREADS.getCurrentThreadCpuTime();
    sink += way.run();
    return (THREADS.getCurrentThreadCpuTime() - start) / 1e6;
  }

  // Ways of inserting many rows, each in one transaction.

  private void bulk(int rounds) throws SQLException {
    int count = 100_000;
    List<BenchRead.NarrowRow> narrow = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      narrow.add(new BenchRead.NarrowRow("a%07d".formatted(i), "b%07d".formatted(i), "cccccccc"));
    }
    Map<String, Way> ways = new LinkedHashMap<>();
    for (int chunk : new int[] {1, 8, 32, 128}) {
      ways.put(chunk + " rows a statement", () -> insert("narrow", 3, chunk, false, narrow));
      ways.put(chunk + " rows, in batches", () -> insert("narrow", 3, chunk, true, narrow));
    }
    ways.put("generated appender", () -> generated.bulkInsertNarrow(narrow));
    race("narrow", count, rounds, ways);

    int fewer = 20_000;
    List<BenchRead.WideRow> wide = new ArrayList<>();
    String text = "0123456789abcdef0123456789abcd";
    for (int i = 0; i < fewer; i++) {
      String v = text + i % 90;
      wide.add(new BenchRead.WideRow(v, v, v, v, v, v, v, v, v, v, v, v, v, v, v, v));
    }
    ways.clear();
    for (int chunk : new int[] {1, 8, 32, 128}) {
      ways.put(chunk + " rows a statement", () -> insert("wide", 16, chunk, false, wide));
      ways.put(chunk + " rows, in batches", () -> insert("wide", 16, chunk, true, wide));
    }
    ways.put("generated appender", () -> generated.bulkInsertWide(wide));
    race("wide", fewer, rounds, ways);
  }

  private long insert(String table, int columns, int chunk, boolean batched, List<?> rows)
      throws SQLException {
    String row = "(" + "?, ".repeat(columns - 1) + "?)";
    String insert = "INSERT INTO " + table + " VALUES " + row;
    connection.setAutoCommit(false);
    try (PreparedStatement many =
            connection.prepareStatement(insert + (", " + row).repeat(chunk - 1));
        PreparedStatement one = connection.prepareStatement(insert)) {
      int next = 0;
      int pending = 0;
      while (next < rows.size()) {
        int size = rows.size() - next < chunk ? 1 : chunk;
        PreparedStatement s = size == chunk ? many : one;
        for (int i = 0; i < size; i++) {
          bind(s, i * columns, rows.get(next + i));
        }
        if (batched && s == many) {
          s.addBatch();
          if ((pending += chunk) >= 1000) {
            s.executeBatch();
            pending = 0;
          }
        } else {
          s.executeUpdate();
        }
        next += size;
      }
      if (pending > 0) {
        many.executeBatch();
      }
      connection.commit();
      return rows.size();
    } finally {
      connection.setAutoCommit(true);
    }
  }

  private static void bind(PreparedStatement s, int i, Object row) throws SQLException {
    if (row instanceof BenchRead.NarrowRow r) {
      s.setString(i + 1, r.a());
      s.setString(i + 2, r.b());
      s.setString(i + 3, r.c());
    } else if (row instanceof BenchRead.WideRow r) {
      s.setString(i + 1, r.c01());
      s.setString(i + 2, r.c02());
      s.setString(i + 3, r.c03());
      s.setString(i + 4, r.c04());
      s.setString(i + 5, r.c05());
      s.setString(i + 6, r.c06());
      s.setString(i + 7, r.c07());
      s.setString(i + 8, r.c08());
      s.setString(i + 9, r.c09());
      s.setString(i + 10, r.c10());
      s.setString(i + 11, r.c11());
      s.setString(i + 12, r.c12());
      s.setString(i + 13, r.c13());
      s.setString(i + 14, r.c14());
      s.setString(i + 15, r.c15());
      s.setString(i + 16, r.c16());
    }
  }

  private void race(String table, int count, int rounds, Map<String, Way> ways)
      throws SQLException {
    Map<String, double[]> ms = new LinkedHashMap<>();
    ways.keySet().forEach(name -> ms.put(name, new double[rounds]));
    for (int i = -3; i < rounds; i++) {
      for (Map.Entry<String, Way> way : ways.entrySet()) {
        double t = time(way.getValue());
        try (Statement s = connection.createStatement()) {
          try (ResultSet rs = s.executeQuery("SELECT count(*) FROM " + table)) {
            if (rs.getLong(1) != count) {
              throw new IllegalStateException(way.getKey() + " wrote " + rs.getLong(1) + " rows");
            }
          }
          s.executeUpdate("DELETE FROM " + table);
        }
        if (i >= 0) {
          ms.get(way.getKey())[i] = t;
        }
      }
    }
    ms.values().forEach(Arrays::sort);
    double base = ms.values().iterator().next()[rounds / 2];
    ms.forEach((name, t) ->
        System.out.printf(
            "%-7s %-24s %8.1f ms (%.1f to %.1f), %9.0f rows/s, %.2f of one row a statement%n",
            table,
            name,
            t[rounds / 2],
            t[rounds / 4],
            t[rounds * 3 / 4],
            count / t[rounds / 2] * 1000,
            t[rounds / 2] / base));
  }
}
