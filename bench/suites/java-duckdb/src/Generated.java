import java.lang.reflect.Constructor;
import java.lang.reflect.RecordComponent;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The generated bulk insert of one class, which gets its own rows. */
final class Generated<T extends Record> implements Way {
  /** Inserts rows of the class. */
  interface Insert<T> {
    void run(Connection connection, Iterable<T> rows) throws SQLException;
  }

  private final Class<T> type;
  private final Insert<T> insert;
  private List<T> own;

  Generated(Class<T> type, Insert<T> insert) {
    this.type = type;
    this.insert = insert;
  }

  /** The same rows as records of another class of the same components. */
  @Override
  public void prepare(List<Sensors.SensorReadingsInsert> rows) throws ReflectiveOperationException {
    RecordComponent[] from = Sensors.SensorReadingsInsert.class.getRecordComponents();
    Class<?>[] types = Arrays.stream(from).map(RecordComponent::getType).toArray(Class<?>[]::new);
    Constructor<T> constructor = type.getDeclaredConstructor(types);
    own = new ArrayList<>(rows.size());
    Object[] values = new Object[from.length];
    for (Sensors.SensorReadingsInsert row : rows) {
      for (int i = 0; i < from.length; i++) {
        values[i] = from[i].getAccessor().invoke(row);
      }
      own.add(constructor.newInstance(values));
    }
  }

  @Override
  public void run(Connection connection, Iterable<Sensors.SensorReadingsInsert> rows)
      throws SQLException {
    insert.run(connection, own);
  }
}
