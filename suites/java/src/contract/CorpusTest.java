package contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import contract.Meta.Money;
import contract.Meta.State;
import gen.Names;
import gen.Nullability;
import gen.Overrides;
import gen.Returning;
import gen.Rows;
import gen.Sources;
import gen.Text;
import java.lang.reflect.Method;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** The corpus' units that need a test or two each. */
class CorpusTest {
  static String camel(String name) {
    StringBuilder out = new StringBuilder();
    for (String word : name.split("_")) {
      out.append(out.isEmpty() ? word : word.substring(0, 1).toUpperCase() + word.substring(1));
    }
    return out.toString();
  }

  private static String hex(String text) {
    return HexFormat.of().withUpperCase().formatHex(text.getBytes(StandardCharsets.UTF_8));
  }

  @TestFactory
  Stream<DynamicTest> hostileTextReachesTheEngine() throws Exception {
    String sql = "SELECT v.value ->> 'query', v.value ->> 'value' FROM json_each(?) AS v";
    return Db.json(Db.CORPUS.resolve("text/expected.json"), sql).stream()
        .map(row ->
            DynamicTest.dynamicTest(
                row.get(0),
                () -> {
                  try (Connection connection = Db.open(Text.getMigrations());
                      Text text = new Text(connection)) {
                    assertEquals(
                        List.of(row.get(1), hex(row.get(1))),
                        Db.values(Db.call(text, camel(row.get(0)))));
                    assertEquals(
                        List.of(row.get(1), hex(row.get(1))), Db.values(text.echo(row.get(1))));
                  }
                }));
  }

  @Test
  void hostileStatements() throws Exception {
    try (Connection connection = Db.open(Text.getMigrations());
        Text text = new Text(connection)) {
      assertEquals(List.of(1L, 2L), Db.values(text.comments()));
      assertEquals(6L, text.layout());
      assertEquals("no semicolon", text.noSemicolon());
      assertEquals("several", text.semicolonsAfter());
      assertEquals(8L, Db.values(text.operators()).get(14));
      text.hostileInsert(1);
      text.hostileInsert(1);
      assertEquals(
          "a`b${c}\\d\"\"\"e'f%s?g\n  -- QUERY not_one :one\n  😀\t\"`${x}\\",
          text.getNote(1).value());
      assertNotNull(text.otherQuotes());
    }
  }

  @Test
  void names() throws Exception {
    for (boolean packaged : new boolean[] {true, false}) {
      try (Connection connection = Db.withTestData("names", Names.getMigrations())) {
        Object names =
            packaged
                ? new Names(connection)
                : Class.forName("_2ndClass")
                    .getConstructor(Connection.class)
                    .newInstance(connection);
        assertEquals(List.of(1L, "left", 1L, "right"), Db.values(Db.call(names, "duplicates")));
        assertEquals(List.of(1L, 2L, 3L, 4L, 5L), Db.values(Db.call(names, "nearDuplicates")));
        assertEquals(List.of(1L, 2L, 3L, 4L, 5L), Db.values(Db.call(names, "emptyNames")));
        assertEquals(7, Db.values(Db.call(names, "unnamed")).size());
        List<Object> reserved = Db.values(Db.call(names, "reservedColumns"));
        for (int i = 0; i < reserved.size(); i++) {
          assertEquals(i + 1L, reserved.get(i));
        }
        List<String> methods =
            List.of(
                "class_",
                "delete",
                "constructor",
                "toString_",
                "hashCode_",
                "import_",
                "init",
                "close_",
                "db",
                "prepare",
                "notify_",
                "lambda");
        for (int i = 0; i < methods.size(); i++) {
          assertEquals(i + 1L, Db.call(names, methods.get(i)));
        }
        Object[] args =
            Arrays.stream(Names.HostileParamsParams.class.getRecordComponents())
                .map(c -> "<" + c.getName() + ">")
                .toArray();
        assertEquals(
            List.of(String.join("", Arrays.copyOf(args, args.length, String[].class))),
            Db.values(Db.call(names, "hostileParams", args)));
        assertEquals(List.of(18L, "y"), Db.values(Db.call(names, "string")));
        assertEquals(1L, Db.call(names, "type", "other"));
        assertEquals(16, Db.values(Db.call(names, "hostileColumns")).size());
      }
    }
  }

  @Test
  void nullability() throws Exception {
    try (Connection connection = Db.withTestData("nullability", Nullability.getMigrations());
        Nullability unit = new Nullability(connection)) {
      int checked = nullabilityHolds(connection, unit);
      assertTrue(checked > 50, "only " + checked);
    }
  }

  /**
   * Claims are read from the annotations; TESTDATA must not contradict them. Tells how many columns
   * there were.
   */
  static int nullabilityHolds(Connection connection, Object unit) throws Exception {
    int checked = 0;
    connection.setAutoCommit(false);
    for (Method m : unit.getClass().getDeclaredMethods()) {
      if (m.getName().endsWith("Stream")
          || !java.lang.reflect.Modifier.isPublic(m.getModifiers())) {
        continue;
      }
      Type type = m.getGenericReturnType();
      if (type instanceof ParameterizedType list) {
        type = list.getActualTypeArguments()[0];
      }
      if (!(type instanceof Class<?> row) || !row.isRecord()) {
        continue;
      }
      Object[] args = new Object[m.getParameterCount()];
      Arrays.fill(args, "ada@example.org");
      Object result = m.invoke(unit, args);
      connection.rollback(); // methods come in any order, and some change rows
      List<?> rows = result instanceof List<?> l ? l : List.of(result);
      if (m.getName().equals("firstByNumber") && Duck.generator(connection).endsWith("2")) {
        continue; // returns no row there
      }
      assertFalse(rows.isEmpty(), m.getName());
      RecordComponent[] components = row.getRecordComponents();
      for (int i = 0; i < components.length; i++) {
        String name = components[i].getName();
        boolean nullable = components[i].getAnnotatedType().isAnnotationPresent(Nullable.class);
        if (name.endsWith("V")) {
          assertFalse(nullable, m.getName() + "." + name);
          for (Object r : rows) {
            assertNotNull(Db.values(r).get(i), m.getName() + "." + name);
          }
        } else if (name.endsWith("N")) {
          assertTrue(nullable, m.getName() + "." + name);
        }
        checked++;
      }
    }
    return checked;
  }

  @Test
  void rowTypesAreShared() throws Exception {
    try (Connection connection = Db.withTestData("rows", Rows.getMigrations());
        Rows rows = new Rows(connection)) {
      List<Rows.PersonRow> all = rows.allPeople();
      Rows.PersonRow one = rows.personById(1);
      assertEquals(all.get(0), one);
      Rows.PersonRow added = rows.addPerson(3, "Cyd", null);
      assertEquals(new Rows.PersonRow(3, "Cyd", null), added);
      Rows.NamedPerson named = rows.nameById(1);
      assertEquals(List.of(named), rows.namesLike("A%"));
      List<Rows.PersonRow> reordered = rows.peopleReordered();
      assertEquals(one, reordered.get(0));
      assertEquals(new Rows.AnimalRow(1, "Rex", null), rows.allAnimals().get(0));
      assertEquals("1815", rows.peopleWithBirth().get(0).born());
    }
  }

  /** The first of several rows is read, but the whole change is made and committed. */
  @Test
  void oneOfManyReturnedRows() throws Exception {
    var file = java.nio.file.Files.createTempDirectory("sqg").resolve("returning.db");
    try (Connection connection = Db.open(file)) {
      for (String sql : Returning.getMigrations()) {
        Db.execute(connection, sql);
      }
      try (Returning tasks = new Returning(connection);
          Connection other = Db.open(file)) {
        tasks.addTwo("a", null, "b");
        try (var stream = tasks.finishAllStream()) {
          assertTrue(stream.findFirst().isPresent());
        }
        assertEquals("2", Db.text(other, "SELECT count(*) FROM task WHERE done"));
      }
    }
  }

  @Test
  void sources() throws Exception {
    try (Connection connection = Db.open(Sources.getMigrations())) {
      Sources sources = new Sources(connection);
      for (String path : List.of("a.csv", "it's", "''", "$1 \\ \" é 🎵", "?")) {
        assertEquals(new Sources.SourcePathRow(path, hex(path)), sources.sourcePath(path));
        assertEquals(
            "<" + path + "|" + path,
            sources
                .sourceAndParameters(new Sources.SourceAndParametersParams("<", path, "|", path))
                .joined());
      }
      assertEquals(0, sources.rememberSource(1L, "it's"));
    }
  }

  @Test
  void overrides() throws Exception {
    try (Connection connection = Db.open(Overrides.getMigrations());
        Overrides documents = new Overrides(connection)) {
      Meta meta = new Meta("<{}>");
      Money money = new Money(new BigDecimal("1.5"));
      documents.addDocument(new Overrides.AddDocumentParams(1, meta, null, State.OPEN, money));
      documents.addDocument(
          new Overrides.AddDocumentParams(2, meta, new Meta("<[1]>"), State.CLOSED, null));
      assertEquals("{}", Db.text(connection, "SELECT meta FROM document"));
      assertEquals(
          new Overrides.DocumentRow(1, meta, null, State.OPEN, money), documents.getDocument(1));
      assertEquals(
          new Overrides.DocumentRow(2, meta, new Meta("<[1]>"), State.CLOSED, null),
          documents.getDocument(2));
      assertEquals(List.of(meta, meta), documents.allMeta());
      assertNull(documents.extraOf(1));
      assertEquals(new Meta("<[1]>"), documents.extraOf(2));
      assertEquals(List.of(1L, 2L), documents.findByMeta(meta));
      assertEquals(
          1,
          documents.setMetaBatch(
              List.of(
                  new Overrides.SetMetaParams(new Meta("<1>"), 1),
                  new Overrides.SetMetaParams(meta, 9))));
      assertEquals("1", documents.documentText(1).meta());
      assertEquals(
          1,
          documents.bulkInsertDocument(
              List.of(new Overrides.DocumentRow(5, meta, null, State.OPEN, money))));
      assertThrows(
          SQLException.class,
          () ->
              documents.addDocument(
                  new Overrides.AddDocumentParams(1, meta, null, State.OPEN, null)));
    }
  }
}
