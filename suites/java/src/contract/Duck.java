package contract;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;

/** Databases of DuckDB, for code of java/duckdb. */
final class Duck {
  private Duck() {}

  static Connection open() throws SQLException {
    return usual(DriverManager.getConnection("jdbc:duckdb:"));
  }

  static Connection open(Path file) throws SQLException {
    return usual(DriverManager.getConnection("jdbc:duckdb:" + file));
  }

  /** DuckDB 2 fails where 1.5 gives NULL. */
  private static Connection usual(Connection connection) throws SQLException {
    if (!generator(connection).equals("java/duckdb")) {
      execute(connection, "SET error_on_division_by_zero = false");
    }
    return connection;
  }

  /** By which the corpus has gaps. */
  static String generator(Connection connection) throws SQLException {
    String version = connection.getMetaData().getDatabaseProductVersion();
    return version.startsWith("v1.") ? "java/duckdb" : "java/duckdb 2";
  }

  /** An empty database with a unit's migrations. */
  static Connection open(List<String> migrations) throws SQLException {
    Connection connection = open();
    for (String sql : migrations) {
      execute(connection, sql);
    }
    return connection;
  }

  /** The same with the rows of the corpus unit's TESTDATA. */
  static Connection withTestData(String unit, List<String> migrations) throws Exception {
    Connection connection = open(migrations);
    for (String script : Db.testData(unit, "duckdb")) {
      execute(connection, script);
    }
    return connection;
  }

  /** Executes a script, of which an unprepared statement would not say what is wrong with it. */
  static void execute(Connection connection, String sql) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      statement.execute();
    }
  }
}
