import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What to run, as the file of JSON says that the benchmark gets. */
record Plan(
    List<Group> groups,
    @JsonProperty("warm_ups") int warmUps,
    int runs,
    @JsonProperty("most_runs") int mostRuns,
    @JsonProperty("budget_ms") long budgetMs,
    String clock,
    Path dir,
    Server server,
    String extension) {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final PrintStream OUT = System.out;

  /** What competes: its methods take turns. */
  record Group(String operation, int rows, int connections, List<String> methods) {}

  /** The database server of this run. */
  record Server(String host, int port, String user, String database) {
    String url() {
      return "jdbc:postgresql://%s:%d/%s?user=%s".formatted(host, port, database, user);
    }
  }

  static Plan read(String file) throws IOException {
    return JSON.readValue(Path.of(file).toFile(), Plan.class);
  }

  /**
   * Reports whether a group goes on with a round, counted from 0: it has so many at least, and more
   * while the time since the first measured one allows them.
   */
  boolean goesOn(int round, long sinceNanos) {
    int measured = round - warmUps;
    return measured < runs
        || measured < mostRuns && System.nanoTime() - sinceNanos < budgetMs * 1_000_000;
  }

  /** What counts of a run: time, or the processors' time. */
  double time(Turns.Run run) {
    return "processor".equals(clock) ? run.client() + run.server() : run.wall();
  }

  /** Prints an event as a line of JSON. */
  static void say(Map<String, ?> event) throws IOException {
    OUT.println(JSON.writeValueAsString(event));
  }

  /**
   * Says the versions of what is measured; of the libraries, the names of their files have them.
   */
  static void versions(Map<String, String> more, String libraries) throws IOException {
    Map<String, String> versions = new LinkedHashMap<>(more);
    versions.put("java", System.getProperty("java.version"));
    try (DirectoryStream<Path> jars =
        Files.newDirectoryStream(Path.of("lib"), "{" + libraries + "}-[0-9]*.jar")) {
      for (Path jar : jars) {
        String name = jar.getFileName().toString().replace(".jar", "");
        int dash = name.lastIndexOf('-');
        versions.put(name.substring(0, dash), name.substring(dash + 1));
      }
    }
    say(Map.of("versions", versions));
  }
}
