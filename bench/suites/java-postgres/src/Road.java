import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.RecordComponent;
import java.sql.Connection;
import java.util.Arrays;
import java.util.List;

/**
 * The generated appender, told by reflection from how many rows on it is to take COPY: what the
 * generator's rule for few rows is measured with.
 */
record Road(int copyFrom) implements Ways.Way {
  @Override
  public void insert(Connection connection, List<Sensors.SensorReadingsInsert> rows)
      throws Exception {
    Sensors queries = new Sensors(connection);
    try (Sensors.SensorReadingsAppender appender = queries.createSensorReadingsAppender()) {
      copyFrom(appender, copyFrom);
      for (Sensors.SensorReadingsInsert row : rows) {
        appender.append(row);
      }
    }
  }

  private static void copyFrom(Sensors.SensorReadingsAppender appender, int copyFrom)
      throws Exception {
    Field target = accessible(appender.getClass().getSuperclass(), "target");
    Object given = target.get(appender);
    RecordComponent[] parts = given.getClass().getRecordComponents();
    Object[] values =
        Arrays.stream(parts)
            .map(c -> c.getName().equals("copyFrom") ? copyFrom : value(given, c.getName()))
            .toArray();
    Class<?>[] types =
        Arrays.stream(parts).map(RecordComponent::getType).toArray(Class<?>[]::new);
    Constructor<?> constructor = given.getClass().getDeclaredConstructor(types);
    constructor.setAccessible(true);
    target.set(appender, constructor.newInstance(values));
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
