package contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import gen.PgBoxed;
import gen.PgTypes;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Every value of corpus/types/postgres.json is read, written and stored as the server has it. */
class PgTypesTest {
  private static final List<Connection> OPEN = new ArrayList<>();

  @AfterAll
  static void close() throws SQLException {
    for (Connection connection : OPEN) {
      connection.close();
    }
  }

  private static Connection open(String transfer) throws SQLException {
    Connection connection = Pg.open(PgTypes.getMigrations(), Pg.TRANSFERS.get(transfer));
    OPEN.add(connection);
    Db.execute(connection, "SET lc_monetary = 'C'; SET synchronous_commit = off");
    return connection;
  }

  static String pascal(String name) {
    StringBuilder out = new StringBuilder();
    for (String word : name.split("_")) {
      out.append(word.substring(0, 1).toUpperCase()).append(word.substring(1));
    }
    return out.toString();
  }

  @TestFactory
  Stream<DynamicTest> values() throws Exception {
    String sql =
        """
        SELECT t.value ->> 'table', t.value ->> 'column', v.value ->> 'value',
          coalesce(v.value ->> 'again', v.value ->> 'text', v.value ->> 'value'),
          v.value -> 'unsupported' ->> 'java', v.value ->> 'since', t.value ->> 'type',
          v.value ->> 'again'
        FROM json_each(?, '$.types') AS t, json_each(t.value, '$.values') AS v
        """;
    List<List<String>> rows = Db.json(Db.CORPUS.resolve("types/postgres.json"), sql);
    List<DynamicTest> tests = new ArrayList<>();
    for (String transfer : List.of("text", "binary", "both")) {
      Connection connection = open(transfer);
      int version = connection.getMetaData().getDatabaseMajorVersion();
      List<Object> units = List.of(new PgTypes(connection), new PgBoxed(connection));
      for (Object unit : units) {
        String mode = unit.getClass().getSimpleName() + " " + transfer + " ";
        for (List<String> row : rows) {
          if (row.get(5) == null || Integer.parseInt(row.get(5)) <= version) {
            tests.add(
                DynamicTest.dynamicTest(
                    mode + row.get(6) + " " + row.get(2), () -> value(connection, unit, row)));
          }
        }
      }
    }
    return tests.stream();
  }

  private static void value(Connection connection, Object unit, List<String> row) throws Exception {
    String table = row.get(0);
    String family = pascal(table);
    String column = row.get(1);
    Db.execute(connection, "DELETE FROM " + table);
    Db.call(unit, "store" + family, 1);
    List<String> columns = new ArrayList<>(List.of(column));
    if (List.of(Db.text(connection, columnsOf(table)).split(",")).contains(column + "_null")) {
      columns.add(column + "_null");
    }
    for (String c : columns) {
      String sql = "UPDATE %s SET %s = CAST(? AS %s)".formatted(table, c, row.get(6));
      try (PreparedStatement statement = connection.prepareStatement(sql)) {
        statement.setString(1, row.get(2));
        assertEquals(1, statement.executeUpdate());
      }
    }
    if (row.get(4) != null) {
      SQLException e = assertThrows(SQLException.class, () -> Db.call(unit, "get" + family, 1));
      assertTrue(e.getMessage().startsWith("column " + column), e.getMessage());
      return;
    }
    Object read = Db.call(unit, "get" + family, 1);
    List<Object> values = new ArrayList<>(Db.values(read));
    values.set(0, 2);
    assertEquals(1, Db.call(unit, "insert" + family, values.toArray()));
    String storage = "SELECT %s::text FROM %s WHERE id = %d";
    for (String c : columns) {
      assertEquals(row.get(3), Db.text(connection, storage.formatted(c, table, 2)), c);
    }
    if (row.get(7) == null) {
      assertEquals(
          Db.values(Db.call(unit, table.replace("_a", "A") + "Storage", 1)),
          Db.values(Db.call(unit, table.replace("_a", "A") + "Storage", 2)));
    }
    List<Object> again = new ArrayList<>(Db.values(Db.call(unit, "get" + family, 2)));
    assertTrue(Arrays.deepEquals(values.toArray(), again.toArray()) || column.startsWith("bin_a"));
  }

  private static String columnsOf(String table) {
    return "SELECT string_agg(attname, ',') FROM pg_attribute WHERE attrelid = '%s'::regclass"
        .formatted(table);
  }
}
