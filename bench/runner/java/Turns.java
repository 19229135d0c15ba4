import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/**
 * Runs the methods of a group in turns, so that drift hits all of them, and says what each took.
 */
final class Turns {
  private Turns() {}

  /**
   * What one run took: milliseconds of wall time and of processor time, megabytes of log; 0 is what
   * was not measured.
   */
  record Run(double wall, double client, double server, double wal) {}

  /** A run of a method: from a fresh table to the verified outcome. */
  interface Method {
    Run run() throws Exception;
  }

  /** Prepares a method, before any clock runs. */
  interface Maker {
    Method make() throws Exception;
  }

  /**
   * Compares methods; one run of a method has so many calls. One that fails is out of the contest,
   * and the others go on.
   */
  static void compare(Plan plan, Plan.Group group, int calls, Map<String, Maker> makers)
      throws IOException {
    Map<String, Method> methods = new LinkedHashMap<>();
    for (Map.Entry<String, Maker> maker : makers.entrySet()) {
      try {
        methods.put(maker.getKey(), maker.getValue().make());
      } catch (Exception e) {
        fail(group, maker.getKey(), e);
      }
    }
    Map<String, List<Run>> runs = new LinkedHashMap<>();
    long since = 0;
    for (int round = 0; plan.goesOn(round, since); round++) {
      if (round == plan.warmUps()) {
        since = System.nanoTime();
      }
      for (String name : order(List.copyOf(methods.keySet()), round)) {
        Plan.say(
            Map.of("run", "%s, %,d rows: %s".formatted(group.operation(), group.rows(), name)));
        try {
          Run run = methods.get(name).run();
          if (round >= plan.warmUps()) {
            runs.computeIfAbsent(name, n -> new ArrayList<>()).add(run);
          }
        } catch (Exception e) {
          methods.remove(name);
          fail(group, name, e);
        }
      }
    }
    for (String name : methods.keySet()) {
      report(plan, group, calls, name, runs.get(name));
    }
  }

  /** Another one begins each round, and follows another one. */
  private static List<String> order(List<String> names, int round) {
    List<String> out = new ArrayList<>(names);
    Collections.rotate(out, -(round / 2));
    if (round % 2 == 1) {
      Collections.reverse(out);
    }
    return out;
  }

  private static Map<String, Object> result(Plan.Group group, String method) {
    Map<String, Object> result = new LinkedHashMap<>();
    result.put("operation", group.operation());
    result.put("method", method);
    result.put("rows", group.rows());
    result.put("connections", group.connections());
    return result;
  }

  private static void fail(Plan.Group group, String method, Exception e) throws IOException {
    e.printStackTrace();
    Map<String, Object> result = result(group, method);
    result.put("failed", e.toString());
    Plan.say(Map.of("result", result));
  }

  private static void report(Plan plan, Plan.Group group, int calls, String method, List<Run> runs)
      throws IOException {
    Map<String, Object> result = result(group, method);
    result.put("calls", calls);
    result.put("runs_ms", runs.stream().map(r -> rounded(plan.time(r))).toList());
    result.put("client_cpu_ms", rounded(median(runs, Run::client)));
    result.put("server_cpu_ms", rounded(median(runs, Run::server)));
    result.put("wal_mb", rounded(median(runs, Run::wal)));
    result.put("verified", true);
    Plan.say(Map.of("result", result));
  }

  private static double median(List<Run> runs, ToDoubleFunction<Run> value) {
    double[] sorted = runs.stream().mapToDouble(value).sorted().toArray();
    return (sorted[(sorted.length - 1) / 2] + sorted[sorted.length / 2]) / 2;
  }

  private static double rounded(double value) {
    return Math.round(value * 1000) / 1000.0;
  }
}
