import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Compares searches with 1 to 12 optional parts of which none, half or all are given: generated
 * methods, a text that is written for the case, clauses that are joined by hand, (? IS NULL OR …),
 * and jOOQ.
 */
final class Bench {
  /** The processor time for which a way runs in a round, in nanoseconds, at least. */
  private static final long SAMPLE = 20_000_000;

  /**
   * After how many rows the values of a column come again; the steps of columns are prime to it.
   */
  private static final long PERIOD = 20_011;

  private static final long[] STEPS = {1, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37};
  private static final int[] COUNTS = {1, 2, 3, 6, 9, 12};
  private static final int ROWS = number("ROWS", 100_000);
  private static final int ROUNDS = number("ROUNDS", 15);

  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  private Bench() {}

  public static void main(String[] args) throws SQLException {
    try (Connection connection = DriverManager.getConnection("jdbc:sqlite::memory:")) {
      fill(connection);
      System.out.println("| parts | given | " + String.join(" | ", Ways.ALL.keySet()) + " |");
      for (int count : COUNTS) {
        for (int given : new TreeSet<>(List.of(0, count / 2, count))) {
          Long[] filter = new Long[count];
          for (int i = 0; i < given; i++) {
            filter[i] = ROWS / 2 * STEPS[i] % PERIOD;
          }
          compare(connection, filter, given);
        }
      }
    }
  }

  /** Prints the ratios of a case's ways to the first: medians over all rounds, in turns. */
  private static void compare(Connection connection, Long[] filter, int given) throws SQLException {
    List<Ways.Search> searches = new ArrayList<>();
    for (Ways.Way way : Ways.ALL.values()) {
      searches.add(way.of(connection, filter));
    }
    List<Parts.ItemRow> expected = searches.get(0).find(filter);
    long[] calls = new long[searches.size()];
    for (int i = 0; i < calls.length; i++) {
      List<Parts.ItemRow> found = searches.get(i).find(filter);
      if (found.isEmpty() || !found.equals(expected)) {
        throw new IllegalStateException("way " + i + " finds " + found + ", not " + expected);
      }
    }
    double[][] times = new double[calls.length][ROUNDS];
    // Before the first round that counts, a third of them is for the compiler.
    for (int round = -ROUNDS / 3 - 1; round < ROUNDS; round++) {
      for (int n = 0; n < calls.length; n++) {
        int i = Math.floorMod(n + round, calls.length);
        if (round <= 0) {
          calls[i] = Math.max(1, (long) (SAMPLE / Math.max(1, spent(searches.get(i), filter, 3))));
        }
        double time = spent(searches.get(i), filter, calls[i]);
        if (round >= 0) {
          times[i][round] = time;
        }
      }
    }
    String ratios =
        Arrays.stream(times, 1, times.length)
            .map(own -> String.format("%.2f", ratio(own, times[0])))
            .collect(Collectors.joining(" | "));
    System.out.printf(
        "| %d | %d | %.1f µs | %s |%n", filter.length, given, median(times[0]) / 1000, ratios);
  }

  private static double ratio(double[] own, double[] first) {
    double[] ratios = new double[own.length];
    for (int i = 0; i < own.length; i++) {
      ratios[i] = own[i] / first[i];
    }
    return median(ratios);
  }

  /** The processor time of a call in nanoseconds, by that of several. */
  private static double spent(Ways.Search search, Long[] filter, long calls) throws SQLException {
    long from = THREADS.getCurrentThreadCpuTime();
    for (long i = 0; i < calls; i++) {
      search.find(filter);
    }
    return (double) (THREADS.getCurrentThreadCpuTime() - from) / calls;
  }

  private static double median(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    return sorted[sorted.length / 2];
  }

  private static void fill(Connection connection) throws SQLException {
    try (Statement s = connection.createStatement()) {
      for (String sql : Parts.getMigrations()) {
        s.executeUpdate(sql);
      }
    }
    String values =
        Arrays.stream(STEPS)
            .mapToObj(step -> ", ?1 * " + step + " % " + PERIOD)
            .collect(Collectors.joining());
    connection.setAutoCommit(false);
    try (PreparedStatement s =
        connection.prepareStatement("INSERT INTO item VALUES (?1, 'item ' || ?1" + values + ")")) {
      for (long id = 1; id <= ROWS; id++) {
        s.setLong(1, id);
        s.executeUpdate();
      }
    }
    connection.commit();
    connection.setAutoCommit(true);
  }

  private static int number(String name, int otherwise) {
    String text = System.getenv(name);
    return text == null ? otherwise : Integer.parseInt(text);
  }
}
