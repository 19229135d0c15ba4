package contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import gen.Runner;
import gen.Runner.Entry;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** Migrations end as the corpus says, all at once and from each state between. */
class HistoriesTest {
  private static final String PG_TABLES =
      """
      SELECT string_agg(c.oid::regclass::text, ',' ORDER BY c.oid::regclass::text)
      FROM pg_class AS c JOIN pg_namespace AS n ON n.oid = c.relnamespace
      WHERE c.relkind IN ('r', 'p', 'v') AND n.nspname !~ '^(pg_|information)'
      """;

  @TempDir static Path folder;
  private static int databases;

  /** Connects to a database. */
  private interface Place extends Callable<Connection> {}

  @TestFactory
  Stream<DynamicTest> sqlite() throws IOException {
    String tables = "SELECT group_concat(name) FROM (SELECT name FROM sqlite_schema ORDER BY name)";
    return play(
        "sqlite",
        Runner.SQLITE,
        tables,
        () -> {
          Path file = folder.resolve(++databases + ".db");
          return () -> Db.open(file);
        });
  }

  @TestFactory
  Stream<DynamicTest> duckdb() throws IOException {
    String tables = "SELECT string_agg(table_name, ',' ORDER BY table_name) FROM duckdb_tables()";
    return play(
        "duckdb",
        Runner.DUCKDB,
        tables,
        () -> {
          Path file = folder.resolve(++databases + ".duckdb");
          return () -> Duck.open(file);
        });
  }

  @TestFactory
  Stream<DynamicTest> postgres() throws IOException {
    return play(
        "postgres",
        Runner.POSTGRES,
        PG_TABLES,
        () -> {
          String name = Pg.database();
          return () -> Pg.connect(name, "");
        });
  }

  private static Stream<DynamicTest> play(
      String engine, Runner runner, String tables, Callable<Place> empty) throws IOException {
    Path file = Db.CORPUS.resolve("histories/" + engine + ".json");
    List<DynamicTest> tests = new ArrayList<>();
    for (JsonNode history : new ObjectMapper().readTree(file.toFile())) {
      if (!history.has("refused")) { // a program may do it or not
        String name = history.get("name").asText();
        tests.add(DynamicTest.dynamicTest(name, () -> play(history, runner, tables, empty)));
      }
    }
    return tests.stream();
  }

  /** From each state all are applied, but for the migration that must fail from one. */
  private static void play(JsonNode history, Runner runner, String tables, Callable<Place> empty)
      throws Exception {
    List<Entry> entries = entries(history.get("migrations"));
    List<String> ids = entries.stream().map(Entry::id).toList();
    int fails = history.path("fails").asInt(0);
    boolean failed = false;
    Set<String> ends = new HashSet<>();
    for (int before = 0; before < (fails > 0 ? fails : entries.size()); before++) {
      Place place = empty.call();
      try (Connection connection = place.call()) {
        List<Entry> earlier = entries.subList(0, before);
        assertEquals(ids.subList(0, before), runner.apply(connection, earlier));
      }
      try (Connection connection = place.call()) {
        List<String> applied;
        try {
          applied = runner.apply(connection, entries);
        } catch (SQLException e) {
          failed = true;
          assertTrue(fails > 0, e.getMessage());
          List<String> pending = runner.pending(connection, entries);
          assertEquals(ids.subList(fails - 1, ids.size()), pending);
          continue;
        }
        assertEquals(ids.subList(before, ids.size()), applied);
        assertEquals(List.of(), runner.pending(connection, entries));
        ends.add(Db.text(connection, tables));
      }
    }
    assertEquals(fails > 0, failed);
    assertTrue(ends.size() <= 1, ends.toString());
  }

  private static List<Entry> entries(JsonNode scripts) {
    String outside = ":no_transaction ";
    List<Entry> entries = new ArrayList<>();
    for (JsonNode node : scripts) {
      String id = "" + (entries.size() + 1);
      String script = node.asText();
      entries.add(
          script.startsWith(outside)
              ? new Entry(id, "", List.of(script.substring(outside.length()).split(";")))
              : new Entry(id, script, List.of()));
    }
    return entries;
  }
}
