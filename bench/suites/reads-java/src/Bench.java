import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.lang.reflect.RecordComponent;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.postgresql.PGConnection;

/**
 * Reads in every way, in turns, so that drift hits all of them, and compares all rows with what
 * they must be. Usage: Bench PLAN
 */
final class Bench {
  private static final int LOOKED_UP = 10_000;
  private static final int STEP = 50;
  private static final OffsetDateTime START =
      OffsetDateTime.of(2025, 1, 1, 0, 0, 0, 0, ZoneOffset.UTC);

  /** All reading is done by the thread that asks for it. */
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  private final Plan plan;

  private Bench(Plan plan) {
    this.plan = plan;
  }

  public static void main(String[] args) throws Exception {
    Bench bench = new Bench(Plan.read(args[0]));
    Plan.versions(Map.of(), "duckdb_jdbc,jooq,postgresql");
    for (Plan.Group group : bench.plan.groups()) {
      if (group.operation().equals("nested-postgres")) {
        bench.compareNested(group);
      } else {
        bench.compare(group);
      }
    }
  }

  private void compare(Plan.Group group) throws Exception {
    int dash = group.operation().lastIndexOf('-');
    String operation = group.operation().substring(0, dash);
    boolean postgres = group.operation().endsWith("-postgres");
    boolean single = operation.equals("lookup") || operation.equals("order");
    String url = postgres ? plan.server().url() : "jdbc:duckdb:";
    try (Connection connection = DriverManager.getConnection(url)) {
      boolean held = operation.startsWith("held-");
      Reads generated = postgres ? onPostgres(connection, held) : onDuckDb(connection);
      fill(connection, postgres, single ? LOOKED_UP : group.rows());
      HandWritten.Streaming streaming =
          held ? HandWritten::held : postgres ? HandWritten::inTransaction : HandWritten::apart;
      Reads hand = Reads.of(new HandWritten(connection, streaming));
      List<List<Object>> expected = expected(operation, single, group.rows());
      Path server = postgres ? serverProcess(connection) : null;
      Map<String, Turns.Maker> methods = new LinkedHashMap<>();
      for (String method : group.methods()) {
        Reads reads = method.endsWith("-generated") ? generated : hand;
        Nested.Way way = () -> reads.read(operation.replace("held-", ""), LOOKED_UP, STEP);
        methods.put(method, () -> () -> run(way, expected, server));
      }
      Turns.compare(plan, group, single ? LOOKED_UP / STEP : 1, methods);
    }
  }

  private void compareNested(Plan.Group group) throws Exception {
    try (Connection connection = DriverManager.getConnection(plan.server().url())) {
      execute(connection, "DROP TABLE IF EXISTS lines, purchases");
      for (String sql : NestedReads.getMigrations()) {
        execute(connection, sql);
      }
      NestedReads queries = new NestedReads(connection);
      queries.fillPurchases(group.rows());
      queries.fillLines();
      execute(connection, "VACUUM ANALYZE");
      Path server = serverProcess(connection);
      List<List<Object>> expected = Nested.expected(group.rows());
      Map<String, Nested.Way> ways = Nested.ways(connection);
      Map<String, Turns.Maker> methods = new LinkedHashMap<>();
      for (String method : group.methods()) {
        methods.put(method, () -> () -> run(ways.get(method), expected, server));
      }
      Turns.compare(plan, group, 1, methods);
    }
  }

  private static Turns.Run run(Nested.Way way, List<List<Object>> expected, Path server)
      throws Exception {
    double serverBefore = server == null ? 0 : Measure.runTime(server);
    long client = THREADS.getCurrentThreadCpuTime();
    long wall = System.nanoTime();
    List<?> rows = way.read();
    wall = System.nanoTime() - wall;
    client = THREADS.getCurrentThreadCpuTime() - client;
    double inServer = server == null ? 0 : Measure.runTime(server) - serverBefore;
    verify(rows, expected);
    return new Turns.Run(wall / 1e6, client / 1e6, inServer, 0);
  }

  private static Path serverProcess(Connection connection) throws SQLException {
    return Path.of("/proc/" + connection.unwrap(PGConnection.class).getBackendPID());
  }

  private static Reads onPostgres(Connection connection, boolean held) throws SQLException {
    migrate(connection, PostgresReads.getMigrations());
    PostgresReads queries = new PostgresReads(connection);
    return held ? Reads.of(queries) : Reads.of(queries, connection);
  }

  private static Reads onDuckDb(Connection connection) throws SQLException {
    execute(connection, "SET threads = 1");
    execute(connection, "SET TimeZone = 'UTC'");
    migrate(connection, DuckdbReads.getMigrations());
    return Reads.of(new DuckdbReads(connection));
  }

  private static void migrate(Connection connection, List<String> migrations) throws SQLException {
    execute(connection, "DROP TABLE IF EXISTS users");
    execute(connection, "DROP TABLE IF EXISTS orders");
    for (String sql : migrations) {
      execute(connection, sql);
    }
  }

  private static void execute(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private static void fill(Connection connection, boolean postgres, int rows) throws SQLException {
    if (postgres) {
      PostgresReads queries = new PostgresReads(connection);
      queries.fillUsers(rows);
      queries.fillOrders(rows);
      execute(connection, "VACUUM ANALYZE");
    } else {
      DuckdbReads queries = new DuckdbReads(connection);
      queries.fillUsers(rows);
      queries.fillOrders(rows);
    }
  }

  private static List<List<Object>> expected(String operation, boolean single, int rows) {
    List<List<Object>> out = new ArrayList<>();
    for (int i = 1; i <= (single ? LOOKED_UP : rows); i += single ? STEP : 1) {
      out.add(operation.contains("order") ? order(i) : user(i));
    }
    return out;
  }

  private static List<Object> user(int i) {
    Integer age = i % 90 == 0 ? null : i % 90;
    return Arrays.asList(i, "user number " + i, "user" + i + "@example.org", age, i / 4.0);
  }

  private static List<Object> order(int i) {
    LocalDate due = i % 5 == 0 ? null : START.toLocalDate().plusDays(i % 365);
    BigDecimal total = BigDecimal.valueOf(i * 25L, 2);
    Instant placed = START.plusSeconds(i).toInstant();
    return Arrays.asList(i, i % 2 == 0, total, due, placed, new UUID(0, i));
  }

  /** Fails unless the rows, which are records of whoever has read them, are what they must be. */
  private static void verify(List<?> rows, List<List<Object>> expected) throws Exception {
    if (rows.size() != expected.size()) {
      throw new IllegalStateException(rows.size() + " rows, not " + expected.size());
    }
    for (int i = 0; i < expected.size(); i++) {
      List<Object> values = values(rows.get(i));
      if (!values.equals(expected.get(i))) {
        throw new IllegalStateException(values + " is not " + expected.get(i));
      }
    }
  }

  private static List<Object> values(Object row) throws Exception {
    List<Object> values = new ArrayList<>();
    for (RecordComponent component : row.getClass().getRecordComponents()) {
      component.getAccessor().setAccessible(true);
      values.add(plain(component.getAccessor().invoke(row)));
    }
    return values;
  }

  /** A value in one form, whichever one the driver gives; records of a list as lists of theirs. */
  private static Object plain(Object value) throws Exception {
    if (value instanceof OffsetDateTime moment) {
      return moment.toInstant();
    }
    if (!(value instanceof List<?> list)) {
      return value;
    }
    List<Object> all = new ArrayList<>();
    for (Object row : list) {
      all.add(values(row));
    }
    return all;
  }
}
