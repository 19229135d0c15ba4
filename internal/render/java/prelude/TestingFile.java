// Test databases that are files: the template is made once, and each test has a copy of it.
package prelude;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;

/** A database for one test. */
public final class TestingFile implements AutoCloseable {
  // data

  private static byte[] template = {};

  private final Path folder;
  private final Connection connection;

  private TestingFile(Path folder, Connection connection) {
    this.folder = folder;
    this.connection = connection;
  }

  // method
  public static TestingFile newTestDatabase() throws SQLException, IOException {
    Path folder = Files.createTempDirectory("sqg-test-");
    try {
      Files.write(file(folder), template());
      return new TestingFile(folder, DriverManager.getConnection(URL + file(folder)));
    } catch (SQLException | IOException failure) {
      remove(folder);
      throw failure;
    }
  }

  /** The connection to the database. */
  public Connection connection() {
    return connection;
  }

  /** The address for further connections of JDBC. */
  public String url() {
    return URL + file(folder);
  }

  /** Closes the connection and deletes the database. */
  @Override
  public void close() throws SQLException, IOException {
    try {
      connection.close();
    } finally {
      remove(folder);
    }
  }

  /** Makes the bytes of a database file with the schema and TESTDATA, once per process. */
  private static synchronized byte[] template() throws SQLException, IOException {
    if (template.length == 0) {
      Path folder = Files.createTempDirectory("sqg-test-");
      try {
        try (Connection connection = DriverManager.getConnection(URL + file(folder));
            Statement statement = connection.createStatement()) {
          for (String sql : SCHEMA) {
            execute(statement, sql);
          }
        }
        template = Files.readAllBytes(file(folder));
      } finally {
        remove(folder);
      }
    }
    return template;
  }

  private static void execute(Statement statement, String sql) throws SQLException {
    try {
      statement.execute(sql);
    } catch (SQLException failure) {
      throw new SQLException(failure.getMessage() + ", in " + sql, failure);
    }
  }

  private static Path file(Path folder) {
    return folder.resolve("test.db");
  }

  private static void remove(Path folder) throws IOException {
    try (var files = Files.list(folder)) {
      for (Path file : files.toList()) {
        Files.delete(file);
      }
    }
    Files.delete(folder);
  }
}
