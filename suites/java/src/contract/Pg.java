package contract;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Databases for code of java/postgres, of the server that PGHOST and PGPORT name: run.sh starts
 * one.
 */
final class Pg {
  private static final AtomicInteger COUNT = new AtomicInteger();

  private Pg() {}

  private static String env(String name, String otherwise) {
    return System.getenv().getOrDefault(name, otherwise);
  }

  static String url(String database, String options) {
    return "jdbc:postgresql://%s:%s/%s?user=%s&%s"
        .formatted(
            env("PGHOST", "127.0.0.1"),
            env("PGPORT", "5432"),
            database,
            env("PGUSER", "postgres"),
            options);
  }

  static Connection connect(String database, String options) throws SQLException {
    return DriverManager.getConnection(url(database, options));
  }

  /** The name of a new and empty database. */
  static String database() throws SQLException {
    String name = "sqg_java_" + ProcessHandle.current().pid() + "_" + COUNT.incrementAndGet();
    try (Connection connection = connect("postgres", "")) {
      Db.execute(connection, "CREATE DATABASE " + name + " STRATEGY FILE_COPY");
    }
    Runtime.getRuntime()
        .addShutdownHook(
            new Thread(() -> {
              try (Connection connection = connect("postgres", "")) {
                Db.execute(connection, "DROP DATABASE " + name + " WITH (FORCE)");
              } catch (SQLException e) {
                System.err.println(e.getMessage());
              }
            }));
    return name;
  }

  /** A connection to a new database with a unit's migrations. */
  static Connection open(List<String> migrations) throws SQLException {
    return open(migrations, "");
  }

  static Connection open(List<String> migrations, String options) throws SQLException {
    Connection connection = connect(database(), options);
    for (String sql : migrations) {
      Db.execute(connection, sql);
    }
    return connection;
  }

  /** The same with the rows of the corpus unit's TESTDATA. */
  static Connection withTestData(String unit, List<String> migrations) throws Exception {
    Connection connection = open(migrations);
    for (String script : Db.testData(unit, "postgres")) {
      Db.execute(connection, script);
    }
    return connection;
  }

  /**
   * How the driver transfers values: as text, in binary where it can, or first one, then the other.
   */
  static final Map<String, String> TRANSFERS =
      Map.of(
          "text",
          "prepareThreshold=0",
          "binary",
          "prepareThreshold=-1",
          "both",
          "prepareThreshold=5");
}
