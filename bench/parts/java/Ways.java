import static org.jooq.impl.DSL.field;
import static org.jooq.impl.DSL.name;
import static org.jooq.impl.DSL.noCondition;
import static org.jooq.impl.DSL.table;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jooq.Condition;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.Record;
import org.jooq.SQLDialect;
import org.jooq.Table;
import org.jooq.impl.DSL;

/** The ways to search that are compared. */
final class Ways {
  /** A way to find items by the value of each column, null for none. */
  interface Search {
    List<Parts.ItemRow> find(Long[] filter) throws SQLException;
  }

  /** Makes what runs for a case. */
  interface Way {
    Search of(Connection connection, Long[] filter) throws SQLException;
  }

  static final Map<String, Way> ALL = new LinkedHashMap<>();

  static {
    ALL.put("text of the case", Ways::fixed);
    ALL.put("clauses", (connection, filter) -> clauses(connection));
    ALL.put("sqg", Ways::generated);
    ALL.put("IS NULL OR", Ways::isNullOr);
    ALL.put("jOOQ", (connection, filter) -> built(connection));
  }

  private static final String BEGIN = "SELECT id, name FROM item WHERE true";
  private static final String END = " ORDER BY id LIMIT 10";

  private static final List<String> COLUMNS =
      IntStream.rangeClosed(1, 12).mapToObj(i -> String.format("c%02d", i)).toList();

  private static final Field<Long> ID = field(name("id"), Long.class);
  private static final Field<String> NAME = field(name("name"), String.class);
  private static final Table<Record> ITEM = table(name("item"));
  private static final List<Field<Long>> FIELDS =
      COLUMNS.stream().map(column -> field(name(column), Long.class)).toList();

  private Ways() {}

  /**
   * Runs a text that was written for what is given in this case, and is prepared: what nothing can
   * be faster than.
   */
  private static Search fixed(Connection connection, Long[] filter) throws SQLException {
    StringBuilder text = new StringBuilder(BEGIN);
    for (int i = 0; i < filter.length; i++) {
      if (filter[i] != null) {
        text.append(" AND ").append(COLUMNS.get(i)).append(" = ?");
      }
    }
    PreparedStatement statement = connection.prepareStatement(text.append(END).toString());
    return given -> {
      bind(statement, given);
      return read(statement);
    };
  }

  /** Joins the clauses that are asked for in each call, as people do by hand. */
  private static Search clauses(Connection connection) {
    return filter -> {
      StringBuilder text = new StringBuilder(BEGIN);
      for (int i = 0; i < filter.length; i++) {
        if (filter[i] != null) {
          text.append(" AND ").append(COLUMNS.get(i)).append(" = ?");
        }
      }
      try (PreparedStatement statement = connection.prepareStatement(text.append(END).toString())) {
        bind(statement, filter);
        return read(statement);
      }
    };
  }

  /** Has one text for all cases, in which a filter that is NULL lets everything pass. */
  private static Search isNullOr(Connection connection, Long[] filter) throws SQLException {
    StringBuilder text = new StringBuilder(BEGIN);
    for (int i = 0; i < filter.length; i++) {
      text.append(String.format(" AND (?%1$d IS NULL OR %2$s = ?%1$d)", i + 1, COLUMNS.get(i)));
    }
    PreparedStatement statement = connection.prepareStatement(text.append(END).toString());
    return given -> {
      for (int i = 0; i < given.length; i++) {
        statement.setObject(i + 1, given[i]);
      }
      return read(statement);
    };
  }

  private static Search built(Connection connection) {
    DSLContext context = DSL.using(connection, SQLDialect.SQLITE);
    return filter -> {
      Condition condition = noCondition();
      for (int i = 0; i < filter.length; i++) {
        if (filter[i] != null) {
          condition = condition.and(FIELDS.get(i).eq(filter[i]));
        }
      }
      return context
          .select(ID, NAME)
          .from(ITEM)
          .where(condition)
          .orderBy(ID)
          .limit(10)
          .fetch(row -> new Parts.ItemRow(row.value1(), row.value2()));
    };
  }

  /** Calls the method for the number of parts. */
  private static Search generated(Connection connection, Long[] filter) {
    Parts parts = new Parts(connection);
    return switch (filter.length) {
      case 1 -> f -> parts.searchOne(new Parts.SearchOneParams(f[0]));
      case 2 -> f -> parts.searchTwo(new Parts.SearchTwoParams(f[0], f[1]));
      case 3 -> f -> parts.searchThree(new Parts.SearchThreeParams(f[0], f[1], f[2]));
      case 6 -> f -> parts.searchSix(new Parts.SearchSixParams(f[0], f[1], f[2], f[3], f[4], f[5]));
      case 9 ->
          f ->
              parts.searchNine(
                  new Parts.SearchNineParams(f[0], f[1], f[2], f[3], f[4], f[5], f[6], f[7], f[8]));
      default ->
          f ->
              parts.searchTwelve(
                  new Parts.SearchTwelveParams(
                      f[0], f[1], f[2], f[3], f[4], f[5], f[6], f[7], f[8], f[9], f[10], f[11]));
    };
  }

  private static void bind(PreparedStatement statement, Long[] filter) throws SQLException {
    int at = 0;
    for (Long value : filter) {
      if (value != null) {
        statement.setLong(++at, value);
      }
    }
  }

  private static List<Parts.ItemRow> read(PreparedStatement statement) throws SQLException {
    try (ResultSet rows = statement.executeQuery()) {
      List<Parts.ItemRow> items = new ArrayList<>();
      while (rows.next()) {
        items.add(new Parts.ItemRow(rows.getLong(1), rows.getString(2)));
      }
      return items;
    }
  }
}
