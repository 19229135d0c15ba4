// Test databases on a server: copies of a template that the first test makes.
package prelude;

import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/** A database for one test. */
public final class TestingServer implements AutoCloseable {
  // data

  private final String name;
  private final Connection connection;

  private TestingServer(String name, Connection connection) {
    this.name = name;
    this.connection = connection;
  }

  // method
  public static TestingServer newTestDatabase() throws SQLException {
    String name;
    try (Connection admin = connect("")) {
      name = copyTemplate(admin);
    }
    try {
      return new TestingServer(name, connect(name));
    } catch (SQLException failure) {
      drop(name);
      throw failure;
    }
  }

  /** The connection to the database. */
  public Connection connection() {
    return connection;
  }

  /** The address for further connections of JDBC, with the password. */
  public String url() {
    return address(name);
  }

  /** Closes the connection and drops the database, whoever else is connected to it. */
  @Override
  public void close() throws SQLException {
    try {
      connection.close();
    } finally {
      drop(name);
    }
  }

  private static void drop(String name) throws SQLException {
    try (Connection admin = connect("")) {
      run(admin, String.format(DROP_DATABASE, name));
    }
  }

  /** Makes a database like the template, which it makes if there is none, and returns its name. */
  private static String copyTemplate(Connection admin) throws SQLException {
    run(admin, LOCK);
    for (String sql : run(admin, STALE)) {
      run(admin, sql);
    }
    List<String> make = run(admin, MISSING);
    if (!make.isEmpty()) {
      for (String sql : make) {
        run(admin, sql);
      }
      try (Connection connection = connect(MAKING)) {
        for (String sql : SCHEMA) {
          run(connection, sql);
        }
      }
      run(admin, READY);
    }
    String name = run(admin, NEW_NAME).get(0);
    run(admin, String.format(COPY_DATABASE, name));
    return name;
  }

  /** Runs a statement, and returns the texts in the first column of its rows. */
  private static List<String> run(Connection connection, String sql) throws SQLException {
    List<String> texts = new ArrayList<>();
    try (Statement statement = connection.createStatement()) {
      statement.setEscapeProcessing(false);
      if (statement.execute(sql)) {
        try (ResultSet rows = statement.getResultSet()) {
          while (rows.next()) {
            texts.add(rows.getString(1));
          }
        }
      }
    } catch (SQLException failure) {
      throw new SQLException(failure.getMessage() + ", in " + sql, failure);
    }
    return texts;
  }

  private static Connection connect(String database) throws SQLException {
    String address = address(database);
    try {
      return DriverManager.getConnection(address);
    } catch (SQLException failure) {
      throw new SQLException(failure.getMessage() + " (" + NO_SERVER + ")", failure);
    }
  }

  /** The server's address as JDBC takes it, with another database unless that is empty. */
  private static String address(String database) {
    URI given = URI.create(variable("DATABASE_URL", ""));
    String host = given.getHost() == null ? variable("PGHOST", "") : given.getHost();
    if (host.isEmpty() || host.startsWith("/")) {
      throw new IllegalStateException(NO_SERVER + "; the driver connects to hosts, not to sockets");
    }
    String[] user = (given.getUserInfo() == null ? ":" : given.getUserInfo() + ":").split(":", -1);
    String port = given.getPort() < 0 ? variable("PGPORT", "5432") : "" + given.getPort();
    String path = given.getPath().replaceFirst("^/", "");
    String name = path.isEmpty() ? variable("PGDATABASE", "postgres") : path;
    String address =
        "jdbc:postgresql://"
            + host
            + ":"
            + port
            + "/"
            + encoded(database.isEmpty() ? name : database);
    address += "?user=" + encoded(user[0].isEmpty() ? variable("PGUSER", "postgres") : user[0]);
    address += "&password=" + encoded(user[1].isEmpty() ? variable("PGPASSWORD", "") : user[1]);
    return given.getRawQuery() == null ? address : address + "&" + given.getRawQuery();
  }

  private static String variable(String name, String otherwise) {
    String value = System.getenv(name);
    return value == null || value.isEmpty() ? otherwise : value;
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }
}
