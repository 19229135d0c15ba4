import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import org.apache.arrow.vector.BitVector;
import org.apache.arrow.vector.DecimalVector;
import org.apache.arrow.vector.Float8Vector;
import org.apache.arrow.vector.SmallIntVector;
import org.apache.arrow.vector.TimeStampMicroTZVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.complex.ListVector;
import org.apache.arrow.vector.types.FloatingPointPrecision;
import org.apache.arrow.vector.types.TimeUnit;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.apache.arrow.vector.types.pojo.Schema;

/** Sensor readings as vectors of Arrow, which are filled row by row. */
final class ReadingVectors {
  private static final Field DEVICE_ID = field("device_id", new ArrowType.Utf8());
  private static final Field TIMESTAMP =
      field("timestamp", new ArrowType.Timestamp(TimeUnit.MICROSECOND, "UTC"));
  private static final Field TEMPERATURE =
      field("temperature", new ArrowType.FloatingPoint(FloatingPointPrecision.DOUBLE));

  /** What tells the rows apart. */
  static final Schema KEYS = new Schema(List.of(DEVICE_ID, TIMESTAMP));

  /** Keys, and what is new of them. */
  static final Schema TEMPERATURES = new Schema(List.of(DEVICE_ID, TIMESTAMP, TEMPERATURE));

  /** All columns. */
  static final Schema ROWS =
      new Schema(
          List.of(
              DEVICE_ID,
              TIMESTAMP,
              TEMPERATURE,
              field("humidity", new ArrowType.FloatingPoint(FloatingPointPrecision.DOUBLE)),
              field("pressure", new ArrowType.Decimal(10, 2, 128)),
              field("battery_level", new ArrowType.Int(16, true)),
              field("is_anomaly", new ArrowType.Bool()),
              field("location", new ArrowType.Utf8()),
              new Field(
                  "tags",
                  FieldType.notNullable(new ArrowType.List()),
                  List.of(field("item", new ArrowType.Utf8())))));

  private final VarCharVector deviceId;
  private final TimeStampMicroTZVector timestamp;
  private final Float8Vector temperature;
  private final Float8Vector humidity;
  private final DecimalVector pressure;
  private final SmallIntVector batteryLevel;
  private final BitVector isAnomaly;
  private final VarCharVector location;
  private final ListVector tags;
  private final VarCharVector tag;

  /** The vectors of a root that has one of the schemas. */
  ReadingVectors(VectorSchemaRoot root) {
    deviceId = (VarCharVector) root.getVector("device_id");
    timestamp = (TimeStampMicroTZVector) root.getVector("timestamp");
    temperature = (Float8Vector) root.getVector("temperature");
    humidity = (Float8Vector) root.getVector("humidity");
    pressure = (DecimalVector) root.getVector("pressure");
    batteryLevel = (SmallIntVector) root.getVector("battery_level");
    isAnomaly = (BitVector) root.getVector("is_anomaly");
    location = (VarCharVector) root.getVector("location");
    tags = (ListVector) root.getVector("tags");
    tag = tags == null ? null : (VarCharVector) tags.getDataVector();
  }

  private static Field field(String name, ArrowType type) {
    return new Field(name, FieldType.notNullable(type), List.of());
  }

  void setKey(int i, Sensors.SensorReadingsInsert row) {
    text(deviceId, i, row.deviceId().toString());
    Instant moment = row.timestamp().toInstant();
    timestamp.setSafe(i, moment.getEpochSecond() * 1_000_000 + moment.getNano() / 1000);
  }

  void setTemperature(int i, Sensors.SensorReadingsInsert row) {
    setKey(i, row);
    temperature.setSafe(i, row.temperature());
  }

  void setRow(int i, Sensors.SensorReadingsInsert row) {
    setTemperature(i, row);
    humidity.setSafe(i, row.humidity());
    pressure.setSafe(i, row.pressure());
    batteryLevel.setSafe(i, row.batteryLevel());
    isAnomaly.setSafe(i, row.isAnomaly() ? 1 : 0);
    text(location, i, row.location());
    int at = tags.startNewValue(i);
    for (String value : row.tags()) {
      text(tag, at++, value);
    }
    tags.endValue(i, row.tags().size());
  }

  private static void text(VarCharVector vector, int i, String value) {
    vector.setSafe(i, value.getBytes(StandardCharsets.UTF_8));
  }
}
