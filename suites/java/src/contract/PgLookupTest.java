package contract;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import gen.PgLookup;
import gen.PgLookup.CalledParams;
import gen.PgLookup.CalledRow;
import gen.PgLookup.CustomerByIdParams;
import gen.PgLookup.CustomerByIdRow;
import gen.PgLookup.FileByIdParams;
import gen.PgLookup.FileByIdRow;
import gen.PgLookup.NameOfParams;
import gen.PgLookup.OrdersOfParams;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Lookups of many keys of PostgreSQL. */
class PgLookupTest {
  private static Connection open(String options) throws SQLException {
    Connection connection = Pg.open(PgLookup.getMigrations(), options);
    Db.execute(
        connection,
        "INSERT INTO customer (id, name, parent)"
            + " SELECT i, 'c' || i % 700, nullif(i / 2, 0) FROM generate_series(1, 900) AS i");
    return connection;
  }

  /** More keys than a query takes, many of them several times, each find their rows. */
  @Test
  void manyKeys() throws SQLException {
    try (Connection connection = open("")) {
      PgLookup queries = new PgLookup(connection);
      for (int n : List.of(0, 1, 2, 1001, 100_000, 100_001)) {
        List<CustomerByIdParams> keys =
            IntStream.range(0, n).mapToObj(i -> new CustomerByIdParams(i % 1000 + 1)).toList();
        List<CustomerByIdRow> found = queries.customerByIdBulk(keys);
        List<String> names =
            queries.nameOfBulk(keys.stream().map(key -> new NameOfParams(key.id())).toList());
        assertEquals(n, found.size());
        assertEquals(n, names.size());
        for (int i = 0; i < n; i++) {
          int id = i % 1000 + 1;
          if (id > 900) {
            assertNull(found.get(i));
            assertNull(names.get(i));
          } else {
            assertEquals(id, found.get(i).id());
            assertEquals("c" + id % 700, names.get(i));
          }
        }
      }
    }
  }

  /** Each key has a list of its own, also where another is equal. */
  @Test
  void listsOfEqualKeys() throws SQLException {
    try (Connection connection = open("")) {
      PgLookup queries = new PgLookup(connection);
      List<List<CalledRow>> found =
          queries.calledBulk(
              Stream.of("c5", "c699", "c5", "none", "c200").map(CalledParams::new).toList());
      assertEquals(List.of(2, 1, 2, 0, 2), found.stream().map(List::size).toList());
      assertEquals(found.get(0), found.get(2));
      found.get(0).clear();
      assertEquals(List.of(5, 705), found.get(2).stream().map(CalledRow::id).toList());
    }
  }

  /** The driver sends a question mark for half of a surrogate pair. */
  @Test
  void textsThatTheDriverChanges() throws SQLException {
    try (Connection connection = open("")) {
      PgLookup queries = new PgLookup(connection);
      Db.execute(connection, "INSERT INTO customer (id, name) VALUES (1000, 'a?b')");
      List<String> names = new ArrayList<>(List.of("a\ud83db", "a?b", "a\udc00b", "a😀b"));
      names.add(null); // which nothing is equal to
      for (String name : names) {
        int rows = queries.called(name).size();
        var keys = List.of(new CalledParams(name), new CalledParams("a?b"));
        List<List<CalledRow>> found = queries.calledBulk(keys);
        assertEquals(List.of(rows, 1), found.stream().map(List::size).toList(), name);
      }
    }
  }

  /** Whoever changes the bytes that one key found changes nobody else's. */
  @Test
  void bytesOfEqualKeys() throws SQLException {
    for (String options : Pg.TRANSFERS.values()) {
      try (Connection connection = open(options)) {
        PgLookup queries = new PgLookup(connection);
        UUID id = UUID.fromString("a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11");
        Db.execute(connection, "INSERT INTO file VALUES ('" + id + "', 1, 'abc', '{}', '1')");
        FileByIdParams key = new FileByIdParams(id);
        List<FileByIdRow> found = queries.fileByIdBulk(List.of(key, key));
        assertNotSame(found.get(0).body(), found.get(1).body());
        found.get(0).body()[0] = 'x';
        assertArrayEquals(new byte[] {'a', 'b', 'c'}, found.get(1).body());
      }
    }
  }

  /** One row of parameters is the query itself, several are one for a list. */
  @Test
  void statements() throws SQLException {
    try (Connection connection = open("prepareThreshold=1")) {
      PgLookup queries = new PgLookup(connection);
      queries.customerByIdBulk(List.of(new CustomerByIdParams(1)));
      queries.ordersOfBulk(List.of(new OrdersOfParams(1)));
      assertEquals(
          Set.of("WHERE id = $1", "WHERE customer = $1 ORDER BY at DESC"), asked(connection));
      queries.customerByIdBulk(List.of(new CustomerByIdParams(1), new CustomerByIdParams(2)));
      queries.ordersOfBulk(List.of(new OrdersOfParams(1), new OrdersOfParams(2)));
      Set<String> asked = asked(connection);
      assertTrue(asked.contains("WHERE id = ANY ($1::integer[])"), asked.toString());
      assertEquals(4, asked.size(), asked.toString());
    }
  }

  /** What the prepared queries of tables have behind the tables. */
  private static Set<String> asked(Connection connection) throws SQLException {
    Set<String> asked = new TreeSet<>();
    try (Statement statement = connection.createStatement();
        ResultSet rs =
            statement.executeQuery(
                "SELECT regexp_replace(statement, '^.* (?=WHERE)', '') FROM pg_prepared_statements"
                    + " WHERE statement ~ '(customer|orders) +WHERE'")) {
      while (rs.next()) {
        asked.add(rs.getString(1));
      }
    }
    return asked;
  }
}
