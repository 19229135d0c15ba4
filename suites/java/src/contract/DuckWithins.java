package contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** Keys of the application inside of DuckDB's types, whatever road rows take into the table. */
abstract class DuckWithins {
  private final Class<?> unit;

  DuckWithins(Class<?> unit) {
    this.unit = unit;
  }

  private Object made(String type, Object... values) {
    try {
      return Class.forName(unit.getName() + "$" + type)
          .getDeclaredConstructors()[0]
          .newInstance(values);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  static Key key(long number) {
    return new Key(number);
  }

  /** A list of keys; 0 is null. */
  static List<Key> keys(long... numbers) {
    return Arrays.stream(numbers).mapToObj(n -> n == 0 ? null : key(n)).toList();
  }

  private Object row(long id, List<Key> extra, List<Key> pair, Object top, Object whose) {
    Map<String, Key> names = new LinkedHashMap<>();
    names.put("a", key(9));
    names.put("b", null);
    List<List<Key>> grid = Arrays.asList(keys(7), null, keys(0, 8));
    return made("GraphRow", key(id), keys(5, 0, 6), extra, grid, pair, top, names, whose);
  }

  /** The texts that the corpus says are stored of a table's row. */
  private static List<Object> stored(String table) throws Exception {
    String texts = "SELECT value FROM json_each(?, '$.duckdb." + table + "')";
    return Db.json(Db.CORPUS.resolve("within/values.json"), texts).stream()
        .map(t -> (Object) t.get(0))
        .toList();
  }

  private Object first() {
    Object top = made("GraphTop", key(3), "top", keys(0, 1));
    return row(1, keys(), keys(1, 2), top, made("GraphWhose$Id", key(4)));
  }

  private Object second() {
    Object top = made("GraphTop", null, null, null);
    return row(2, null, null, top, made("GraphWhose$Label", "x"));
  }

  @Test
  void keysInside() throws Exception {
    List<?> migrations = (List<?>) unit.getMethod("getMigrations").invoke(null);
    try (Connection connection = Duck.open(migrations.stream().map(String.class::cast).toList())) {
      Object q = unit.getConstructor(Connection.class).newInstance(connection);
      Object first = first();
      Object second = second();
      assertEquals(1L, Db.call(q, "bulkInsertGraph", List.of(first)));
      assertEquals(1L, Db.call(q, "addGraph", Db.values(second).toArray()));
      assertEquals(List.of(first, second), Db.call(q, "allGraphs"));
      List<Object> stored = stored("graph");
      assertEquals(stored, Db.values(Db.call(q, "graphText", key(1))));

      Db.execute(connection, "DELETE FROM graph");
      assertEquals(1L, Db.call(q, "addGraph", Db.values(first).toArray()));
      assertEquals(1L, Db.call(q, "bulkInsertGraph", List.of(second)));
      assertEquals(List.of(first, second), Db.call(q, "allGraphs"));
      assertEquals(stored, Db.values(Db.call(q, "graphText", key(1))));
      assertEquals(keys(2), Db.call(q, "findGraphs", keys(2, 7)));
      List<Object> set =
          List.of(made("SetLinksParams", keys(8), key(1)), made("SetLinksParams", keys(), key(2)));
      assertEquals(2L, Db.call(q, "setLinksBulk", set));
      assertEquals(keys(8), Db.call(q, "linksOf", key(1)));
      assertEquals(2L, Db.call(q, "setLinksBatch", List.of(set.get(1), set.get(1))));

      String place = "{'x': 1, 'label': a b}";
      Object spot = made("SpotRow", key(1), place, "so so");
      assertEquals(1L, Db.call(q, "bulkInsertSpot", List.of(spot)));
      Object params = made("AddSpotParams", key(2), place, null);
      assertEquals(1L, Db.call(q, "addSpotBulk", List.of(params)));
      Object bare = made("SpotRow", key(2), place, null);
      assertEquals(List.of(spot, bare), Db.call(q, "allSpots"));
      assertEquals(List.of(place), Db.call(q, "placesOf", "so so"));
      assertEquals(stored("spot"), Db.values(Db.call(q, "spotText", key(1))));
    }
  }

  @Test
  void whatIsNoKey() throws Exception {
    List<?> migrations = (List<?>) unit.getMethod("getMigrations").invoke(null);
    try (Connection connection = Duck.open(migrations.stream().map(String.class::cast).toList())) {
      Object q = unit.getConstructor(Connection.class).newInstance(connection);
      fails("ids", () -> Db.call(q, "findGraphs", keys(-1)));
      fails("links", () -> Db.call(q, "setLinks", keys(1, -1), key(1)));
      Object whose = made("GraphWhose$Id", key(-1));
      fails("whose", () -> Db.call(q, "bulkInsertGraph", List.of(row(1, null, null, null, whose))));
      Object top = made("GraphTop", null, null, keys(-1));
      Object bad = row(1, null, null, top, made("GraphWhose$Label", "x"));
      fails("top", () -> Db.call(q, "bulkInsertGraph", List.of(bad)));
      assertEquals(List.of(), Db.call(q, "allGraphs"));
    }
  }

  /** What cannot be encoded is an error that names it. */
  static void fails(String name, Executable work) {
    String message = assertThrows(SQLException.class, work).getMessage();
    assertTrue(message.contains(name + " cannot be encoded: -1 is no key"), message);
  }
}
