import java.sql.*;
import java.util.*;
import org.duckdb.*;
import java.nio.charset.StandardCharsets;
import java.time.*;
import org.apache.arrow.memory.*;
import org.apache.arrow.vector.*;
import org.apache.arrow.vector.complex.*;
import org.apache.arrow.vector.complex.impl.*;
import org.apache.arrow.vector.types.pojo.*;
import org.apache.arrow.vector.types.*;
import org.apache.arrow.c.*;
import org.apache.arrow.vector.ipc.*;
/** The ways to insert that the driver and its articles show. */
final class Ways {
  /** Inserts rows; what prepare does is not measured. */
  interface Way {
    void insert(Connection connection, List<Sensors.SensorReadingsRow> rows) throws Exception;

    default void prepare(List<Sensors.SensorReadingsRow> rows) {}
  }

  static void generated(Connection connection, List<Sensors.SensorReadingsRow> rows)
      throws SQLException {
    new Sensors(connection).bulkInsertSensorReadingsRow(rows);
  }

  static void appender(Connection connection, List<Sensors.SensorReadingsRow> rows) throws Exception {
    DuckDBConnection c = connection.unwrap(DuckDBConnection.class);
    try (DuckDBAppender a = c.createAppender(DuckDBConnection.DEFAULT_SCHEMA, "sensor_readings")) {
      for (Sensors.SensorReadingsRow r : rows) {
        a.beginRow(); a.append(r.deviceId()); a.append(r.timestamp()); a.append(r.temperature()); a.append(r.humidity()); a.append(r.pressure());
        a.append((short) r.batteryLevel()); a.append(r.isAnomaly()); a.append(r.location()); a.append((Collection<?>) r.tags()); a.endRow();
      }
    }
  }
  static final RootAllocator ALLOC = new RootAllocator();
  static Field f(String n, ArrowType t, Field... kids) { return new Field(n, FieldType.notNullable(t), List.of(kids)); }
  static final Schema SCHEMA = new Schema(List.of(f("device_id", ArrowType.Utf8.INSTANCE), f("timestamp", new ArrowType.Timestamp(TimeUnit.MICROSECOND,"UTC")),
    f("temperature", new ArrowType.FloatingPoint(FloatingPointPrecision.DOUBLE)), f("humidity", new ArrowType.FloatingPoint(FloatingPointPrecision.DOUBLE)),
    f("pressure", new ArrowType.Decimal(10,2,128)), f("battery_level", new ArrowType.Int(16,true)), f("is_anomaly", ArrowType.Bool.INSTANCE), f("location", ArrowType.Utf8.INSTANCE),
    f("tags", ArrowType.List.INSTANCE, f("item", ArrowType.Utf8.INSTANCE))));
  static void arrow10k(Connection connection, List<Sensors.SensorReadingsRow> rows) throws Exception {
    DuckDBConnection c = connection.unwrap(DuckDBConnection.class);
    for (int from = 0; from < rows.size(); from += 10000) {
      List<Sensors.SensorReadingsRow> part = rows.subList(from, Math.min(rows.size(), from + 10000));
      try (VectorSchemaRoot root = VectorSchemaRoot.create(SCHEMA, ALLOC)) {
        fill(root, part);
        try (ArrowReader reader = new One(root); ArrowArrayStream stream = ArrowArrayStream.allocateNew(ALLOC)) {
          Data.exportArrayStream(ALLOC, reader, stream);
          c.registerArrowStream("arrow_chunk", stream);
          try (Statement s = c.createStatement()) { s.executeUpdate("INSERT INTO sensor_readings SELECT device_id::UUID, \"timestamp\", temperature, humidity, pressure, battery_level, is_anomaly, location, tags FROM arrow_chunk"); }
        }
      }
    }
  }
  static void fill(VectorSchemaRoot root, List<Sensors.SensorReadingsRow> part) {
    int n = part.size();
    VarCharVector id = (VarCharVector) root.getVector(0); id.allocateNew(36L*n, n);
    TimeStampMicroTZVector ts = (TimeStampMicroTZVector) root.getVector(1); ts.allocateNew(n);
    Float8Vector te = (Float8Vector) root.getVector(2); te.allocateNew(n);
    Float8Vector hu = (Float8Vector) root.getVector(3); hu.allocateNew(n);
    DecimalVector pr = (DecimalVector) root.getVector(4); pr.allocateNew(n);
    SmallIntVector ba = (SmallIntVector) root.getVector(5); ba.allocateNew(n);
    BitVector an = (BitVector) root.getVector(6); an.allocateNew(n);
    VarCharVector lo = (VarCharVector) root.getVector(7); lo.allocateNew(20L*n, n);
    ListVector tags = (ListVector) root.getVector(8); tags.allocateNew();
    UnionListWriter w = tags.getWriter();
    for (int i = 0; i < n; i++) { Sensors.SensorReadingsRow r = part.get(i);
      id.setSafe(i, r.deviceId().toString().getBytes(StandardCharsets.UTF_8));
      Instant t = r.timestamp().toInstant(); ts.setSafe(i, t.getEpochSecond()*1000000+t.getNano()/1000);
      te.setSafe(i, r.temperature()); hu.setSafe(i, r.humidity()); pr.setSafe(i, r.pressure()); ba.setSafe(i, r.batteryLevel()); an.setSafe(i, r.isAnomaly()?1:0);
      lo.setSafe(i, r.location().getBytes(StandardCharsets.UTF_8));
      w.setPosition(i); w.startList(); for (String s : r.tags()) w.writeVarChar(s); w.endList();
    }
    tags.setValueCount(n); root.setRowCount(n);
  }
  static final class One extends ArrowReader { final VectorSchemaRoot root; boolean done;
    One(VectorSchemaRoot root) { super(ALLOC); this.root = root; }
    @Override public VectorSchemaRoot getVectorSchemaRoot() { return root; }
    @Override public boolean loadNextBatch() { if (done) return false; done = true; return true; }
    @Override public long bytesRead() { return 0; } @Override protected void closeReadSource() {} @Override protected Schema readSchema() { return SCHEMA; } }
  static int fn;
  static void tableFunction(Connection connection, List<Sensors.SensorReadingsRow> rows) throws Exception {
    DuckDBConnection c = connection.unwrap(DuckDBConnection.class);
    String name = "_bench_rows_" + fn++;
    Iterator<Sensors.SensorReadingsRow> it = rows.iterator();
    DuckDBFunctions.tableFunction().withName(name).withFunction(new DuckDBTableFunction<Object,Object,Object>() {
      public Object bind(DuckDBTableFunctionBindInfo b) { b.addResultColumn("device_id", DuckDBColumnType.VARCHAR); b.addResultColumn("timestamp", DuckDBColumnType.TIMESTAMP_WITH_TIME_ZONE);
        b.addResultColumn("temperature", DuckDBColumnType.DOUBLE); b.addResultColumn("humidity", DuckDBColumnType.DOUBLE); b.addResultColumn("pressure", DuckDBColumnType.DECIMAL);
        b.addResultColumn("battery_level", DuckDBColumnType.SMALLINT); b.addResultColumn("is_anomaly", DuckDBColumnType.BOOLEAN); b.addResultColumn("location", DuckDBColumnType.VARCHAR); b.addResultColumn("tags", DuckDBColumnType.VARCHAR); return null; }
      public Object init(DuckDBTableFunctionInitInfo i) { i.setMaxThreads(1); return null; }
      public long apply(DuckDBTableFunctionCallInfo info, DuckDBDataChunkWriter o) { long n = 0; long cap = o.capacity();
        for (; n < cap && it.hasNext(); n++) { Sensors.SensorReadingsRow r = it.next();
          o.vector(0).setString(n, r.deviceId().toString()); o.vector(1).setOffsetDateTime(n, r.timestamp()); o.vector(2).setDouble(n, r.temperature()); o.vector(3).setDouble(n, r.humidity());
          o.vector(4).setBigDecimal(n, r.pressure()); o.vector(5).setShort(n, (short) r.batteryLevel()); o.vector(6).setBoolean(n, r.isAnomaly()); o.vector(7).setString(n, r.location());
          o.vector(8).setString(n, "[" + String.join(", ", r.tags()) + "]"); }
        return n; } }).register(c);
    try (Statement s = c.createStatement()) { s.executeUpdate("INSERT INTO sensor_readings SELECT device_id::UUID, \"timestamp\", temperature, humidity, pressure::DECIMAL(10,2), battery_level, is_anomaly, location, tags::VARCHAR[] FROM " + name + "()"); }
  }
}
