package contract;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import contract.Meta.Money;
import contract.Meta.State;
import gen.DuckNames;
import gen.DuckNullability;
import gen.DuckOverrides;
import gen.DuckParams;
import gen.DuckReturning;
import gen.DuckRows;
import gen.DuckSchemas;
import gen.DuckTasks;
import gen.DuckText;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** The corpus' units for DuckDB that need a test or two each. */
class DuckCorpusTest {
  @TestFactory
  Stream<DynamicTest> hostileTextReachesTheEngine() throws Exception {
    Connection connection = Duck.open(DuckText.getMigrations());
    DuckText text = new DuckText(connection);
    String sql = "SELECT v.value ->> 'query', v.value ->> 'value' FROM json_each(?) AS v";
    List<List<String>> rows =
        new ArrayList<>(Db.json(Db.CORPUS.resolve("text/expected.json"), sql));
    return rows.stream()
        .filter(row -> has(text, row.get(0)))
        .map(row ->
            DynamicTest.dynamicTest(
                row.get(0),
                () -> {
                  assertEquals(
                      row.get(1), Db.values(Db.call(text, CorpusTest.camel(row.get(0)))).get(0));
                  assertEquals(row.get(1), Db.values(text.echo(row.get(1))).get(0));
                }))
        .onClose(() -> {
          try {
            connection.close();
          } catch (SQLException e) {
            throw new AssertionError(e);
          }
        });
  }

  private static boolean has(Object unit, String query) {
    return Arrays.stream(unit.getClass().getMethods())
        .anyMatch(m -> m.getName().equals(CorpusTest.camel(query)));
  }

  @Test
  void names() throws Exception {
    try (Connection connection = Duck.withTestData("names", DuckNames.getMigrations())) {
      DuckNames names = new DuckNames(connection);
      assertEquals(List.of(1, "left", 1, "right"), Db.values(names.duplicates()));
      assertEquals(List.of(1, 2, 3, 4, 5), Db.values(names.nearDuplicates()));
      assertEquals(7, Db.values(names.unnamed()).size());
      List<Object> reserved = Db.values(names.reservedColumns());
      for (int i = 0; i < reserved.size(); i++) {
        assertEquals(i + 1, reserved.get(i));
      }
      assertEquals(16, Db.values(names.hostileColumns()).size());
      assertEquals(1, names.type("other"));
    }
  }

  @Test
  void nullability() throws Exception {
    try (Connection connection =
        Duck.withTestData("nullability", DuckNullability.getMigrations())) {
      DuckNullability unit = new DuckNullability(connection);
      assertTrue(CorpusTest.nullabilityHolds(connection, unit) > 50);
    }
  }

  @Test
  void params() throws Exception {
    try (Connection connection = Duck.withTestData("params", DuckParams.getMigrations())) {
      DuckParams params = new DuckParams(connection);
      for (int i = 0; i < 3; i++) {
        assertEquals(List.of(1, 3), params.repeated("tools"));
        assertEquals(new DuckParams.OrderOfSetRow(1, 2), params.orderOfSet(2, 1));
        assertEquals(new DuckParams.OrderOfUseRow(1, "2", 3), params.orderOfUse(3, 1, "2"));
        assertEquals(List.of(1, 3, 5), params.setAnywhere(7, 100));
        var casts = params.casts(new DuckParams.CastsParams(1, "a", 3, new byte[] {7}));
        assertEquals(List.of(2, "a!", 1.5), Db.values(casts).subList(0, 3));
        assertArrayEquals(new byte[] {7}, casts.b());
        assertEquals(31L, params.typedByYaml(LocalDate.of(2024, 2, 1)));
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
                new DuckParams.ManyParams(
                    "01", "02", "03", "04", "05", "06", "07", "08", "09", "10", "11", "12")));
        assertEquals(List.of(0L, 1L, 2L), params.numbersTo(3));
      }
      Map<String, Integer> counts = new LinkedHashMap<>();
      counts.put("b", 1);
      counts.put("a", null);
      var values =
          params.nestedValues(
              List.of("x", "it's"), new DuckParams.NestedValuesPair(1, null), counts);
      assertEquals(List.of("x", "it's"), values.names());
      assertEquals(new DuckParams.NestedValuesPair(1, null), values.pair());
      assertEquals(List.of("b", "a"), List.copyOf(values.counts().keySet()));
      assertEquals(1, params.insertItem(new DuckParams.InsertItemParams("file", null, 1, 1, null)));
      assertEquals(1, params.updateItem(new DuckParams.UpdateItemParams(1, null, null, 4)));
      assertEquals(7, params.withoutSet(1).stock());
      assertEquals(1, params.setNameOrKeep(null, 1));
      assertEquals("anvil", params.withoutSet(1).name());
      assertEquals(2, params.insertTwo(new DuckParams.InsertTwoParams(90, "a", 1, 91, "b", 2)));
    }
  }

  @Test
  void rowTypesAreShared() throws Exception {
    try (Connection connection = Duck.withTestData("rows", DuckRows.getMigrations())) {
      DuckRows rows = new DuckRows(connection);
      List<DuckRows.PersonRow> all = rows.allPeople();
      assertEquals(all.get(0), rows.personById(1));
      DuckRows.PersonRow added = rows.addPerson(3, "Cyd", null);
      assertEquals(new DuckRows.PersonRow(3, "Cyd", null), added);
      assertEquals(List.of(rows.nameById(1)), rows.namesLike("A%"));
    }
  }

  @Test
  void returning() throws Exception {
    try (Connection connection = Duck.open(DuckReturning.getMigrations())) {
      DuckReturning tasks = new DuckReturning(connection);
      assertEquals(1, tasks.addTask("write"));
      assertEquals(List.of(2, 3), tasks.addTwo("b", "n", "c").stream().map(t -> t.id()).toList());
      assertEquals(2, tasks.upsertTask("b", null).hits());
      assertNull(tasks.addIfNew("b"));
      assertEquals(new DuckReturning.FinishTaskRow(1, true, null), tasks.finishTask(1));
      assertEquals(2, tasks.finishAll().size());
      assertEquals(1, tasks.archiveOne(1));
      assertEquals("write", tasks.noteArchived().get(0).note());
      assertEquals(2, tasks.mergeTasks().size());
      assertEquals(3, tasks.allTasks().size());
      try (var stream = tasks.deleteDoneStream()) {
        assertEquals(2, stream.limit(2).count());
      }
      assertEquals(1, tasks.allTasks().size()); // all are gone, though one row was left unread
      assertEquals(1, tasks.allArchived().size());
      assertTrue(connection.getAutoCommit());
    }
  }

  @Test
  void overrides() throws Exception {
    try (Connection connection = Duck.open(DuckOverrides.getMigrations())) {
      DuckOverrides documents = new DuckOverrides(connection);
      Meta meta = new Meta("<{}>");
      Money money = new Money(new BigDecimal("1.50"));
      documents.addDocument(new DuckOverrides.AddDocumentParams(1, meta, null, State.OPEN, money));
      documents.bulkInsertDocument(
          List.of(new DuckOverrides.DocumentRow(2, meta, new Meta("<[1]>"), State.CLOSED, null)));
      assertEquals(
          new DuckOverrides.DocumentRow(1, meta, null, State.OPEN, money),
          documents.getDocument(1));
      assertEquals(List.of(meta, meta), documents.allMeta());
      assertNull(documents.extraOf(1));
      assertEquals(List.of(1, 2), documents.findByMeta(meta));
      assertEquals(
          1,
          documents.setMetaBatch(
              List.of(
                  new DuckOverrides.SetMetaParams(new Meta("<1>"), 1),
                  new DuckOverrides.SetMetaParams(meta, 9))));
      assertEquals("1", documents.documentText(1).meta());
    }
  }

  @Test
  void tasks() throws Exception {
    try (Connection connection = Duck.withTestData("tasks", DuckTasks.getMigrations())) {
      DuckTasks tasks = new DuckTasks(connection);
      assertEquals(1, tasks.getTasksByStatus(DuckTasks.TaskStatus.ACTIVE).size());
      assertEquals("active", DuckTasks.TaskStatus.ACTIVE.getValue());
      assertEquals(
          3,
          tasks.addTask(
              new DuckTasks.AddTaskParams(
                  "go", DuckTasks.TaskStatus.PENDING, Arrays.asList("a", null), null)));
      assertEquals(Arrays.asList("a", null), tasks.getAllTasks().get(2).tags());
      assertEquals(
          1,
          tasks.setStatusBatch(
              List.of(
                  new DuckTasks.SetStatusParams(3, DuckTasks.TaskStatus.ACTIVE),
                  new DuckTasks.SetStatusParams(9, null))));
      assertEquals(2, tasks.tagAll(List.of(1, 3), "x"));
      assertEquals(2, tasks.tasksTagged("x").size());
    }
  }

  @Test
  void schemas() throws Exception {
    try (Connection connection = Duck.open()) {
      Duck.execute(
          connection,
          "CREATE SCHEMA app; CREATE SCHEMA \"Mixed Case\"; SET search_path = 'app,main'");
      for (String sql : DuckSchemas.getMigrations()) {
        Duck.execute(connection, sql);
      }
      DuckSchemas unit = new DuckSchemas(connection);
      unit.addAppTask(1, DuckSchemas.AppState.NEW, DuckSchemas.State.ON);
      unit.addPublicTask(1, DuckSchemas.State.OFF, "one");
      assertEquals(
          List.of(new DuckSchemas.AppTaskRow(1, DuckSchemas.AppState.NEW, DuckSchemas.State.ON)),
          unit.appTasks());
      assertEquals(
          List.of(new DuckSchemas.TaskRow(1, DuckSchemas.State.OFF, "one")), unit.publicTasks());
      var row = new DuckSchemas.RowType(2, null, DuckSchemas.State.ON);
      var mixed =
          new DuckSchemas.TaskListRow(
              1, DuckSchemas.MixedCaseState.B, row, Arrays.asList(row, null));
      unit.addMixed(new DuckSchemas.AddMixedParams(1, mixed.state(), row, mixed.rows()));
      assertEquals(mixed, unit.mixed().get(0));
      unit.bulkInsertMixedCaseTaskList(
          List.of(new DuckSchemas.TaskListRow(2, mixed.state(), null, List.of())));
      assertEquals(List.of(1L, 2L), unit.byMixedState(DuckSchemas.MixedCaseState.B));
      assertEquals(List.of(1), unit.byState(DuckSchemas.AppState.NEW));
      try (var stream = unit.appTasksStream()) { // on a second connection, with the same path
        assertEquals(unit.appTasks(), stream.toList());
      }
      assertEquals(DuckSchemas.State.OFF, unit.next(DuckSchemas.State.ON));
    }
  }

  @Test
  void aConnectionThatIsClosed() throws Exception {
    Connection connection = Duck.open(DuckRows.getMigrations());
    DuckRows rows = new DuckRows(connection);
    connection.close();
    assertThrows(SQLException.class, rows::allPeople);
  }
}
