import static org.jooq.impl.DSL.field;
import static org.jooq.impl.DSL.multiset;
import static org.jooq.impl.DSL.name;
import static org.jooq.impl.DSL.select;
import static org.jooq.impl.DSL.table;

import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jooq.Field;
import org.jooq.Record;
import org.jooq.Records;
import org.jooq.SQLDialect;
import org.jooq.Table;
import org.jooq.impl.DSL;

/** Purchases with their lines, by whichever code. */
final class Nested {
  private static final int LINES = 10;

  private Nested() {}

  record Line(int id, String product, int quantity, double price, String note) {}

  record Purchase(int id, String customer, List<Line> lines) {}

  /** Reads all purchases. */
  interface Way {
    List<?> read() throws SQLException;
  }

  static Map<String, Way> ways(Connection connection) {
    NestedReads generated = new NestedReads(connection);
    return Map.of(
        "nested-name", generated::purchasesByName,
        "nested-value", generated::purchasesByValue,
        "nested-flat", () -> flat(connection),
        "nested-two", () -> two(connection),
        "nested-multiset", () -> multisets(connection));
  }

  /** The values of what must come. */
  static List<List<Object>> expected(int rows) {
    List<List<Object>> all = new ArrayList<>();
    for (int i = 1; i <= rows; i++) {
      List<List<Object>> lines = new ArrayList<>();
      for (int n = 0; n < LINES; n++) {
        String product = "product " + i % 7 + "/" + n;
        String note = n % 2 == 0 ? "note " + n : null;
        lines.add(Arrays.asList(10 * i + n, product, n + 1, (i + n) / 4.0, note));
      }
      all.add(List.of(i, "customer number " + i, lines));
    }
    return all;
  }

  private static Line line(ResultSet rs, int from) throws SQLException {
    return new Line(
        rs.getInt(from),
        rs.getString(from + 1),
        rs.getInt(from + 2),
        rs.getDouble(from + 3),
        rs.getString(from + 4));
  }

  /** Rows of the join, grouped by hand. */
  private static List<Purchase> flat(Connection connection) throws SQLException {
    String sql =
        """
        SELECT p.id, p.customer, l.id, l.product, l.quantity, l.price, l.note
        FROM purchases AS p LEFT JOIN lines AS l ON l.purchase = p.id
        ORDER BY p.id, l.id\
        """;
    try (PreparedStatement statement = connection.prepareStatement(sql);
        ResultSet rs = statement.executeQuery()) {
      List<Purchase> all = new ArrayList<>();
      Purchase last = null;
      while (rs.next()) {
        int id = rs.getInt(1);
        if (last == null || last.id() != id) {
          last = new Purchase(id, rs.getString(2), new ArrayList<>());
          all.add(last);
        }
        if (rs.getObject(3) != null) {
          last.lines().add(line(rs, 3));
        }
      }
      return all;
    }
  }

  /** A query for the purchases, and one for the lines of all of them. */
  private static List<Purchase> two(Connection connection) throws SQLException {
    Map<Integer, Purchase> found = new LinkedHashMap<>();
    String purchases = "SELECT id, customer FROM purchases ORDER BY id";
    try (PreparedStatement statement = connection.prepareStatement(purchases);
        ResultSet rs = statement.executeQuery()) {
      while (rs.next()) {
        found.put(rs.getInt(1), new Purchase(rs.getInt(1), rs.getString(2), new ArrayList<>()));
      }
    }
    String lines =
        """
        SELECT purchase, id, product, quantity, price, note FROM lines
        WHERE purchase = ANY (?) ORDER BY id\
        """;
    Array keys = connection.createArrayOf("int4", found.keySet().toArray());
    try (PreparedStatement statement = connection.prepareStatement(lines)) {
      statement.setArray(1, keys);
      try (ResultSet rs = statement.executeQuery()) {
        while (rs.next()) {
          found.get(rs.getInt(1)).lines().add(line(rs, 2));
        }
      }
    }
    return List.copyOf(found.values());
  }

  private static final Table<Record> PURCHASES = table(name("purchases"));
  private static final Table<Record> ALL_LINES = table(name("lines"));
  private static final Field<Integer> ID = field(name("purchases", "id"), Integer.class);
  private static final Field<String> CUSTOMER = field(name("purchases", "customer"), String.class);
  private static final Field<Integer> LINE_ID = field(name("lines", "id"), Integer.class);
  private static final Field<Integer> OF = field(name("lines", "purchase"), Integer.class);
  private static final Field<String> PRODUCT = field(name("lines", "product"), String.class);
  private static final Field<Integer> QUANTITY = field(name("lines", "quantity"), Integer.class);
  private static final Field<Double> PRICE = field(name("lines", "price"), Double.class);
  private static final Field<String> NOTE = field(name("lines", "note"), String.class);

  /** As the manual of jOOQ has it, with classes that no generator has made. */
  private static List<Purchase> multisets(Connection connection) {
    return DSL.using(connection, SQLDialect.POSTGRES)
        .select(
            ID,
            CUSTOMER,
            multiset(
                    select(LINE_ID, PRODUCT, QUANTITY, PRICE, NOTE)
                        .from(ALL_LINES)
                        .where(OF.eq(ID))
                        .orderBy(LINE_ID))
                .convertFrom(lines -> lines.map(Records.mapping(Line::new))))
        .from(PURCHASES)
        .orderBy(ID)
        .fetch(Records.mapping(Purchase::new));
  }
}
