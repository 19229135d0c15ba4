import java.sql.Connection;
import java.util.ArrayList;
import java.util.List;

/** Does an operation with rows, in the transaction of a connection. */
interface Way {
  /** As many rows as the ways take at a time that cannot take any number of them. */
  int CHUNK = 10_000;

  void run(Connection connection, Iterable<Sensors.SensorReadingsInsert> rows) throws Exception;

  /** Gets the rows once, before any clock runs. */
  default void prepare(List<Sensors.SensorReadingsInsert> rows) throws Exception {}

  /** Takes a chunk of rows. */
  interface Taker<T> {
    void take(List<T> chunk) throws Exception;
  }

  /** Splits rows of which nobody knows how many there are. */
  static <T> void chunks(Iterable<T> rows, Taker<T> taker) throws Exception {
    List<T> chunk = new ArrayList<>(CHUNK);
    for (T row : rows) {
      chunk.add(row);
      if (chunk.size() == CHUNK) {
        taker.take(chunk);
        chunk.clear();
      }
    }
    if (!chunk.isEmpty()) {
      taker.take(chunk);
    }
  }
}
