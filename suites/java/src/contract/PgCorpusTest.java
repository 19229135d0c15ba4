package contract;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import contract.Meta.Money;
import contract.Meta.State;
import gen.Interval;
import gen.PgBatch;
import gen.PgBulk;
import gen.PgNames;
import gen.PgNullability;
import gen.PgObservedBulk;
import gen.PgOperators;
import gen.PgOverrides;
import gen.PgParams;
import gen.PgPartitions;
import gen.PgRows;
import gen.PgSchemas;
import gen.PgSources;
import gen.PgTasks;
import gen.PgTasks.TaskStatus;
import gen.PgText;
import gen.Range;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** The corpus' units for PostgreSQL that need a test or two each. */
class PgCorpusTest {
  private static String hex(String text) {
    return HexFormat.of().withUpperCase().formatHex(text.getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void tasks() throws Exception {
    Connection connection = Pg.open(PgTasks.getMigrations());
    PgTasks tasks = new PgTasks(connection);
    List<String> tags = Arrays.asList("urgent", null);
    Integer write =
        tasks.addTask(new PgTasks.AddTaskParams("write", TaskStatus.ACTIVE, tags, List.of(10, 20)));
    Integer rest = tasks.addTask(new PgTasks.AddTaskParams("rest", null, null, null));
    assertEquals(List.of(1, 2), List.of(write, rest));
    var active = List.of(new PgTasks.GetTasksByStatusRow(1, "write", TaskStatus.ACTIVE));
    assertEquals(active, tasks.getTasksByStatus(TaskStatus.ACTIVE));
    assertEquals(1, tasks.getTasksWithStatus(TaskStatus.fromValue("active")).size());
    assertEquals("active", TaskStatus.ACTIVE.getValue());
    assertThrows(IllegalArgumentException.class, () -> TaskStatus.fromValue("gone"));
    var rows = tasks.getAllTasks();
    assertEquals(tags, rows.get(0).tags());
    assertEquals(List.of(10, 20), rows.get(0).priorityScores());
    assertNull(rows.get(1).tags());
    assertEquals(2, tasks.tagAll(List.of(1, 2), "old"));
    assertEquals(List.of("old"), tasks.getAllTasks().get(1).tags());
    Db.execute(connection, "SET timezone = 'Asia/Kolkata'");
    Db.execute(connection, "UPDATE tasks SET created_at = '2024-02-29 12:00:00+05:30'");
    for (PgTasks.GetEventsRow event : tasks.getEvents()) {
      var instant = OffsetDateTime.parse("2024-02-29T06:30:00Z").toInstant();
      assertEquals(instant, event.createdAt().toInstant());
    }
  }

  @TestFactory
  Stream<DynamicTest> hostileTextReachesTheServer() throws Exception {
    Connection connection = Pg.open(PgText.getMigrations());
    PgText text = new PgText(connection);
    String sql = "SELECT v.value ->> 'query', v.value ->> 'value' FROM json_each(?) AS v";
    List<List<String>> rows = new ArrayList<>();
    for (String file : List.of("text/expected.json", "text/postgres.json")) {
      rows.addAll(Db.json(Db.CORPUS.resolve(file), sql));
    }
    return rows.stream()
        .filter(row -> !row.get(0).equals("nul")) // PostgreSQL's text holds none
        .map(row ->
            DynamicTest.dynamicTest(
                row.get(0),
                () -> {
                  List<String> want = List.of(row.get(1), hex(row.get(1)));
                  assertEquals(want, Db.values(Db.call(text, CorpusTest.camel(row.get(0)))));
                  assertEquals(want, Db.values(text.echo(row.get(1))));
                }))
        .onClose(() -> {
          try {
            connection.close();
          } catch (SQLException e) {
            throw new AssertionError(e);
          }
        });
  }

  @Test
  void hostileStatements() throws Exception {
    try (Connection connection = Pg.open(PgText.getMigrations())) {
      PgText text = new PgText(connection);
      assertEquals(List.of(1, 2), Db.values(text.comments()));
      assertEquals(6, text.layout());
      assertEquals("no semicolon", text.noSemicolon());
      assertEquals("several", text.semicolonsAfter());
      assertEquals(true, Db.values(text.operators()).get(15));
      assertNotNull(text.literals());
      text.hostileInsert(1);
      text.hostileInsert(1);
      assertEquals(
          "a`b${c}\\d\"\"\"e'f%s?g\n  -- QUERY not_one :one\n  😀\t\"`${x}\\",
          text.getNote(1).value());
      assertThrows(SQLException.class, () -> text.echo("a\0b"));
    }
  }

  @Test
  void names() throws Exception {
    try (Connection connection = Pg.withTestData("names", PgNames.getMigrations())) {
      PgNames names = new PgNames(connection);
      assertEquals(List.of(1, "left", 1, "right"), Db.values(names.duplicates()));
      assertEquals(List.of(1, 2, 3, 4, 5), Db.values(names.nearDuplicates()));
      assertEquals(7, Db.values(names.unnamed()).size());
      assertEquals(12, Db.values(names.namedByServer()).size());
      List<Object> reserved = Db.values(names.reservedColumns());
      for (int i = 0; i < reserved.size(); i++) {
        assertEquals(i + 1, reserved.get(i));
      }
      assertEquals("x", names.typed().select().class_());
      assertEquals("ab", PgNames.Class_.AB.getValue());
      assertEquals(true, names.typedParam(PgNames.Class_.AB));
      for (PgNames.MyType label : PgNames.MyType.values()) {
        assertEquals(label, PgNames.MyType.fromValue(label.getValue()));
      }
      var e =
          assertThrows(IllegalArgumentException.class, () -> PgNames.MyType.fromValue("neither"));
      assertEquals("\"neither\" is no label of my type that this program knows", e.getMessage());
      assertEquals(16, Db.values(names.hostileColumns()).size());
      assertEquals(1, names.type("other"));
    }
  }

  @Test
  void nullability() throws Exception {
    try (Connection connection = Pg.withTestData("nullability", PgNullability.getMigrations())) {
      PgNullability unit = new PgNullability(connection);
      assertTrue(CorpusTest.nullabilityHolds(connection, unit) > 50);
    }
  }

  @Test
  void params() throws Exception {
    try (Connection connection = Pg.withTestData("params", PgParams.getMigrations())) {
      PgParams params = new PgParams(connection);
      for (int i = 0; i < 12; i++) {
        assertEquals(List.of(1, 3), params.repeated("tools"));
        assertEquals(new PgParams.OrderOfSetRow(1, 2), params.orderOfSet(2, 1));
        assertEquals(new PgParams.OrderOfUseRow(1, "2", 3), params.orderOfUse(3, 1, "2"));
        assertEquals(List.of(1, 3, 5), params.setAnywhere(7, 100));
        var casts = params.casts(new PgParams.CastsParams(1, "a", 3, new byte[] {7}));
        assertEquals(List.of(2, "a!", 1.5), Db.values(casts).subList(0, 3));
        assertArrayEquals(new byte[] {7}, casts.b());
        assertEquals(31, params.typedByYaml(LocalDate.of(2024, 2, 1)));
        assertEquals(5, params.optionalFilters(null, null, null).size());
        assertEquals(1, params.optionalFilters("tools", 50.0, null).size());
        assertEquals(1, params.optionalFilters(null, null, "%nv%").size());
        assertEquals(5, params.optionalFiltersUncast(null, null).size());
        assertEquals(2, params.optionalFiltersUncast("tools", 1.0).size());
        assertEquals(List.of(1, 3), params.inArray(List.of(1, 3)));
        assertEquals(List.of(), params.inArray(List.of()));
        assertEquals(4, params.notInArray(List.of("anvil")).size());
        assertEquals(List.of(1, 3), params.inJson("[1,3]"));
        assertEquals(List.of(1, 2, 3), params.inList(3, 2, 1));
        assertEquals(List.of(2, 3), params.paged(2, 1).stream().map(r -> r.id()).toList());
        assertEquals(List.of(1, 2), params.keyset(0, 2).stream().map(r -> r.id()).toList());
        assertEquals((1 + 3) * 2, params.tight(3, 2, 1));
        assertEquals("xxx", params.sampled("x", 3).words());
        assertEquals(
            "010203040506070809101112",
            params.many(
                new PgParams.ManyParams(
                    "01", "02", "03", "04", "05", "06", "07", "08", "09", "10", "11", "12")));
      }
      assertEquals(1, params.insertItem(new PgParams.InsertItemParams("file", null, 1, 1, null)));
      assertEquals(1, params.updateItem(new PgParams.UpdateItemParams(1, null, null, 4)));
      assertEquals(7, params.withoutSet(1).stock());
      assertEquals(1, params.setNameOrKeep(null, 1));
      assertEquals("anvil", params.withoutSet(1).name());
      assertEquals(2, params.insertTwo(new PgParams.InsertTwoParams(90, "a", 1, 91, "b", 2)));
    }
  }

  @Test
  void rowTypesAreShared() throws Exception {
    try (Connection connection = Pg.withTestData("rows", PgRows.getMigrations())) {
      PgRows rows = new PgRows(connection);
      List<PgRows.PersonRow> all = rows.allPeople();
      PgRows.PersonRow one = rows.personById(1);
      assertEquals(all.get(0), one);
      PgRows.PersonRow added = rows.addPerson(3, "Cyd", null);
      assertEquals(new PgRows.PersonRow(3, "Cyd", null), added);
      PgRows.NamedPerson named = rows.nameById(1);
      assertEquals(List.of(named), rows.namesLike("A%"));
      assertEquals(new PgRows.Human(1, "Ada", "1815"), rows.peopleAsValues().get(0).person());
    }
  }

  @Test
  void sources() throws Exception {
    try (Connection connection = Pg.open(PgSources.getMigrations())) {
      PgSources sources = new PgSources(connection);
      for (String path : List.of("a.csv", "it's", "''", "$1 \\ \" é 🎵", "?", "\\'", "{fn x}")) {
        assertEquals(new PgSources.SourcePathRow(path, hex(path)), sources.sourcePath(path));
        assertEquals(
            "<" + path + "|" + path,
            sources
                .sourceAndParameters(new PgSources.SourceAndParametersParams("<", path, "|", path))
                .joined());
      }
      assertEquals(0, sources.rememberSource(1, "it's"));
    }
  }

  @Test
  void overrides() throws Exception {
    try (Connection connection = Pg.open(PgOverrides.getMigrations())) {
      PgOverrides documents = new PgOverrides(connection);
      Meta meta = new Meta("<{}>");
      Money money = new Money(new BigDecimal("1.50"));
      documents.addDocument(new PgOverrides.AddDocumentParams(1, meta, null, State.OPEN, money));
      documents.addDocument(
          new PgOverrides.AddDocumentParams(2, meta, new Meta("<[1]>"), State.CLOSED, null));
      assertEquals(
          new PgOverrides.DocumentRow(1, meta, null, State.OPEN, money), documents.getDocument(1));
      assertEquals(List.of(meta, meta), documents.allMeta());
      assertNull(documents.extraOf(1));
      assertEquals(List.of(1, 2), documents.findByMeta(meta));
      assertEquals(
          1,
          documents.setMetaBatch(
              List.of(
                  new PgOverrides.SetMetaParams(new Meta("<1>"), 1),
                  new PgOverrides.SetMetaParams(meta, 9))));
      assertEquals("1", documents.documentText(1).meta());
      documents.addShape(
          new PgOverrides.AddShapeParams(
              1, "(1,2)", null, "$.\"a\"", "'a' & 'b'", PgOverrides.Colour.RED, money));
      assertEquals(
          new PgOverrides.ShapeRow(
              1, "(1,2)", null, "$.\"a\"", "'a' & 'b'", PgOverrides.Colour.RED, money),
          documents.allShapes().get(0));
      assertEquals(
          Arrays.asList("(1,2)", null, "$.\"a\"", "'a' & 'b'", "red", "1.50"),
          Db.values(documents.shapeText(1)));
    }
  }

  @Test
  void operators() throws Exception {
    try (Connection connection = Pg.withTestData("operators", PgOperators.getMigrations())) {
      PgOperators docs = new PgOperators(connection);
      for (int i = 0; i < 12; i++) {
        assertEquals(List.of(1, 3), docs.hasKey("a"));
        assertEquals(List.of(2, 3), docs.hasQuestionMark());
        assertEquals(List.of(1, 2, 3), docs.hasAnyKey(List.of("a", "?")));
        assertEquals(List.of(1), docs.hasAllKeys(List.of("a", "b")));
        assertEquals(List.of(1), docs.hasKeysTight("a", "b"));
        assertEquals(List.of(1), docs.contains("{\"a\": 1}"));
        assertEquals(List.of(1), docs.pathExists());
        assertEquals(List.of(1), docs.pathMatches("$.a == 1"));
        assertEquals(List.of("\"?\""), docs.atPlace(1));
        assertEquals(Arrays.asList("20", null, null), docs.atPath(List.of("b", "c", "1")));
        assertEquals(List.of(1, 2), docs.likeParameter("%?"));
        assertEquals(
            new PgOperators.PercentRow(1, "%s", "100%", 2, "x is \"a b\""), docs.percent(3, "x"));
        assertEquals(List.of(2), docs.matches("^w.*\\?$"));
        assertEquals(List.of(1, 3), docs.anyOf(List.of(1, 3)));
        assertEquals(List.of(1, 3), docs.anyStatus(List.of(PgOperators.Status.OPEN)));
        assertEquals(List.of(1, 3), docs.noneOf(List.of("what?")));
        assertEquals("q", docs.element(List.of("p", "q"), 2));
        assertEquals(List.of(1), docs.overlaps(List.of("x", "q")));
        assertEquals(List.of("y", "z"), docs.slice(2, 3));
        assertEquals(List.of("y", "\"{\\},"), docs.appended("\"{\\},"));
        assertEquals(List.of(2), docs.inRange(10));
        assertEquals(List.of(1, 2), docs.rangeOverlaps(Range.of(5, 15)));
        assertEquals(List.of(), docs.rangeOverlaps(Range.ofNothing()));
        assertEquals(List.of(1), docs.inNetwork("10.0.0.0/8"));
        assertEquals(List.of(2, 3), docs.later(OffsetDateTime.parse("2024-02-01T01:00+01:00")));
        assertEquals(LocalDateTime.of(2024, 2, 29, 0, 0), docs.plusSpan(new Interval(1, 0, 0)));
        assertEquals(new Interval(0, 5, (2 * 60 + 3) * 60_000_000L), docs.namedArguments(5, 3));
        assertEquals("a-b", docs.variadic(List.of("a", "b")));
        assertEquals(List.of(1, 2, 3), docs.isDistinct(null));
        assertEquals(List.of(1, 2), docs.fetchFirst(2));
        assertEquals(5, docs.geometry(3, 4).distance());
        UUID id = UUID.fromString("a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11");
        assertEquals(
            List.of(new PgOperators.ZippedRow(id, "one"), new PgOperators.ZippedRow(id, null)),
            docs.zipped(List.of(id, id), Arrays.asList("one", null)));
      }
      var statuses = Arrays.asList(PgOperators.Status.OPEN, PgOperators.Status.CLOSED);
      assertEquals(2, docs.insertLists(List.of(7, 8), List.of("a", "b"), statuses));
      assertEquals(3, docs.anyStatus(List.of(PgOperators.Status.OPEN)).size());
    }
  }

  @Test
  void schemas() throws Exception {
    String database = Pg.database();
    try (Connection owner = Pg.connect(database, "")) {
      Db.execute(owner, "CREATE SCHEMA app; CREATE SCHEMA \"Mixed Case\"");
    }
    try (Connection connection = Pg.connect(database, "currentSchema=app,public")) {
      PgSchemas unit = new PgSchemas(connection);
      for (String sql : PgSchemas.getMigrations()) {
        Db.execute(connection, sql);
      }
      unit.addAppTask(1, PgSchemas.AppState.NEW, PgSchemas.State.ON);
      unit.addPublicTask(1, PgSchemas.State.OFF, "one");
      assertEquals(
          List.of(new PgSchemas.AppTaskRow(1, PgSchemas.AppState.NEW, PgSchemas.State.ON)),
          unit.appTasks());
      assertEquals(
          List.of(new PgSchemas.TaskRow(1, PgSchemas.State.OFF, "one")), unit.publicTasks());
      var row = new PgSchemas.RowType(2, null, PgSchemas.State.ON);
      unit.addMixed(
          new PgSchemas.AddMixedParams(
              1, PgSchemas.MixedCaseState.B, row, Arrays.asList(row, null)));
      assertEquals(List.of("b", "(2,,on)", "{\"(2,,on)\",NULL}"), Db.values(unit.mixedStorage(1)));
      assertEquals(
          new PgSchemas.TaskListRow(1, PgSchemas.MixedCaseState.B, row, Arrays.asList(row, null)),
          unit.mixed().get(0));
      assertEquals(List.of(1), unit.byState(PgSchemas.AppState.NEW));
      assertEquals(List.of(1L), unit.byMixedState(PgSchemas.MixedCaseState.B));
      assertEquals(
          List.of(1), unit.byEither(List.of(PgSchemas.AppState.NEW), List.of(PgSchemas.State.OFF)));
      assertEquals(PgSchemas.State.OFF, unit.next(PgSchemas.State.ON));
    }
  }

  @Test
  void partitions() throws Exception {
    try (Connection connection = Pg.withTestData("partitions", PgPartitions.getMigrations())) {
      PgPartitions unit = new PgPartitions(connection);
      unit.addMeasurement(LocalDate.of(2025, 1, 1), 2, new BigDecimal("1.125"));
      SQLException e =
          assertThrows(
              SQLException.class, () -> unit.addMeasurement(LocalDate.of(2030, 1, 1), 2, null));
      assertEquals("23514", e.getSQLState());
      assertEquals(3, unit.whereRowsAre().size());
      assertEquals(3, unit.allMeasurements().size());
      assertEquals(3, unit.allVehicles().size());
      assertEquals(new BigDecimal("4.05"), unit.addInvoice(new BigDecimal("50")).vat());
      assertEquals(List.of(7, 8), Db.values(unit.addInvoiceNumbered(7, 8, BigDecimal.ONE)));
      assertThrows(SQLException.class, () -> unit.addLargeInvoice(BigDecimal.ONE));
      assertEquals(List.of(3L, 4L), Db.values(unit.totals()));
      assertEquals(3, unit.wheels().size());
    }
  }

  @Test
  void batches() throws Exception {
    try (Connection connection = Pg.open(PgBatch.getMigrations())) {
      PgBatch batch = new PgBatch(connection);
      assertEquals(0, batch.insertReadingBatch(List.of()));
      Iterable<PgBatch.InsertReadingParams> rows =
          () ->
              IntStream.rangeClosed(1, 5000)
                  .mapToObj(i ->
                      new PgBatch.InsertReadingParams("s" + i % 2, i, i % 10 == 0 ? null : i * 0.5))
                  .iterator();
      assertEquals(5000, batch.insertReadingBatch(rows));
      assertEquals(new PgBatch.ReadingSummaryRow(5000, 4500, 5625000.0), batch.readingSummary());
      assertEquals(
          1,
          batch.correctReadingBatch(
              List.of(
                  new PgBatch.CorrectReadingParams(7.0, "s1", 1),
                  new PgBatch.CorrectReadingParams(1.0, "s0", 2))));
      UUID id = UUID.randomUUID();
      var at = OffsetDateTime.parse("2024-02-29T12:00:00.123456Z");
      assertEquals(
          1,
          batch.addEventBatch(
              List.of(
                  new PgBatch.AddEventParams(
                      id, PgBatch.Level.HIGH, Arrays.asList("a,b", null), "{\"a\": 1}", at))));
      assertEquals(
          new PgBatch.EventRow(
              id, PgBatch.Level.HIGH, Arrays.asList("a,b", null), "{\"a\": 1}", at),
          batch.allEvents().get(0));
    }
  }

  /**
   * Many rows go through a table, of which nothing is left; those of one key come in their order.
   */
  @Test
  void bulkThroughTable() throws Exception {
    try (Connection connection = Pg.open(PgBulk.getMigrations());
        Statement statement = connection.createStatement()) {
      PgBulk bulk = new PgBulk(connection);
      connection.setAutoCommit(false);
      List<PgBulk.SetStockParams> stock =
          IntStream.rangeClosed(1, 120_000)
              .mapToObj(i -> new PgBulk.SetStockParams(i % 60_000, i / 60_000))
              .toList();
      assertEquals(120_000, bulk.setStockBulk(stock));
      List<PgBulk.TakeParams> taken = new ArrayList<>();
      for (int i = 0; i < 80_000; i++) {
        taken.add(new PgBulk.TakeParams(i == 70_000 ? 9 : 0, i % 59_999));
      }
      SQLException e = assertThrows(SQLException.class, () -> bulk.takeBulk(taken));
      assertTrue(e.getMessage().startsWith("row 70001: ERROR: new row for"), e.getMessage());
      taken.set(70_000, new PgBulk.TakeParams(1, 10_001));
      assertEquals(80_000, bulk.takeBulk(taken));
      assertEquals(0, bulk.allStock().stream().filter(s -> s.id() == 10_001).findAny().get().n());
      List<PgBulk.TakeParams> one = Collections.nCopies(3000, new PgBulk.TakeParams(-1, 5));
      assertEquals(3000, bulk.takeBulk(one));
      assertEquals(3001, bulk.allStock().stream().filter(s -> s.id() == 5).findAny().get().n());
      try (ResultSet rs = statement.executeQuery("SELECT to_regclass('pg_temp.sqg_rows')")) {
        rs.next();
        assertNull(rs.getString(1));
      }
      connection.rollback();
      assertEquals(0, bulk.allStock().size());
      connection.setAutoCommit(true);
      statement.execute("INSERT INTO stock SELECT i, 1 FROM generate_series(1, 120000) AS i");
      // More keys than one list has, outside of a transaction.
      List<PgBulk.DropStockParams> gone =
          IntStream.range(0, 120_000).mapToObj(PgBulk.DropStockParams::new).toList();
      assertEquals(119_999, bulk.dropStockBulk(gone));
      assertEquals(1, bulk.allStock().size());
    }
  }

  /** Row 70,000 of many: a value that the server refuses, or the end of the connection. */
  private static Iterable<PgBulk.ReadingRow> unfinished(
      boolean killed, String pid, Connection other) {
    return () ->
        IntStream.rangeClosed(1, 80_000)
            .mapToObj(i -> {
              if (i == 70_000 && killed) {
                try {
                  Db.text(other, "SELECT pg_terminate_backend(" + pid + ", 10000)");
                } catch (SQLException e) {
                  throw new IllegalStateException(e);
                }
              }
              String note = i == 70_000 && !killed ? "much too long" : null;
              return new PgBulk.ReadingRow("s", i, 0.0, note);
            })
            .iterator();
  }

  /**
   * A load that fails leaves nothing, names the row, and the connection works unless it is what is
   * gone.
   */
  @Test
  void unfinishedBulk() throws Exception {
    try (Connection other = Pg.open(PgBulk.getMigrations())) {
      for (int round = 0; round < 4; round++) {
        boolean killed = round % 2 == 1;
        Connection connection = Pg.connect(other.getCatalog(), "");
        PgBulk bulk = new PgBulk(connection);
        String pid = Db.text(connection, "SELECT pg_backend_pid()");
        Iterable<PgBulk.ReadingRow> rows = unfinished(killed, pid, other);
        boolean upserts = round < 2;
        SQLException e =
            assertThrows(
                SQLException.class,
                () -> {
                  if (upserts) {
                    bulk.upsertReadingBulk(rows);
                  } else {
                    bulk.addReadingBulk(() ->
                        StreamSupport.stream(rows.spliterator(), false)
                            .map(r -> new PgBulk.AddReadingParams(r.sensor(), r.at(), 0, r.note()))
                            .iterator());
                  }
                });
        assertEquals("0", Db.text(other, "SELECT count(*) FROM reading"));
        if (!killed) {
          assertTrue(e.getMessage().startsWith("row 70000: "), e.getMessage());
          assertNull(Db.text(connection, "SELECT to_regclass('pg_temp.sqg_rows')"));
          assertEquals(1, bulk.upsertReading(new PgBulk.ReadingRow("s", 1, 1.0, null)));
          assertEquals(1, bulk.dropReading("s", 1));
          connection.close();
        }
      }
    }
  }

  private static Iterable<PgBulk.AddReadingParams> readings(int count, int twice) {
    return () ->
        IntStream.rangeClosed(1, count)
            .mapToObj(i -> new PgBulk.AddReadingParams("s", i == twice ? 7 : i, i, null))
            .iterator();
  }

  /** One statement for many rows; the row that failed is named, and nothing is left. */
  @Test
  void bulk() throws Exception {
    try (Connection connection = Pg.open(PgBulk.getMigrations())) {
      PgBulk bulk = new PgBulk(connection);
      for (boolean autoCommit : new boolean[] {true, false}) {
        connection.setAutoCommit(autoCommit);
        assertEquals(2500, bulk.addReadingBulk(readings(2500, 0)));
        assertEquals(1, bulk.statementsFor("s"));
        List<PgBulk.DropReadingParams> all =
            IntStream.rangeClosed(1, 2500)
                .mapToObj(i -> new PgBulk.DropReadingParams("s", i))
                .toList();
        assertEquals(2500, bulk.dropReadingBulk(all));
        SQLException e =
            assertThrows(SQLException.class, () -> bulk.addReadingBulk(readings(2500, 2345)));
        assertTrue(e.getMessage().startsWith("row 2345: ERROR: duplicate key"), e.getMessage());
        assertEquals("23505", e.getSQLState());
        assertEquals(autoCommit, connection.getAutoCommit());
        assertEquals(0, bulk.allReadings().size());
      }
    }
  }

  /** The row that failed is named, and nothing of the batch is left. */
  @Test
  void aFailedBatchLeavesNothing() throws Exception {
    try (Connection connection = Pg.open(PgBatch.getMigrations())) {
      PgBatch batch = new PgBatch(connection);
      Iterable<PgBatch.InsertReadingParams> twice =
          () ->
              IntStream.rangeClosed(1, 3000)
                  .mapToObj(i -> new PgBatch.InsertReadingParams("s", i == 2345 ? 7 : i, 1.0))
                  .iterator();
      for (boolean autoCommit : new boolean[] {true, false}) {
        connection.setAutoCommit(autoCommit);
        Db.execute(connection, "INSERT INTO reading VALUES ('before', 1, 1)");
        SQLException e = assertThrows(SQLException.class, () -> batch.insertReadingBatch(twice));
        assertTrue(e.getMessage().startsWith("row 2345: ERROR: duplicate key"), e.getMessage());
        assertEquals("23505", e.getSQLState());
        assertEquals(autoCommit, connection.getAutoCommit());
        assertEquals(1, batch.readingSummary().count());
        assertEquals(1, batch.deleteSensorBatch(List.of(new PgBatch.DeleteSensorParams("before"))));
      }
      connection.rollback();
      assertEquals(0, batch.readingSummary().count());
    }
    try (Connection connection = Pg.open(PgBatch.getMigrations())) {
      PgBatch batch = new PgBatch(connection);
      Db.execute(connection, "BEGIN"); // a transaction that JDBC does not know of
      batch.insertReadingBatch(List.of(new PgBatch.InsertReadingParams("s", 1, null)));
      Db.execute(connection, "ROLLBACK");
      assertEquals(0, batch.readingSummary().count());
    }
  }

  @Test
  void observedBatches() throws Exception {
    List<String> log = new ArrayList<>();
    try (Connection connection = Pg.open(PgObservedBulk.getMigrations())) {
      PgObservedBulk batch =
          new PgObservedBulk(
              connection,
              query -> (rows, error) -> log.add(query + " " + rows + " " + Objects.nonNull(error)));
      var row = new PgObservedBulk.InsertReadingParams("s", 1, 1.0);
      batch.insertReadingBatch(List.of(row));
      assertThrows(SQLException.class, () -> batch.insertReadingBatch(List.of(row)));
    }
    assertEquals(List.of("insert_reading 1 false", "insert_reading 0 true"), log);
  }
}
