import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * From how many rows on COPY is faster than INSERT: the generated appender, told by reflection to
 * take one or the other, in turns, inside a transaction. Usage: Crossover URL ROUNDS
 */
final class Crossover {
  private static final int[] SIZES = {1, 2, 3, 5, 8, 10, 12, 15, 20, 25, 30, 40, 50, 100};
  private static final int CALLS = 200;

  private Crossover() {}

  public static void main(String[] args) throws Exception {
    int rounds = Integer.parseInt(args[1]);
    try (Connection connection = DriverManager.getConnection(args[0]);
        Statement statement = connection.createStatement()) {
      for (String sql : Sensors.getMigrations()) {
        statement.execute(sql);
      }
      connection.setAutoCommit(false);
      System.out.printf("%5s %12s %12s %8s%n", "rows", "INSERT µs", "COPY µs", "ratio");
      for (int size : SIZES) {
        List<Sensors.SensorReadingsRow> rows = Readings.rows(size);
        double[] insert = new double[CALLS * rounds];
        double[] copy = new double[CALLS * rounds];
        for (int i = -CALLS; i < insert.length; i++) {
          double a = call(connection, rows, Integer.MAX_VALUE);
          double b = call(connection, rows, 1);
          if (i >= 0) {
            insert[i] = a;
            copy[i] = b;
          }
          if (i % CALLS == 0) {
            connection.rollback();
          }
        }
        connection.rollback();
        Arrays.sort(insert);
        Arrays.sort(copy);
        double a = insert[insert.length / 2];
        double b = copy[copy.length / 2];
        System.out.printf(Locale.ROOT, "%5d %12.0f %12.0f %8.2f%n", size, a, b, b / a);
      }
    }
  }

  /** A call's microseconds. */
  private static double call(
      Connection connection, List<Sensors.SensorReadingsRow> rows, int copyFrom) throws Exception {
    long start = System.nanoTime();
    try (Sensors queries = new Sensors(connection);
        Sensors.SensorReadingsAppender appender = queries.createSensorReadingsAppender()) {
      copyFrom(appender, copyFrom);
      for (Sensors.SensorReadingsRow row : rows) {
        appender.append(row);
      }
    }
    return (System.nanoTime() - start) / 1e3;
  }

  private static void copyFrom(Sensors.SensorReadingsAppender appender, int copyFrom)
      throws Exception {
    Object inserter = accessible(appender.getClass(), "inserter").get(appender);
    Field target = accessible(inserter.getClass(), "target");
    Object given = target.get(inserter);
    Object[] values =
        Arrays.stream(given.getClass().getRecordComponents())
            .map(c -> c.getName().equals("copyFrom") ? copyFrom : value(given, c.getName()))
            .toArray();
    Constructor<?> constructor = given.getClass().getDeclaredConstructors()[0];
    constructor.setAccessible(true);
    target.set(inserter, constructor.newInstance(values));
  }

  private static Object value(Object record, String name) {
    try {
      return accessible(record.getClass(), name).get(record);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Field accessible(Class<?> type, String name) throws NoSuchFieldException {
    Field field = type.getDeclaredField(name);
    field.setAccessible(true);
    return field;
  }
}
