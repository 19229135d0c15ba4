import java.sql.Connection;
import java.sql.SQLException;
import java.util.Iterator;
import java.util.function.Function;

/** The generated methods of :bulk, with the statements that the others run for each row. */
final class Bulk {
  private Bulk() {}

  static void update(Connection connection, Iterable<Sensors.SensorReadingsInsert> rows)
      throws SQLException {
    Sensors queries = new Sensors(connection);
    queries.updateReadingBulk(params(rows, Statements::updateParams));
  }

  static void delete(Connection connection, Iterable<Sensors.SensorReadingsInsert> rows)
      throws SQLException {
    Sensors queries = new Sensors(connection);
    queries.deleteReadingBulk(params(rows, Statements::deleteParams));
  }

  static void upsert(Connection connection, Iterable<Sensors.SensorReadingsInsert> rows)
      throws SQLException {
    Sensors queries = new Sensors(connection);
    queries.upsertReadingBulk(params(rows, Statements::upsertParams));
  }

  /** What a method takes of each row, made as the method asks for it. */
  static <P> Iterable<P> params(
      Iterable<Sensors.SensorReadingsInsert> rows, Function<Sensors.SensorReadingsInsert, P> of) {
    return () -> {
      Iterator<Sensors.SensorReadingsInsert> source = rows.iterator();
      return new Iterator<>() {
        @Override
        public boolean hasNext() {
          return source.hasNext();
        }

        @Override
        public P next() {
          return of.apply(source.next());
        }
      };
    };
  }
}
