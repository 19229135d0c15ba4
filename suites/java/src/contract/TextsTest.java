package contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.sql.Connection;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * Whatever a call is given, the text that reaches the driver is one that sqg lists for the
 * statement.
 */
class TextsTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  /** What generated code puts in front of a text to read its rows by the thousand. */
  private static final Pattern CURSOR =
      Pattern.compile("^DECLARE \"sqg [\\w-]+\" [A-Z ]*CURSOR [A-Z ]*FOR ");

  /** What it sends beside the texts of statements. */
  private static final Pattern AROUND =
      Pattern.compile(
          "(BEGIN|COMMIT|ROLLBACK|SAVEPOINT|RELEASE|FETCH|CLOSE)\\b[\\w \"-]*|SELECT"
              + " current_transaction_id\\(\\)|SELECT string_agg.*FROM duckdb_settings\\(\\).*",
          Pattern.CASE_INSENSITIVE | Pattern.DOTALL);

  /** Texts that would change one that they became part of. */
  private static final String[] HOSTILE = {
    "'; DROP TABLE product; --", "a' OR '1'='1", "--? }", "${name}", "?", "$1"
  };

  @TestFactory
  Stream<DynamicTest> texts() throws Exception {
    List<DynamicTest> tests = new ArrayList<>();
    for (String engine : ContractTest.ENGINES) {
      for (Expected expected : Expected.of(engine)) {
        if (expected.feature().matches("parts|pages")) {
          String name = engine + " " + expected.feature();
          tests.add(dynamicTest(name, () -> play(engine, expected)));
        }
      }
    }
    return tests.stream();
  }

  private static void play(String engine, Expected expected) throws Exception {
    Class<?> unit = ContractTest.unit(engine, expected);
    Set<String> texts = new TreeSet<>();
    try (Connection connection = ContractTest.open(engine, expected, unit, true)) {
      Object object = unit.getConstructor(Connection.class).newInstance(heard(connection, texts));
      for (JsonNode step : fuzzed(expected.contract(), 800)) {
        JsonNode played = JSON.createObjectNode().set("steps", JSON.createArrayNode().add(step));
        try {
          expected.play(played, object, true, true);
        } catch (AssertionError e) {
          // What it returns is not what the step says.
        }
      }
    }
    Set<String> known = listed(engine + "-" + expected.feature(), "java/" + engine);
    assertTrue(texts.size() > 60, texts.size() + " texts prove little");
    Stream<String> plain = texts.stream().map(t -> CURSOR.matcher(t).replaceFirst(""));
    assertEquals(
        List.of(), plain.filter(t -> !known.contains(t) && !AROUND.matcher(t).matches()).toList());
  }

  /** A connection that writes down each text that is given to one of its methods. */
  private static Connection heard(Connection connection, Set<String> texts) {
    Class<?>[] type = {Connection.class};
    return (Connection)
        Proxy.newProxyInstance(
            TextsTest.class.getClassLoader(),
            type,
            (proxy, method, args) -> {
              if (args != null && args.length > 0 && args[0] instanceof String text) {
                texts.add(text);
              }
              try {
                return method.invoke(connection, args);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }

  private static Set<String> listed(String name, String generator) throws Exception {
    Set<String> texts = new TreeSet<>();
    for (JsonNode unit : JSON.readTree(Path.of("texts.json").toFile()).get("units")) {
      if (!unit.get("name").asText().equals(name)) {
        continue;
      }
      for (JsonNode text : unit.findValues("texts").stream().flatMap(TextsTest::each).toList()) {
        if (text.get("generator").asText().equals(generator)) {
          texts.add(text.get("sql").asText());
        }
      }
    }
    assertFalse(texts.isEmpty(), generator);
    return texts;
  }

  private static Stream<JsonNode> each(JsonNode list) {
    List<JsonNode> all = new ArrayList<>();
    list.forEach(all::add);
    return all.stream();
  }

  /** Calls whose arguments are those of any other call of the statement, or hostile. */
  private static List<JsonNode> fuzzed(JsonNode contract, int count) {
    List<JsonNode> calls =
        contract.findValues("steps").stream()
            .flatMap(TextsTest::each)
            .filter(step -> step.has("call") && step.has("args"))
            .toList();
    Random random = new Random(1);
    List<JsonNode> steps = new ArrayList<>();
    for (int n = 0; n < count; n++) {
      JsonNode step = calls.get(random.nextInt(calls.size()));
      JsonNode params = contract.at("/statements/" + step.get("call").asText() + "/params");
      List<JsonNode> others =
          calls.stream().filter(s -> s.get("call").equals(step.get("call"))).toList();
      ArrayNode args = JSON.createArrayNode();
      for (int i = 0; i < params.size(); i++) {
        if (params.get(i).asText().contains(" text") && random.nextInt(4) == 0) {
          args.add(HOSTILE[random.nextInt(HOSTILE.length)]);
        } else {
          args.add(others.get(random.nextInt(others.size())).get("args").get(i));
        }
      }
      steps.add(((ObjectNode) step.deepCopy()).set("args", args));
    }
    return steps;
  }
}
