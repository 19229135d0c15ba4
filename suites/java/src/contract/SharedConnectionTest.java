package contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import gen.divided.sqlite.Delivery;
import gen.divided.sqlite.Intake;
import gen.divided.sqlite.ParcelsRow;
import gen.divided.sqlite.ParcelsSqlite;
import java.lang.ref.WeakReference;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Objects and threads that have one connection in common, and what they leave behind. */
class SharedConnectionTest {
  private static final int ROWS = 100;

  private static List<ParcelsRow> rows() {
    return LongStream.range(0, ROWS).mapToObj(i -> new ParcelsRow(i, "open", null, i)).toList();
  }

  private static void filled(Connection connection) throws SQLException {
    ParcelsSqlite.applyMigrations(connection);
    try (Intake intake = new Intake(connection)) {
      intake.bulkInsertParcels(rows());
    }
  }

  /** The id of the row that was read for an id. */
  @FunctionalInterface
  private interface Reader {
    long read(int id) throws SQLException;
  }

  /** Four threads, each of which must get the rows that it asks for. */
  private static void inThreads(int reads, Reader reader) throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(4);
    try {
      List<Future<Integer>> wrong = new ArrayList<>();
      for (int t = 0; t < 4; t++) {
        int first = t * 25;
        Callable<Integer> work =
            () -> {
              int others = 0;
              for (int i = 0; i < reads; i++) {
                int id = (first + i) % ROWS;
                if (reader.read(id) != id) {
                  others++;
                }
              }
              return others;
            };
        wrong.add(threads.submit(work));
      }
      for (Future<Integer> others : wrong) {
        assertEquals(0, others.get());
      }
    } finally {
      threads.shutdownNow();
    }
  }

  @Test
  void threadsOnOneObjectSqlite() throws Exception {
    try (Connection connection = Db.open();
        Intake intake = new Intake(connection)) {
      filled(connection);
      inThreads(5000, id -> intake.parcel(id).id());
    }
  }

  @Test
  void threadsOnOneObjectPostgres() throws Exception {
    try (Connection connection = Pg.open(gen.divided.pg.ParcelsPostgres.getMigrations())) {
      var intake = new gen.divided.pg.Intake(connection);
      Db.execute(
          connection,
          "INSERT INTO parcels SELECT i, 'open', NULL, '1 day' FROM generate_series(0, 99) AS i");
      inThreads(5000, id -> intake.parcel(id).id());
    }
  }

  @Test
  void threadsOnOneObjectDuckdb() throws Exception {
    try (Connection connection = Duck.open(gen.divided.duck.ParcelsDuckdb.getMigrations())) {
      var intake = new gen.divided.duck.Intake(connection);
      Duck.execute(
          connection,
          "INSERT INTO parcels SELECT i, 'open', NULL, INTERVAL 1 DAY FROM range(100) AS r(i)");
      inThreads(300, id -> intake.parcel(id).id());
    }
  }

  /** Each reads what it asked for, though the other one reads the same meanwhile. */
  @Test
  void readsInsideOfStreams() throws Exception {
    try (Connection connection = Db.open();
        Intake intake = new Intake(connection);
        Delivery delivery = new Delivery(connection)) {
      filled(connection);
      try (Stream<ParcelsRow> outer = delivery.allParcelsStream()) {
        List<ParcelsRow> read =
            outer
                .peek(row -> {
                  try (Stream<ParcelsRow> inner = delivery.allParcelsStream()) {
                    assertEquals(row, intake.parcel(row.id()));
                    assertEquals(rows(), delivery.allParcels());
                    assertEquals(ROWS, inner.count());
                  } catch (SQLException e) {
                    throw new AssertionError(e);
                  }
                })
                .toList();
        assertEquals(rows(), read);
      }
    }
  }

  /** What happens to the statements of a connection that is wrapped as a pool's are. */
  private static final class Watched {
    final Set<PreparedStatement> open = new HashSet<>();
    int prepared;

    /** A connection that is equal to none, not even itself. */
    Connection wrap(Connection connection) {
      return proxy(
          Connection.class,
          (method, args) -> {
            Object result = method.invoke(connection, args);
            if (!method.getName().equals("prepareStatement")) {
              return result;
            }
            prepared++;
            return statement((PreparedStatement) result);
          });
    }

    private PreparedStatement statement(PreparedStatement statement) {
      open.add(statement);
      return proxy(
          PreparedStatement.class,
          (method, args) -> {
            if (method.getName().equals("close")) {
              synchronized (this) {
                open.remove(statement);
              }
            }
            return method.invoke(statement, args);
          });
    }

    synchronized int left() {
      return open.size();
    }
  }

  @FunctionalInterface
  private interface Invocation {
    Object invoke(java.lang.reflect.Method method, Object[] args) throws Exception;
  }

  private static <T> T proxy(Class<T> type, Invocation invocation) {
    Object made =
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (self, method, args) -> {
              try {
                return invocation.invoke(method, args);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
    return type.cast(made);
  }

  @Test
  void manyObjectsOnOneConnectionPrepareOnce() throws Exception {
    Watched watched = new Watched();
    try (Connection real = Db.open()) {
      filled(real);
      Connection connection = watched.wrap(real);
      Intake one = new Intake(connection);
      for (int i = 0; i < 100_000; i++) {
        assertEquals(i % ROWS, new Intake(connection).parcel(i % ROWS).id());
      }
      assertEquals(1, watched.prepared);
      one.close();
      assertEquals(0, watched.left());
      assertEquals(7, one.parcel(7).id());
    }
  }

  @Test
  void objectsThatNobodyClosesLeaveNothing() throws Exception {
    Watched watched = new Watched();
    try (Connection real = Db.open()) {
      filled(real);
      Connection connection = watched.wrap(real);
      for (int i = 0; i < 100_000; i++) {
        new Intake(connection).parcel(i % ROWS);
      }
      collected(() -> watched.left() == 0);
      assertEquals(3, new Intake(connection).parcel(3).id());
    }
  }

  @Test
  void aConnectionThatNobodyClosesIsCollected() throws Exception {
    WeakReference<Connection> connection = used();
    collected(() -> connection.get() == null);
    assertNull(connection.get());
  }

  private static WeakReference<Connection> used() throws SQLException {
    Connection connection = Db.open();
    filled(connection);
    new Intake(connection).parcel(1);
    return new WeakReference<>(connection);
  }

  private static void collected(Callable<Boolean> done) throws Exception {
    for (int i = 0; i < 100 && !done.call(); i++) {
      System.gc();
      Thread.sleep(50);
    }
    assertTrue(done.call());
  }

  @Test
  void aStatementThatHasFailedIsNotKept() throws Exception {
    Connection connection = Db.open();
    Intake intake = new Intake(connection);
    try (connection) {
      filled(connection);
      assertEquals(1, intake.parcel(1).id());
      Db.execute(connection, "ALTER TABLE parcels RENAME TO others");
      assertThrows(SQLException.class, () -> intake.parcel(1));
      Db.execute(connection, "ALTER TABLE others RENAME TO parcels");
      assertEquals(1, intake.parcel(1).id());
    }
    assertThrows(SQLException.class, () -> intake.parcel(1));
  }

  @TempDir Path folder;

  @Test
  void aPoolsConnections() throws Exception {
    HikariConfig config = new HikariConfig();
    config.setJdbcUrl("jdbc:sqlite:" + folder.resolve("pool.db"));
    config.setMaximumPoolSize(1);
    config.setAutoCommit(false);
    try (HikariDataSource pool = new HikariDataSource(config)) {
      try (Connection connection = pool.getConnection()) {
        connection.setAutoCommit(true);
        filled(connection);
      }
      Intake before = null;
      for (int i = 0; i < 1000; i++) {
        try (Connection connection = pool.getConnection()) {
          Intake intake = new Intake(connection);
          assertEquals(i % ROWS, intake.parcel(i % ROWS).id());
          intake.forget(1); // which the pool rolls back, as nobody commits it
          Intake returned = before;
          if (returned != null) {
            assertThrows(SQLException.class, () -> returned.parcel(1));
          }
          before = intake;
        }
      }
      try (Connection connection = pool.getConnection()) {
        assertEquals(rows(), new Delivery(connection).allParcels());
      }
    }
  }
}
