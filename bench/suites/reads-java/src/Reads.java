import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** What is read, by whichever code: a row by its id, all rows as a list, and one after another. */
record Reads(Lookup user, Lookup order, All users, All orders, Each eachUser, Each eachOrder) {
  /** Reads a row by its id. */
  interface Lookup {
    Object one(int id) throws SQLException;
  }

  /** Reads all rows. */
  interface All {
    List<?> all() throws SQLException;
  }

  /** Reads row by row. */
  interface Each {
    void forEach(Consumer<Object> use) throws SQLException;
  }

  private interface Opened {
    Stream<?> open() throws SQLException;
  }

  private static Each stream(Opened opened) {
    return use -> {
      try (Stream<?> rows = opened.open()) {
        rows.forEach(use);
      }
    };
  }

  private static Each inTransaction(Connection connection, Each each) {
    return use -> {
      connection.setAutoCommit(false);
      try {
        each.forEach(use);
      } finally {
        connection.setAutoCommit(true);
      }
    };
  }

  /** Streams in a transaction. */
  static Reads of(PostgresReads q, Connection connection) {
    Reads plain = of(q);
    return new Reads(
        plain.user,
        plain.order,
        plain.users,
        plain.orders,
        inTransaction(connection, plain.eachUser),
        inTransaction(connection, plain.eachOrder));
  }

  static Reads of(PostgresReads q) {
    return new Reads(
        q::getUser,
        q::getOrder,
        q::allUsers,
        q::allOrders,
        stream(q::allUsersStream),
        stream(q::allOrdersStream));
  }

  static Reads of(DuckdbReads q) {
    return new Reads(
        q::getUser,
        q::getOrder,
        q::allUsers,
        q::allOrders,
        stream(q::allUsersStream),
        stream(q::allOrdersStream));
  }

  static Reads of(HandWritten q) {
    return new Reads(q::user, q::order, q::users, q::orders, q::eachUser, q::eachOrder);
  }

  /** Does an operation, lookups for ids of this step. */
  List<?> read(String operation, int lookedUp, int step) throws SQLException {
    return switch (operation) {
      case "lookup" -> each(user, lookedUp, step);
      case "order" -> each(order, lookedUp, step);
      case "users" -> users.all();
      case "orders" -> orders.all();
      case "stream" -> streamed(eachUser);
      case "order-stream" -> streamed(eachOrder);
      default -> throw new IllegalArgumentException("there is no operation " + operation);
    };
  }

  private static List<?> each(Lookup lookup, int lookedUp, int step) throws SQLException {
    List<Object> rows = new ArrayList<>();
    for (int id = 1; id <= lookedUp; id += step) {
      rows.add(lookup.one(id));
    }
    return rows;
  }

  private static List<?> streamed(Each each) throws SQLException {
    List<Object> rows = new ArrayList<>();
    each.forEach(rows::add);
    return rows;
  }
}
