package contract;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import com.fasterxml.jackson.databind.JsonNode;
import java.sql.Connection;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** The corpus' statements return what the engine says that they return. */
class ContractTest {
  /** A new database, with settings that the next connection to it takes, and scripts. */
  private static Connection open(String engine, JsonNode settings, List<String> scripts)
      throws Exception {
    List<String> first = new ArrayList<>();
    settings.forEach(sql -> first.add(sql.asText()));
    if (engine.equals("postgres")) {
      String database = Pg.database();
      for (List<String> part : List.of(first, scripts)) {
        // The driver takes a function's body for several statements, unless it sends a script as it
        // is.
        try (Connection connection = Pg.connect(database, "preferQueryMode=simple")) {
          execute(engine, connection, part);
        }
      }
      return Pg.connect(database, "");
    }
    Connection connection = engine.equals("sqlite") ? Db.open() : Duck.open();
    execute(engine, connection, first);
    execute(engine, connection, scripts);
    return connection;
  }

  private static void execute(String engine, Connection connection, List<String> scripts)
      throws Exception {
    for (String sql : scripts) {
      if (engine.equals("duckdb")) {
        Duck.execute(connection, sql);
      } else {
        Db.execute(connection, sql);
      }
    }
  }

  /** How the classes of an engine's units are called. */
  private static final Map<String, String> PREFIX =
      Map.of("sqlite", "", "postgres", "Pg", "duckdb", "Duck");

  static final List<String> ENGINES =
      List.of(System.getProperty("sqg.engines", "sqlite,postgres,duckdb").split(","));

  @TestFactory
  Stream<DynamicTest> contract() throws Exception {
    List<DynamicTest> tests = new ArrayList<>();
    for (String engine : ENGINES) {
      for (Expected expected : Expected.of(engine)) {
        tests.addAll(cases(engine, expected, unit(engine, expected)));
      }
    }
    return tests.stream();
  }

  /** The class that is generated of a feature. */
  static Class<?> unit(String engine, Expected expected) throws ClassNotFoundException {
    String feature = expected.feature();
    String version = expected.file().substring(engine.length());
    String name = feature.substring(0, 1).toUpperCase() + feature.substring(1);
    return Class.forName("gen." + PREFIX.get(engine) + version + name);
  }

  /** A new database of a feature. */
  static Connection open(String engine, Expected expected, Class<?> unit, boolean testData)
      throws Exception {
    @SuppressWarnings("unchecked")
    var scripts = new ArrayList<>((List<String>) unit.getMethod("getMigrations").invoke(null));
    if (testData) {
      scripts.addAll(Db.testData(expected.feature(), expected.file()));
    }
    return open(engine, expected.contract().path("settings"), scripts);
  }

  /** What the corpus says of a feature, of another class that is generated from the same file. */
  static Stream<DynamicTest> of(String engine, String feature, Class<?> unit) throws Exception {
    List<DynamicTest> tests = new ArrayList<>();
    for (Expected expected : Expected.of(engine)) {
      if (expected.feature().equals(feature)) {
        tests.addAll(cases(engine, expected, unit));
      }
    }
    assertTrue(tests.size() > 1);
    return tests.stream();
  }

  private static List<DynamicTest> cases(String engine, Expected expected, Class<?> unit) {
    List<DynamicTest> tests = new ArrayList<>();
    String declared = expected.feature() + " " + expected.file() + ": types";
    tests.add(dynamicTest(declared, () -> expected.declared(unit)));
    for (JsonNode played : expected.contract().get("cases")) {
      String name = expected.feature() + " " + expected.file() + ": " + played.get("case").asText();
      boolean apart = expected.changes(played);
      tests.add(dynamicTest(name, () -> play(engine, unit, expected, played, true, !apart)));
      if (apart) {
        tests.add(
            dynamicTest(
                name + ", streams", () -> play(engine, unit, expected, played, false, true)));
      }
    }
    return tests;
  }

  private static void play(
      String engine,
      Class<?> unit,
      Expected expected,
      JsonNode played,
      boolean lists,
      boolean streams)
      throws Exception {
    boolean testData = played.path("testdata").asBoolean();
    try (Connection connection = open(engine, expected, unit, testData)) {
      Object object = unit.getConstructor(Connection.class).newInstance(connection);
      String name = engine.equals("duckdb") ? Duck.generator(connection) : "java/" + engine;
      boolean gap = false;
      for (String generator : (Iterable<String>) played.path("gaps")::fieldNames) {
        gap |= name.startsWith(generator);
      }
      if (gap) {
        assertThrows(AssertionError.class, () -> expected.play(played, object, lists, streams));
      } else {
        expected.play(played, object, lists, streams);
      }
    }
  }
}
