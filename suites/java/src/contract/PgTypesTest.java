package contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import gen.Interval;
import gen.PgBoxed;
import gen.PgTypes;
import gen.Range;
import java.lang.reflect.RecordComponent;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.function.Executable;

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
          coalesce(v.value -> 'unsupported' ->> 'java', v.value -> 'unsupported' ->> '*'), v.value ->> 'since', t.value ->> 'type',
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
    assertEquals(1L, Db.call(unit, "insert" + family, values.toArray()));
    String storage = "SELECT %s::text FROM %s WHERE id = %d";
    for (String c : columns) {
      assertEquals(row.get(3), Db.text(connection, storage.formatted(c, table, 2)), c);
    }
    if (row.get(7) == null) {
      assertEquals(
          Db.values(Db.call(unit, table.replace("_a", "A") + "Storage", 1)),
          Db.values(Db.call(unit, table.replace("_a", "A") + "Storage", 2)));
    }
    if (!table.equals("named") || !column.equals("work")) {
      List<?> found = (List<?>) Db.call(unit, "find" + family, compared(read));
      boolean same = row.get(7) == null || column.equals("x"); // xml has no equality
      assertEquals(same ? List.of(1, 2) : List.of(2), found);
    }
    List<Object> again = new ArrayList<>(Db.values(Db.call(unit, "get" + family, 2)));
    assertTrue(Arrays.deepEquals(values.toArray(), again.toArray()) || column.startsWith("bin_"));
  }

  /** The same values in Java's own terms: what is read, and what is written. */
  @TestFactory
  Stream<DynamicTest> literals() throws Exception {
    Range<Integer> upTo5 = new Range<>(null, 5, false, false, false);
    List<List<Object>> cases =
        List.of(
            List.of("numbers", "i2", "-32768", -32768),
            List.of("numbers", "o", "4294967295", 4294967295L),
            List.of("numbers", "f4", "NaN", Float.NaN),
            List.of("numbers", "f8", "-0", -0.0),
            List.of("numbers", "n", "-12.50", new BigDecimal("-12.50")),
            List.of("texts", "c5", "ab   ", "ab   "),
            List.of("texts", "bit8", "00000101", "00000101"),
            List.of("times", "d", "infinity", LocalDate.MAX),
            List.of("times", "d", "-infinity", LocalDate.MIN),
            List.of("times", "d", "0044-03-15 BC", LocalDate.of(-43, 3, 15)),
            List.of("times", "tm", "24:00:00", LocalTime.MAX),
            List.of("times", "tm", "12:34:56.000001", LocalTime.of(12, 34, 56, 1000)),
            List.of(
                "times",
                "tmtz",
                "12:00:00+05:30",
                OffsetTime.of(12, 0, 0, 0, ZoneOffset.ofHoursMinutes(5, 30))),
            List.of("times", "ts", "infinity", LocalDateTime.MAX),
            List.of("times", "ts", "-infinity", LocalDateTime.MIN),
            List.of("times", "ts", "0044-03-15 12:00:00 BC", LocalDateTime.of(-43, 3, 15, 12, 0)),
            List.of("times", "tz", "infinity", OffsetDateTime.MAX),
            List.of("times", "tz", "-infinity", OffsetDateTime.MIN),
            List.of(
                "times",
                "tz",
                "2024-02-29 12:00:00.123456+00",
                OffsetDateTime.parse("2024-02-29T12:00:00.123456Z")),
            List.of(
                "times",
                "iv",
                "-1 years -2 mons +3 days -04:05:06.7",
                new Interval(-14, 3, -14706700000L)),
            List.of("nets", "ip", "10.0.0.1/8", "10.0.0.1/8"),
            List.of("named", "e", "it's", PgTypes.Mood.fromValue("it's")),
            List.of("named", "p", "(1.5,)", new PgTypes.Place(1.5, null)),
            List.of(
                "named",
                "a",
                "(\"a \"\"b\"\"\",,\"{NULL,x}\",\"(1,2)\",sad,a@b,2024-02-29)",
                new PgTypes.Address(
                    "a \"b\"",
                    null,
                    Arrays.asList(null, "x"),
                    new PgTypes.Place(1.0, 2.0),
                    PgTypes.Mood.SAD,
                    "a@b",
                    LocalDate.of(2024, 2, 29))),
            List.of("arrays", "i4_a", "{1,NULL}", Arrays.asList(1, null)),
            List.of(
                "grids",
                "i4_g",
                "{{1,2},{NULL,4}}",
                List.of(List.of(1, 2), Arrays.asList(null, 4))),
            List.of("grids", "i4_g", "{}", List.of()),
            List.of(
                "grids",
                "t3_g",
                "{{{a},{\"{b}\"}}}",
                List.of(List.of(List.of("a"), List.of("{b}")))),
            List.of(
                "grids",
                "c_g",
                "(\"{{1.00},{2.50}}\",{x},)",
                new PgTypes.Frame(
                    List.of(List.of(new BigDecimal("1.00")), List.of(new BigDecimal("2.50"))),
                    List.of("x"),
                    null)),
            List.of("arrays", "b_a", "{t,f}", List.of(true, false)),
            List.of("arrays", "t_a", "{\"NULL\",\"\",NULL}", Arrays.asList("NULL", "", null)),
            List.of("arrays", "d_a", "{infinity}", List.of(LocalDate.MAX)),
            List.of("arrays", "tm_a", "{24:00:00}", List.of(LocalTime.MAX)),
            List.of(
                "named_arrays",
                "e_a",
                "{happy,NULL}",
                Arrays.asList(PgTypes.Mood.fromValue("happy"), null)),
            List.of("ranges", "r4", "(,5)", upTo5),
            List.of("ranges", "r4", "empty", Range.ofNothing()),
            List.of(
                "ranges",
                "rn",
                "(1.0,2.50]",
                new Range<>(new BigDecimal("1.0"), new BigDecimal("2.50"), false, true, false)),
            List.of("ranges", "m4", "{(,5),[7,9)}", List.of(upTo5, Range.of(7, 9))));
    Connection connection = open("both");
    PgTypes types = new PgTypes(connection);
    return cases.stream()
        .map(c ->
            DynamicTest.dynamicTest(
                c.get(1) + " " + c.get(2), () -> literal(connection, types, c)));
  }

  private static void literal(Connection connection, PgTypes types, List<Object> c)
      throws Exception {
    String table = (String) c.get(0);
    String family = pascal(table);
    for (int i = 0; i < 7; i++) { // in text, then in binary
      Db.execute(connection, "DELETE FROM " + table);
      Db.call(types, "store" + family, 1);
      String value = ((String) c.get(2)).replace("'", "''");
      Db.execute(connection, "UPDATE %s SET %s = '%s'".formatted(table, c.get(1), value));
      Object read = Db.call(types, "get" + family, 1);
      int column =
          Arrays.asList(Db.text(connection, columnsOf(table)).split(",")).indexOf(c.get(1));
      assertEquals(c.get(3), Db.values(read).get(column));
      List<Object> values = new ArrayList<>(Db.values(read));
      values.set(0, 2);
      values.set(column, c.get(3));
      assertEquals(1L, Db.call(types, "insert" + family, values.toArray()));
      String same = "SELECT count(DISTINCT %s::text) FROM %s".formatted(c.get(1), table);
      assertEquals("1", Db.text(connection, same));
    }
  }

  private static SQLException fails(Executable work) {
    return assertThrows(SQLException.class, work);
  }

  /** What cannot be held is an error that says where; nothing is rounded, cut or guessed. */
  @Test
  void whatCannotBeHeld() throws Exception {
    Connection connection = open("both");
    PgTypes types = new PgTypes(connection);
    types.storeNumbers(1);
    SQLException e =
        fails(() ->
            types.insertNumbers(
                new PgTypes.InsertNumbersParams(
                    2,
                    true,
                    null,
                    32768,
                    null,
                    0,
                    null,
                    0,
                    null,
                    0,
                    null,
                    0,
                    null,
                    0,
                    null,
                    BigDecimal.ONE,
                    null,
                    BigDecimal.ONE,
                    null,
                    BigDecimal.ONE,
                    null,
                    BigDecimal.ZERO,
                    null,
                    "1",
                    null)));
    assertEquals("i2 is 32768, which smallint cannot hold", e.getMessage());
    types.storeNamed(1);
    Db.execute(connection, "ALTER TYPE mood ADD VALUE 'new'");
    Db.execute(connection, "UPDATE named SET e = 'new'");
    e = fails(() -> types.getNamed(1));
    assertEquals("column e: \"new\" is no label of mood that this program knows", e.getMessage());
    Db.execute(connection, "UPDATE named SET e = 'sad'; ALTER TYPE place ADD ATTRIBUTE z float");
    e = fails(() -> types.getNamed(1));
    assertTrue(e.getMessage().startsWith("column p: this composite value has 3 fields"));
    types.storeTimes(1);
    assertEquals(new Interval(0, 1, 0), types.getTimes(1).iv());
    for (String style : List.of("iso_8601", "sql_standard", "postgres_verbose")) {
      Db.execute(connection, "UPDATE times SET iv = '1 year 1 day'; SET IntervalStyle = " + style);
      e = fails(() -> types.getTimes(1));
      assertTrue(e.getMessage().contains("IntervalStyle = 'postgres'"), e.getMessage());
    }
    types.storeArrays(1);
    Db.execute(connection, "UPDATE arrays SET bin_a = '{\\x00}'; SET bytea_output = escape");
    e = fails(() -> types.getArrays(1));
    assertTrue(e.getMessage().contains("bytea_output = 'hex'"), e.getMessage());
  }

  /** Arrays of several dimensions are lists in lists, where something declares the dimensions. */
  @Test
  void dimensions() throws Exception {
    Connection connection = open("both");
    PgTypes types = new PgTypes(connection);
    SQLException e = fails(types::undeclaredMatrix);
    assertEquals(
        "column matrix: an array of more dimensions than it is declared with", e.getMessage());
    assertEquals(List.of(List.of(1, 2), List.of(3, 4), List.of(5, 6)), types.declaredMatrix());
    List<List<String>> texts = List.of(List.of("a", "{b}"), Arrays.asList("c", null));
    assertEquals(Arrays.asList("a", "{b}", "c", null), types.flattened(texts));
    types.storeGrids(1);
    assertEquals(List.of(1), types.idsIn(List.of(List.of(7, 1), List.of(5, 6))));
    PgTypes.GridsRow row = types.getGrids(1);
    String[] problems = {
      "the lists of an array differ in length",
      "an array of several dimensions cannot have empty lists",
      "an array of several dimensions cannot have empty lists"
    };
    List<List<List<Integer>>> broken =
        List.of(
            List.of(List.of(1, 2), List.of(3)),
            List.of(List.of(), List.of()),
            Arrays.asList(null, List.of(1)));
    for (int i = 0; i < broken.size(); i++) {
      List<List<Integer>> lists = broken.get(i);
      e = fails(() -> types.idsIn(lists));
      assertEquals("ids cannot be encoded: " + problems[i], e.getMessage());
      for (int count : List.of(2, 40)) {
        List<PgTypes.GridsRow> rows = new ArrayList<>();
        for (int id = 2; id <= count; id++) {
          rows.add(withI4(row, id, List.of(List.of(id))));
        }
        rows.add(withI4(row, count + 1, lists));
        e = fails(() -> types.bulkInsertGrids(rows));
        String start = "row " + count + ": i4_g cannot be encoded: " + problems[i];
        assertTrue(e.getMessage().startsWith(start), e.getMessage());
      }
    }
    assertEquals(List.of(row), types.allGrids());
  }

  /** A row with another id and matrix. */
  private static PgTypes.GridsRow withI4(PgTypes.GridsRow row, int id, List<List<Integer>> i4)
      throws Exception {
    List<Object> values = new ArrayList<>();
    List<Class<?>> classes = new ArrayList<>();
    for (RecordComponent c : PgTypes.GridsRow.class.getRecordComponents()) {
      values.add(
          switch (c.getName()) {
            case "id" -> id;
            case "i4G" -> i4;
            default -> c.getAccessor().invoke(row);
          });
      classes.add(c.getType());
    }
    return PgTypes.GridsRow.class
        .getConstructor(classes.toArray(Class[]::new))
        .newInstance(values.toArray());
  }

  /** Instants are read in UTC, whatever the session's time zone. */
  @Test
  void timeZones() throws Exception {
    Connection connection = open("both");
    PgTypes types = new PgTypes(connection);
    types.storeTimes(1);
    types.storeArrays(1);
    types.storeRanges(1);
    var instant = OffsetDateTime.parse("1883-01-01T00:00:00.5Z");
    for (String zone : List.of("UTC", "Asia/Kolkata", "Europe/Zurich", "America/St_Johns")) {
      Db.execute(connection, "SET timezone = '" + zone + "'");
      Db.execute(connection, "UPDATE times SET tz = '1883-01-01 00:00:00.5+00'");
      Db.execute(
          connection, "UPDATE arrays SET tz_a = ARRAY[timestamptz '1883-01-01 00:00:00.5+00']");
      Db.execute(connection, "UPDATE ranges SET rtz = tstzrange('1883-01-01 00:00:00.5+00', NULL)");
      for (int i = 0; i < 7; i++) {
        assertEquals(instant, types.getTimes(1).tz());
        assertEquals(List.of(instant), types.getArrays(1).tzA());
        assertEquals(Range.of(instant, null), types.getRanges(1).rtz());
      }
    }
  }

  /**
   * The values that a family's rows are found by: those of NOT NULL columns that have an equality.
   */
  private static Object[] compared(Object read) throws Exception {
    List<Object> values = new ArrayList<>();
    for (RecordComponent c : read.getClass().getRecordComponents()) {
      boolean equality = !List.of("id", "x", "xA", "j", "jA", "pos", "work").contains(c.getName());
      if (equality && !c.getName().endsWith("Null")) {
        values.add(c.getAccessor().invoke(read));
      }
    }
    return values.toArray();
  }

  private static String columnsOf(String table) {
    return "SELECT string_agg(attname, ',' ORDER BY attnum) FROM pg_attribute WHERE attnum > 0 AND attrelid = '%s'::regclass"
        .formatted(table);
  }
}
