import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** What to run, as the file of JSON says that the benchmark gets. */
record Plan(
    List<Group> groups,
    @JsonProperty("warm_ups") int warmUps,
    int runs,
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

  /** Prints an event as a line of JSON. */
  static void say(Map<String, ?> event) throws IOException {
    OUT.println(JSON.writeValueAsString(event));
  }
}
