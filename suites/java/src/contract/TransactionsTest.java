package contract;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import gen.DuckTransactions;
import gen.PgTransactions;
import gen.PostgresTransaction;
import gen.PostgresTransaction.Isolation;
import gen.SqliteTransaction;
import gen.Transactions;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.jdbc.datasource.DataSourceUtils;
import org.springframework.transaction.support.TransactionTemplate;

/** Plays the cases of corpus/transactions with every driver. */
class TransactionsTest {
  @TempDir Path folder;

  private int files;

  /** What generated code has for every engine. */
  private interface Accounts {
    List<Long> balances() throws SQLException;

    long balance(long id) throws SQLException;

    long put(long id, long balance) throws SQLException;

    long putRows(List<long[]> rows) throws SQLException;

    <T> T inTransaction(JsonNode options, Work<T> work) throws Exception;

    String isolation() throws SQLException;

    long broken() throws SQLException;

    long terminate() throws SQLException;
  }

  private interface Work<T> {
    T run(Accounts tx) throws Exception;
  }

  private record Sqlite(Transactions app) implements Accounts {
    @Override
    public List<Long> balances() throws SQLException {
      return app.balances();
    }

    @Override
    public long balance(long id) throws SQLException {
      return app.balance(id);
    }

    @Override
    public long put(long id, long balance) throws SQLException {
      return app.put(id, balance);
    }

    @Override
    public long putRows(List<long[]> rows) throws SQLException {
      return app.putRowsBatch(
          rows.stream().map(r -> new Transactions.PutRowsParams(r[1], r[0])).toList());
    }

    @Override
    public <T> T inTransaction(JsonNode given, Work<T> work) throws Exception {
      SqliteTransaction options = SqliteTransaction.PLAIN.withRetry(given.path("retry").asInt());
      if (given.has("mode")) {
        options =
            options.withMode(
                SqliteTransaction.Mode.valueOf(
                    given.get("mode").asText().toUpperCase(Locale.ROOT)));
      }
      return app.inTransaction(options, tx -> work.run(new Sqlite(tx)));
    }

    @Override
    public String isolation() {
      throw new UnsupportedOperationException();
    }

    @Override
    public long broken() {
      throw new UnsupportedOperationException();
    }

    @Override
    public long terminate() {
      throw new UnsupportedOperationException();
    }
  }

  private record Duckdb(DuckTransactions app) implements Accounts {
    @Override
    public List<Long> balances() throws SQLException {
      return app.balances();
    }

    @Override
    public long balance(long id) throws SQLException {
      return app.balance(id);
    }

    @Override
    public long put(long id, long balance) throws SQLException {
      return app.put(id, balance);
    }

    @Override
    public long putRows(List<long[]> rows) throws SQLException {
      return app.putRowsBatch(
          rows.stream().map(r -> new DuckTransactions.PutRowsParams(r[1], r[0])).toList());
    }

    @Override
    public <T> T inTransaction(JsonNode given, Work<T> work) throws Exception {
      DuckTransactions.DuckdbTransaction options =
          DuckTransactions.DuckdbTransaction.PLAIN.withRetry(given.path("retry").asInt());
      if (given.path("readOnly").asBoolean()) {
        options = options.withReadOnly();
      }
      return app.inTransaction(options, tx -> work.run(new Duckdb(tx)));
    }

    @Override
    public String isolation() {
      throw new UnsupportedOperationException();
    }

    @Override
    public long broken() {
      throw new UnsupportedOperationException();
    }

    @Override
    public long terminate() {
      throw new UnsupportedOperationException();
    }
  }

  private record Postgres(PgTransactions app) implements Accounts {
    @Override
    public List<Long> balances() throws SQLException {
      return app.balances();
    }

    @Override
    public long balance(long id) throws SQLException {
      return app.balance(id);
    }

    @Override
    public long put(long id, long balance) throws SQLException {
      return app.put(id, balance);
    }

    @Override
    public long putRows(List<long[]> rows) throws SQLException {
      return app.putRowsBatch(
          rows.stream().map(r -> new PgTransactions.PutRowsParams(r[1], r[0])).toList());
    }

    @Override
    public <T> T inTransaction(JsonNode given, Work<T> work) throws Exception {
      PostgresTransaction options =
          PostgresTransaction.PLAIN.withRetry(given.path("retry").asInt());
      if (given.has("isolation")) {
        String name = given.get("isolation").asText().toUpperCase(Locale.ROOT).replace(' ', '_');
        options = options.withIsolation(Isolation.valueOf(name));
      }
      if (given.path("readOnly").asBoolean()) {
        options = options.withReadOnly();
      }
      if (given.path("deferrable").asBoolean()) {
        options = options.withDeferrable();
      }
      return app.inTransaction(options, tx -> work.run(new Postgres(tx)));
    }

    @Override
    public String isolation() throws SQLException {
      return app.isolation();
    }

    @Override
    public long broken() throws SQLException {
      return app.broken();
    }

    @Override
    public long terminate() throws SQLException {
      return app.terminate();
    }
  }

  private static final class Stop extends Exception {
    private static final long serialVersionUID = 1;

    Stop() {
      super("stop");
    }
  }

  /** Plays a case with generated code on two connections. */
  private static final class Player {
    private final Accounts app;
    private final Accounts other;
    private int depth;
    private int calls;

    Player(Accounts app, Accounts other) {
      this.app = app;
      this.other = other;
    }

    void play(JsonNode played) throws Exception {
      begin(app, played);
      assertEquals(played.path("calls").asInt(1), calls, "calls");
      List<Long> after = new ArrayList<>(List.of(100L, 100L, 100L, 100L));
      if (played.has("after")) {
        after.clear();
        played.get("after").forEach(n -> after.add(n.asLong()));
      }
      assertEquals(after, app.balances());
      // Nothing is left open.
      begin(app, new ObjectMapper().readTree("{\"do\": [{\"put\": [1, 1]}]}"));
      after.set(0, 1L);
      assertEquals(after, other.balances());
    }

    private void begin(Accounts on, JsonNode block) throws Exception {
      try {
        String done = on.inTransaction(block.path("options"), tx -> steps(tx, block.get("do")));
        assertFalse(block.has("error"), "no error");
        assertEquals("done", done);
      } catch (Exception e) {
        if (!block.has("error")) {
          throw e;
        }
        String text = block.get("error").asText();
        assertTrue(String.valueOf(e.getMessage()).contains(text), e + ", not " + text);
      }
    }

    private String steps(Accounts tx, JsonNode steps) throws Exception {
      if (depth == 0) {
        calls++;
      }
      depth++;
      try {
        for (JsonNode step : steps) {
          step(tx, step);
        }
        return "done";
      } finally {
        depth--;
      }
    }

    private void step(Accounts tx, JsonNode step) throws Exception {
      if (step.has("put")) {
        tx.put(step.get("put").get(0).asLong(), step.get("put").get(1).asLong());
      } else if (step.has("rows")) {
        List<long[]> rows = new ArrayList<>();
        step.get("rows").forEach(r -> rows.add(new long[] {r.get(0).asLong(), r.get(1).asLong()}));
        assertEquals(rows.size(), tx.putRows(rows));
      } else if (step.has("get")) {
        tx.balance(step.get("get").asLong());
      } else if (step.has("fail")) {
        throw new Stop();
      } else if (step.has("in")) {
        begin(tx, step.get("in"));
      } else if (step.has("other")) {
        if (calls == 1 || !step.has("once")) {
          begin(other, step.get("other"));
        }
      } else if (step.has("isolation")) {
        assertEquals(step.get("isolation").asText(), tx.isolation());
      } else if (step.has("broken")) {
        try {
          tx.broken();
        } catch (SQLException e) {
          if (!step.get("broken").asBoolean()) {
            throw e;
          }
        }
      } else {
        throw new AssertionError(step);
      }
    }
  }

  private Stream<DynamicTest> cases(String engine, Callable<List<Accounts>> open)
      throws IOException {
    JsonNode all =
        new ObjectMapper().readTree(Db.CORPUS.resolve("transactions/cases.json").toFile());
    return StreamSupport.stream(all.spliterator(), false)
        .filter(c -> !c.has("pool"))
        .filter(c -> !c.has("engines") || c.get("engines").toString().contains(engine))
        .map(c ->
            DynamicTest.dynamicTest(
                c.get("name").asText(),
                () -> {
                  List<Accounts> opened = open.call();
                  new Player(opened.get(0), opened.get(1)).play(c);
                }));
  }

  /** Two connections to a new file. */
  private List<Transactions> files(int count, int timeout) throws SQLException {
    String url = "jdbc:sqlite:" + folder.resolve(++files + ".db") + "?journal_mode=WAL";
    List<Transactions> opened = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      Connection connection = DriverManager.getConnection(url + "&busy_timeout=" + timeout);
      if (i == 0) {
        for (String sql : Transactions.getMigrations()) {
          Db.execute(connection, sql);
        }
      }
      opened.add(new Transactions(connection));
    }
    return opened;
  }

  @TestFactory
  Stream<DynamicTest> sqlite() throws IOException {
    return cases("sqlite", () -> List.copyOf(files(2, 0).stream().map(Sqlite::new).toList()));
  }

  @TestFactory
  Stream<DynamicTest> duckdb() throws IOException {
    return cases(
        "duckdb",
        () -> {
          Connection one = Duck.open(DuckTransactions.getMigrations());
          Connection two = one.unwrap(org.duckdb.DuckDBConnection.class).duplicate();
          return List.of(
              new Duckdb(new DuckTransactions(one)), new Duckdb(new DuckTransactions(two)));
        });
  }

  @TestFactory
  Stream<DynamicTest> postgres() throws IOException {
    return cases(
        "postgres",
        () -> {
          String database = Pg.database();
          List<Accounts> opened = new ArrayList<>();
          for (int i = 0; i < 2; i++) {
            opened.add(new Postgres(new PgTransactions(Pg.connect(database, ""))));
          }
          try (Connection connection = Pg.connect(database, "")) {
            for (String sql : PgTransactions.getMigrations()) {
              Db.execute(connection, sql);
            }
          }
          return opened;
        });
  }

  /** A pool gives no connection again that has died, and none that is in a transaction. */
  @Test
  void pool() throws Exception {
    try (HikariDataSource pool = newPool()) {
      try (Connection connection = pool.getConnection()) {
        PgTransactions app = new PgTransactions(connection);
        assertThrows(SQLException.class, () -> app.inTransaction(PgTransactions::terminate));
      }
      try (Connection connection = pool.getConnection()) {
        PgTransactions app = new PgTransactions(connection);
        assertEquals(1L, app.inTransaction(tx -> tx.put(1, 150)).longValue());
        assertTrue(connection.getAutoCommit());
      }
    }
  }

  /** A pool of one connection to a new database. */
  private static HikariDataSource newPool() throws Exception {
    HikariConfig config = new HikariConfig();
    config.setMaximumPoolSize(1);
    config.setJdbcUrl(Pg.url(Pg.database(), ""));
    HikariDataSource pool = new HikariDataSource(config);
    try (Connection connection = pool.getConnection()) {
      for (String sql : PgTransactions.getMigrations()) {
        Db.execute(connection, sql);
      }
    }
    return pool;
  }

  /** In a transaction of Spring it is a savepoint, which Spring commits or rolls back. */
  @Test
  void spring() throws Exception {
    try (HikariDataSource pool = newPool()) {
      TransactionTemplate spring = new TransactionTemplate(new DataSourceTransactionManager(pool));
      assertThrows(
          IllegalStateException.class,
          () ->
              spring.executeWithoutResult(status -> {
                putOne(DataSourceUtils.getConnection(pool));
                throw new IllegalStateException();
              }));
      assertEquals(List.of(100L, 100L, 100L, 100L), balances(pool));
      spring.executeWithoutResult(status -> putOne(DataSourceUtils.getConnection(pool)));
      assertEquals(List.of(150L, 100L, 100L, 100L), balances(pool));
    }
  }

  private static void putOne(Connection connection) {
    PgTransactions app = new PgTransactions(connection);
    assertDoesNotThrow(() -> app.inTransaction(tx -> tx.put(1, 150)));
    assertThrows(
        Stop.class,
        () ->
            app.inTransaction(tx -> {
              tx.put(2, 150);
              throw new Stop();
            }));
  }

  private static List<Long> balances(HikariDataSource pool) throws SQLException {
    try (Connection connection = pool.getConnection()) {
      assertTrue(connection.getAutoCommit());
      return new PgTransactions(connection).balances();
    }
  }

  /** In the caller's own transaction it is a savepoint. */
  @Test
  void savepointOfCallers() throws Exception {
    try (Connection connection = Pg.open(PgTransactions.getMigrations())) {
      connection.setAutoCommit(false);
      PgTransactions app = new PgTransactions(connection);
      app.inTransaction(tx -> tx.put(1, 150));
      assertThrows(
          Stop.class,
          () ->
              app.inTransaction(tx -> {
                tx.put(2, 150);
                throw new Stop();
              }));
      assertEquals(List.of(150L, 100L, 100L, 100L), app.balances());
      connection.rollback();
      assertEquals(List.of(100L, 100L, 100L, 100L), app.balances());
    }
  }

  /**
   * 16 clients move money between four accounts. The first transfer of each waits until all have
   * read a balance, so that some must conflict.
   */
  private static int storm(List<Accounts> clients, int transfers, String options) throws Exception {
    JsonNode given = new ObjectMapper().readTree(options);
    AtomicInteger calls = new AtomicInteger();
    CyclicBarrier begun = new CyclicBarrier(clients.size());
    ExecutorService threads = Executors.newFixedThreadPool(clients.size());
    try {
      List<Callable<Void>> work = new ArrayList<>();
      for (int client = 0; client < clients.size(); client++) {
        int number = client;
        work.add(() -> {
          AtomicBoolean waits = new AtomicBoolean(true);
          for (int i = 0; i < transfers; i++) {
            long from = 1 + (number + i) % 4;
            long to = 1 + (number + i + 1) % 4;
            clients
                .get(number)
                .inTransaction(
                    given,
                    tx -> {
                      calls.incrementAndGet();
                      long has = tx.balance(from);
                      if (waits.getAndSet(false)) {
                        begun.await(60, TimeUnit.SECONDS);
                      }
                      tx.put(from, has - 1);
                      return tx.put(to, tx.balance(to) + 1);
                    });
          }
          return null;
        });
      }
      for (Future<Void> done : threads.invokeAll(work)) {
        done.get();
      }
    } finally {
      threads.shutdown();
    }
    LongStream balances = clients.get(0).balances().stream().mapToLong(b -> b);
    assertEquals(400, balances.sum());
    return calls.get();
  }

  @Test
  void stormOfPostgres() throws Exception {
    String database = Pg.database();
    List<Accounts> clients = new ArrayList<>();
    for (int i : IntStream.range(0, 16).toArray()) {
      Connection connection = Pg.connect(database, "");
      if (i == 0) {
        for (String sql : PgTransactions.getMigrations()) {
          Db.execute(connection, sql);
        }
      }
      clients.add(new Postgres(new PgTransactions(connection)));
    }
    assertTrue(storm(clients, 3, "{\"isolation\": \"serializable\", \"retry\": 200}") > 48);
  }

  @Test
  void stormOfSqlite() throws Exception {
    List<Accounts> clients = new ArrayList<>();
    files(16, 0).forEach(app -> clients.add(new Sqlite(app)));
    assertTrue(storm(clients, 3, "{\"retry\": 200}") > 48);
  }

  @Test
  void stormOfDuckdb() throws Exception {
    try (Connection first = Duck.open(DuckTransactions.getMigrations())) {
      List<Accounts> clients = new ArrayList<>();
      for (int i = 0; i < 16; i++) {
        Connection connection = first.unwrap(org.duckdb.DuckDBConnection.class).duplicate();
        clients.add(new Duckdb(new DuckTransactions(connection)));
      }
      assertTrue(storm(clients, 1, "{\"retry\": 200}") > 16);
    }
  }
}
