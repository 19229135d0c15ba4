import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.function.Consumer;

/** What one writes with JDBC: the driver's own getters, a statement prepared and closed a call. */
record HandWritten(Connection connection) {
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

  private interface Row {
    Object read(ResultSet rs) throws SQLException;
  }

  /** Row by row, as the documentation of pgjdbc has it: in a transaction, by a fetch size. */
  private void each(String sql, Row row, Consumer<Object> use) throws SQLException {
    connection.setAutoCommit(false);
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      statement.setFetchSize(FETCHED);
      try (ResultSet rs = statement.executeQuery()) {
        while (rs.next()) {
          use.accept(row.read(rs));
        }
      }
    } finally {
      connection.setAutoCommit(true);
    }
  }

  void eachUser(Consumer<Object> use) throws SQLException {
    each(USERS, HandWritten::user, use);
  }

  void eachOrder(Consumer<Object> use) throws SQLException {
    each(ORDERS, HandWritten::order, use);
  }
}
