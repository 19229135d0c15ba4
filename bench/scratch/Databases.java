import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;

/** Times test databases in Java: java Databases ROUNDS prints a row for each engine. */
final class Databases {
  private static final com.sun.management.OperatingSystemMXBean MACHINE =
      ManagementFactory.getPlatformMXBean(com.sun.management.OperatingSystemMXBean.class);

  public static void main(String[] args) throws Exception {
    Map<String, Callable<AutoCloseable>> engines = new LinkedHashMap<>();
    engines.put("sqlite", sqlite.NotesTestDatabase::newTestDatabase);
    engines.put("duckdb", duckdb.NotesTestDatabase::newTestDatabase);
    engines.put("postgres", postgres.NotesTestDatabase::newTestDatabase);
    Map<String, List<Double>> walls = new LinkedHashMap<>();
    Map<String, List<Double>> processors = new LinkedHashMap<>();
    for (int round = 0; round <= Integer.parseInt(args[0]); round++) {
      for (var engine : engines.entrySet()) {
        long wall = System.nanoTime();
        long processor = MACHINE.getProcessCpuTime();
        engine.getValue().call().close();
        add(walls, engine.getKey(), System.nanoTime() - wall);
        add(processors, engine.getKey(), MACHINE.getProcessCpuTime() - processor);
      }
    }
    walls.forEach(
        (engine, all) -> {
          List<Double> rest = sorted(all);
          List<Double> own = sorted(processors.get(engine));
          System.out.printf(
              "| Java, %s | %.0f | %.1f | %.1f | %.1f |%n",
              engine, all.get(0), rest.get(rest.size() / 2), rest.get(0), own.get(own.size() / 2));
        });
  }

  private static void add(Map<String, List<Double>> to, String engine, long nanoseconds) {
    to.computeIfAbsent(engine, name -> new ArrayList<>()).add(nanoseconds / 1e6);
  }

  /** All but the first, in their order. */
  private static List<Double> sorted(List<Double> all) {
    return all.stream().skip(1).sorted().toList();
  }
}
