import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.stream.Collectors;
import org.duckdb.DuckDBColumnType;
import org.duckdb.DuckDBDataChunkWriter;
import org.duckdb.DuckDBFunctions;
import org.duckdb.DuckDBTableFunction;
import org.duckdb.DuckDBTableFunctionBindInfo;
import org.duckdb.DuckDBTableFunctionCallInfo;
import org.duckdb.DuckDBTableFunctionInitInfo;
import org.duckdb.DuckDBWritableVector;

/** A table function, as the driver's documentation shows it: DuckDB asks it for the rows. */
final class TableFunction implements Way {
  /** A result column. */
  private record Column(String name, DuckDBColumnType type) {}

  /** Writes a row into the vectors of a chunk. */
  private interface Writer {
    void write(DuckDBWritableVector[] out, long at, Sensors.SensorReadingsInsert row)
        throws SQLException;
  }

  private static final List<Column> COLUMNS =
      List.of(
          new Column("device_id", DuckDBColumnType.VARCHAR),
          new Column("timestamp", DuckDBColumnType.TIMESTAMP_WITH_TIME_ZONE),
          new Column("temperature", DuckDBColumnType.DOUBLE),
          new Column("humidity", DuckDBColumnType.DOUBLE),
          new Column("pressure", DuckDBColumnType.DECIMAL),
          new Column("battery_level", DuckDBColumnType.SMALLINT),
          new Column("is_anomaly", DuckDBColumnType.BOOLEAN),
          new Column("location", DuckDBColumnType.VARCHAR),
          new Column("tags", DuckDBColumnType.VARCHAR));

  private final String sql;
  private Iterator<Sensors.SensorReadingsInsert> source;

  private TableFunction(Connection connection, String name, int columns, Writer writer, String sql)
      throws SQLException {
    this.sql = sql.formatted(name + "()");
    DuckDBFunctions.tableFunction()
        .withName(name)
        .withFunction(new Rows(COLUMNS.subList(0, columns), writer))
        .register(connection);
  }

  static Way insert(Connection connection) throws SQLException {
    return new TableFunction(
        connection,
        "readings_to_insert",
        9,
        TableFunction::writeRow,
        "INSERT INTO sensor_readings SELECT device_id::UUID, timestamp, temperature, humidity,"
            + " pressure, battery_level, is_anomaly, location, tags::VARCHAR[] FROM %s");
  }

  static Way update(Connection connection) throws SQLException {
    return new TableFunction(
        connection, "temperatures_to_set", 3, TableFunction::writeTemperature, ArrowStream.UPDATE);
  }

  static Way delete(Connection connection) throws SQLException {
    return new TableFunction(
        connection, "keys_to_delete", 2, TableFunction::writeKey, ArrowStream.DELETE);
  }

  @Override
  public void run(Connection connection, Iterable<Sensors.SensorReadingsInsert> rows)
      throws SQLException {
    source = rows.iterator();
    try (Statement statement = connection.createStatement()) {
      statement.executeUpdate(sql);
    } finally {
      source = null;
    }
  }

  private static void writeKey(
      DuckDBWritableVector[] out, long at, Sensors.SensorReadingsInsert row) throws SQLException {
    out[0].setString(at, row.deviceId().toString());
    out[1].setOffsetDateTime(at, row.timestamp());
  }

  private static void writeTemperature(
      DuckDBWritableVector[] out, long at, Sensors.SensorReadingsInsert row) throws SQLException {
    writeKey(out, at, row);
    out[2].setDouble(at, row.temperature());
  }

  private static void writeRow(
      DuckDBWritableVector[] out, long at, Sensors.SensorReadingsInsert row) throws SQLException {
    writeTemperature(out, at, row);
    out[3].setDouble(at, row.humidity());
    out[4].setBigDecimal(at, row.pressure());
    out[5].setShort(at, (short) row.batteryLevel());
    out[6].setBoolean(at, row.isAnomaly());
    out[7].setString(at, row.location());
    out[8].setString(at, list(row.tags()));
  }

  private static String list(List<String> values) {
    return values.stream()
        .map(v -> "'" + v.replace("'", "''") + "'")
        .collect(Collectors.joining(", ", "[", "]"));
  }

  /** The function itself, which is registered once and reads the source of the moment. */
  private final class Rows
      implements DuckDBTableFunction<Iterator<Sensors.SensorReadingsInsert>, Object, Object> {
    private final List<Column> columns;
    private final Writer writer;

    Rows(List<Column> columns, Writer writer) {
      this.columns = columns;
      this.writer = writer;
    }

    @Override
    public Iterator<Sensors.SensorReadingsInsert> bind(DuckDBTableFunctionBindInfo info)
        throws SQLException {
      for (Column column : columns) {
        info.addResultColumn(column.name, column.type);
      }
      return source;
    }

    @Override
    public Object init(DuckDBTableFunctionInitInfo info) {
      return null;
    }

    @Override
    public long apply(DuckDBTableFunctionCallInfo info, DuckDBDataChunkWriter out)
        throws SQLException {
      Iterator<Sensors.SensorReadingsInsert> rows = info.getBindData();
      DuckDBWritableVector[] vectors = new DuckDBWritableVector[columns.size()];
      Arrays.setAll(vectors, out::vector);
      long count = 0;
      for (; count < out.capacity() && rows.hasNext(); count++) {
        writer.write(vectors, count, rows.next());
      }
      return count;
    }
  }
}
