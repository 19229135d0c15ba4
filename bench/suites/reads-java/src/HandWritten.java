import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.function.Consumer;
import org.duckdb.DuckDBConnection;

/** What one writes with JDBC: the driver's own getters, a statement prepared and closed a call. */
record HandWritten(Connection connection, Streaming streaming) {
  private static final String USERS = "SELECT id, name, email, age, score FROM users";
  private static final String ORDERS = "SELECT id, paid, total, due, placed, token FROM orders";
  private static final int FETCHED = 1000;

  record User(int id, String name, String email, Integer age, double score) {}

  record Order(
      int id, boolean paid, BigDecimal total, LocalDate due, OffsetDateTime placed, UUID token) {}

  private static User user(ResultSet rs) throws SQLException {
    int number = rs.getInt(4);
    Integer age = rs.wasNull() ? null : number;
    return new User(rs.getInt(1), rs.getString(2), rs.getString(3), age, rs.getDouble(5));
  }

  private static Order order(ResultSet rs) throws SQLException {
    return new Order(
        rs.getInt(1),
        rs.getBoolean(2),
        rs.getBigDecimal(3),
        rs.getObject(4, LocalDate.class),
        rs.getObject(5, OffsetDateTime.class),
        rs.getObject(6, UUID.class));
  }

  Object user(int id) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(USERS + " WHERE id = ?")) {
      statement.setInt(1, id);
      try (ResultSet rs = statement.executeQuery()) {
        return rs.next() ? user(rs) : null;
      }
    }
  }

  Object order(int id) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(ORDERS + " WHERE id = ?")) {
      statement.setInt(1, id);
      try (ResultSet rs = statement.executeQuery()) {
        return rs.next() ? order(rs) : null;
      }
    }
  }

  List<?> users() throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(USERS);
        ResultSet rs = statement.executeQuery()) {
      List<User> rows = new ArrayList<>();
      while (rs.next()) {
        rows.add(user(rs));
      }
      return rows;
    }
  }

  List<?> orders() throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(ORDERS);
        ResultSet rs = statement.executeQuery()) {
      List<Order> rows = new ArrayList<>();
      while (rs.next()) {
        rows.add(order(rs));
      }
      return rows;
    }
  }

  /** Makes a record of the current row. */
  interface Row {
    Object read(ResultSet rs) throws SQLException;
  }

  /** Reads row by row, of which few are in memory. */
  interface Streaming {
    void each(Connection connection, String sql, Row row, Consumer<Object> use) throws SQLException;
  }

  private static void each(PreparedStatement statement, Row row, Consumer<Object> use)
      throws SQLException {
    try (ResultSet rs = statement.executeQuery()) {
      while (rs.next()) {
        use.accept(row.read(rs));
      }
    }
  }

  /** As the documentation of pgjdbc has it: in a transaction, by a fetch size. */
  static void inTransaction(Connection connection, String sql, Row row, Consumer<Object> use)
      throws SQLException {
    connection.setAutoCommit(false);
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      statement.setFetchSize(FETCHED);
      each(statement, row, use);
    } finally {
      connection.setAutoCommit(true);
    }
  }

  /** Where no transaction is to stay open: the server keeps the rows. */
  static void held(Connection connection, String sql, Row row, Consumer<Object> use)
      throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute("DECLARE rows NO SCROLL CURSOR WITH HOLD FOR " + sql);
      int[] read = {FETCHED};
      while (read[0] == FETCHED) {
        read[0] = 0;
        try (PreparedStatement fetch =
            connection.prepareStatement("FETCH " + FETCHED + " FROM rows")) {
          each(
              fetch,
              row,
              value -> {
                read[0]++;
                use.accept(value);
              });
        }
      }
      statement.execute("CLOSE rows");
    }
  }

  /** As duckdb_jdbc streams: a second connection, on which no other statement ends the rows. */
  static void apart(Connection connection, String sql, Row row, Consumer<Object> use)
      throws SQLException {
    try (Connection second = connection.unwrap(DuckDBConnection.class).duplicate()) {
      try (Statement statement = second.createStatement()) {
        statement.execute("SET jdbc_stream_results = true");
      }
      try (PreparedStatement statement = second.prepareStatement(sql)) {
        each(statement, row, use);
      }
    }
  }

  void eachUser(Consumer<Object> use) throws SQLException {
    streaming.each(connection, USERS, HandWritten::user, use);
  }

  void eachOrder(Consumer<Object> use) throws SQLException {
    streaming.each(connection, ORDERS, HandWritten::order, use);
  }
}
