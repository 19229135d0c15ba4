package contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import gen.PgAppender;
import gen.PgAppender.BlobStoreRow;
import gen.PgAppender.ChildRow;
import gen.PgAppender.GuardedRow;
import gen.PgAppender.NarrowRow;
import gen.PgAppender.PublicParentRow;
import gen.PgAppender.RectangleRow;
import gen.PgCopy;
import java.lang.reflect.RecordComponent;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Rows that go by COPY: every value as the server has it, errors with their place, all or none. */
class PgCopyTest {
  private static final int SHIFT = 1_000_000; // between the identifiers of rows and of their copies
  private static Connection connection;
  private static PgAppender queries;

  @BeforeAll
  static void open() throws SQLException {
    connection = Pg.open(PgAppender.getMigrations());
    queries = new PgAppender(connection);
  }

  @AfterAll
  static void close() throws SQLException {
    connection.close();
  }

  @BeforeEach
  void empty() throws SQLException {
    Db.execute(connection, "TRUNCATE narrow, rectangle, parent, child, guarded, blob_store");
  }

  // Every value of corpus/types/postgres.json is read, goes back by COPY, and is the same text then.

  @TestFactory
  Stream<DynamicTest> everyValue() throws Exception {
    Connection types = Pg.open(PgCopy.getMigrations());
    PgCopy unit = new PgCopy(types);
    Db.execute(types, "SET lc_monetary = 'C'");
    String sql =
        """
        SELECT t.value ->> 'table', t.value ->> 'column', t.value ->> 'type', v.value ->> 'value'
        FROM json_each(?, '$.types') AS t, json_each(t.value, '$.values') AS v
        WHERE v.value -> 'unsupported' ->> 'java' IS NULL AND v.value ->> 'again' IS NULL
          AND coalesce(v.value ->> 'since', 0) <= %d
        """
            .formatted(types.getMetaData().getDatabaseMajorVersion());
    int id = 0;
    for (List<String> row : Db.json(Db.CORPUS.resolve("types/postgres.json"), sql)) {
      Db.call(unit, "store" + PgTypesTest.pascal(row.get(0)), ++id);
      String both = "%1$s = CAST('%2$s' AS %3$s), %1$s_null = CAST('%2$s' AS %3$s)";
      String one = "%1$s = CAST('%2$s' AS %3$s)";
      String column = row.get(1);
      boolean twin = !List.of("pos", "work").contains(column);
      String set = (twin ? both : one).formatted(column, row.get(3).replace("'", "''"), row.get(2));
      Db.execute(types, "UPDATE %s SET %s WHERE id = %d".formatted(row.get(0), set, id));
    }
    for (String table : List.of("numbers", "arrays")) {
      String columns = "SELECT string_agg(quote_ident(attname), ', ') FROM pg_attribute"
          + " WHERE attrelid = 'plain_%s'::regclass AND attnum > 0 AND NOT attisdropped";
      String list = Db.text(types, columns.formatted(table));
      Db.execute(types, "INSERT INTO plain_%1$s (%2$s) SELECT %2$s FROM %1$s".formatted(table, list));
    }
    return Stream.of(
            "plain_numbers", "texts", "times", "nets", "named", "plain_arrays", "named_arrays", "ranges")
        .map(table -> DynamicTest.dynamicTest(table, () -> copied(types, unit, table)));
  }

  private static void copied(Connection types, PgCopy unit, String table) throws Exception {
    String family = PgTypesTest.pascal(table);
    String all = "all" + family;
    Class<?> appender = Class.forName("gen.PgCopy$" + family + "Appender");
    assertEquals(
        "CopyInserter", appender.getDeclaredField("inserter").getType().getSimpleName());
    List<Object> copies = new ArrayList<>();
    for (Object row : (List<?>) Db.call(unit, all)) {
      List<Object> values = new ArrayList<>(Db.values(row));
      values.set(0, (int) values.get(0) + SHIFT);
      RecordComponent[] components = row.getClass().getRecordComponents();
      Class<?>[] classes = Stream.of(components).map(RecordComponent::getType).toArray(Class[]::new);
      Class<?> type = Class.forName("gen.PgCopy$" + family + "Row");
      copies.add(type.getConstructor(classes).newInstance(values.toArray()));
    }
    assertTrue(copies.size() > 20, "too few rows for a COPY");
    assertEquals((long) copies.size(), Db.call(unit, "bulkInsert" + family + "Row", copies));
    String different =
        """
        SELECT string_agg(a.id || ': ' || x.key || ' was ' || x.value || ', is ' || y.value, '; ')
        FROM %1$s AS a JOIN %1$s AS b ON b.id = a.id + %2$d, LATERAL %3$s AS x, LATERAL %4$s AS y
        WHERE x.key = y.key AND x.key <> 'id' AND x.value IS DISTINCT FROM y.value
        """;
    String columns = "SELECT string_agg(format('(%L, %%1$s.%I::text)', attname, attname), ', ')"
        + " FROM pg_attribute WHERE attrelid = '" + table + "'::regclass AND attnum > 0 AND NOT attisdropped";
    String texts = "(SELECT * FROM (VALUES " + Db.text(types, columns) + ") AS v (key, value))";
    assertNull(
        Db.text(types, different.formatted(table, SHIFT, texts.formatted("a"), texts.formatted("b"))));
  }
}
