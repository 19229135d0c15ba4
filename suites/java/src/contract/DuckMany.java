package contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** What must hold of statements of corpus/bulk that join their rows, by whatever load strategy. */
abstract class DuckMany {
  private final Class<?> unit;

  DuckMany(Class<?> unit) {
    this.unit = unit;
  }

  @TestFactory
  Stream<DynamicTest> contract() throws Exception {
    return ContractTest.of("duckdb", "bulk", unit);
  }

  private long take(Connection connection, int count, int tooMuch) throws Exception {
    List<Object> rows = new ArrayList<>();
    for (int row = 1; row <= count; row++) {
      rows.add(
          Class.forName(unit.getName() + "$TakeParams")
              .getDeclaredConstructors()[0]
              .newInstance(row == tooMuch ? 1000 : 1, row % 3 + 1));
    }
    Object object = unit.getConstructor(Connection.class).newInstance(connection);
    try {
      return (long) unit.getMethod("takeBulk", Iterable.class).invoke(object, rows);
    } catch (InvocationTargetException e) {
      throw (Exception) e.getCause();
    }
  }

  private Connection open() throws Exception {
    @SuppressWarnings("unchecked")
    var scripts = (List<String>) unit.getMethod("getMigrations").invoke(null);
    Connection connection = Duck.open(scripts);
    Duck.execute(connection, "INSERT INTO stock VALUES (1, 500), (2, 500), (3, 500)");
    return connection;
  }

  private static String sum(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rs = statement.executeQuery("SELECT sum(n) FROM stock")) {
      rs.next();
      return rs.getString(1);
    }
  }

  /** Some keys come once, others hundreds of times. */
  @Test
  void theLastRowOfAKeyStays() throws Exception {
    Random random = new Random(1);
    theLastRowStays(IntStream.range(0, 5000).map(i -> random.nextInt(random.nextInt(2000) + 1)));
  }

  /** In ascending order all keys differ, until one comes that is not greater. */
  @Test
  void theLastRowOfKeysInOrderStays() throws Exception {
    theLastRowStays(IntStream.range(0, 3000));
    theLastRowStays(IntStream.concat(IntStream.range(0, 2500), IntStream.range(100, 900)));
    theLastRowStays(IntStream.range(0, 4000).map(i -> i / 2));
    theLastRowStays(IntStream.range(0, 2500).map(i -> 2499 - i));
  }

  private void theLastRowStays(IntStream slots) throws Exception {
    Constructor<?> row =
        Class.forName(unit.getName() + "$SetValueParams").getDeclaredConstructors()[0];
    Map<Integer, Double> last = new TreeMap<>();
    List<Object> rows = new ArrayList<>();
    long there = 0;
    for (int slot : slots.toArray()) {
      double value = rows.size();
      last.put(slot, value);
      there += slot < 1000 ? 1 : 0;
      rows.add(row.newInstance("s", slot, value));
    }
    try (Connection connection = open();
        Statement statement = connection.createStatement()) {
      statement.execute("INSERT INTO reading SELECT 's', range, -1 FROM range(1000)");
      Object object = unit.getConstructor(Connection.class).newInstance(connection);
      assertEquals(there, unit.getMethod("setValueBulk", Iterable.class).invoke(object, rows));
      String sql = "SELECT slot, value FROM reading WHERE sensor = 's'";
      try (ResultSet rs = statement.executeQuery(sql)) {
        while (rs.next()) {
          int slot = rs.getInt(1);
          assertEquals(last.getOrDefault(slot, -1.0), rs.getDouble(2), "slot " + slot);
        }
      }
    }
  }

  @Test
  void errorsNameTheRowAndNothingStays() throws Exception {
    try (Connection connection = open()) {
      SQLException e = assertThrows(SQLException.class, () -> take(connection, 400, 371));
      assertTrue(e.getMessage().startsWith("row 371: "), e.getMessage());
      assertEquals("1500", sum(connection));
      assertEquals(400, take(connection, 400, 0));
      assertEquals("1100", sum(connection));
    }
  }

  @Test
  void inATransactionOfTheCaller() throws Exception {
    try (Connection connection = open()) {
      connection.setAutoCommit(false);
      assertEquals(400, take(connection, 400, 0));
      SQLException e = assertThrows(SQLException.class, () -> take(connection, 400, 371));
      assertTrue(e.getMessage().startsWith("rows 1 to 400: "), e.getMessage());
      assertThrows(SQLException.class, () -> take(connection, 1, 0));
      connection.rollback();
      connection.setAutoCommit(true);
      assertEquals("1500", sum(connection));
      assertEquals(3, take(connection, 3, 0));
    }
  }
}
