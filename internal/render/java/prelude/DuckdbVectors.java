// How duckdb_jdbc's rows are read and written as vectors of Apache Arrow; Common.java says how this
// file is read.
package prelude;

import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import org.apache.arrow.c.ArrowArrayStream;
import org.apache.arrow.c.Data;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.dictionary.Dictionary;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.apache.arrow.vector.ipc.message.ArrowFieldNode;
import org.apache.arrow.vector.ipc.message.ArrowRecordBatch;
import org.apache.arrow.vector.types.DateUnit;
import org.apache.arrow.vector.types.FloatingPointPrecision;
import org.apache.arrow.vector.types.TimeUnit;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.apache.arrow.vector.types.pojo.Schema;
import org.duckdb.DuckDBConnection;
import org.duckdb.DuckDBResultSet;

final class DuckdbVectors {
  private DuckdbVectors() {}

  @FunctionalInterface
  private interface Work<T> {
    T run() throws SQLException;
  }

  @FunctionalInterface
  private interface ParamBinder {
    void bind(PreparedStatement statement) throws SQLException;
  }

  private static <T> T atomically(Connection connection, Work<T> work) throws SQLException {
    throw new UnsupportedOperationException("in Duckdb.java");
  }

  private record ArrowField(String name, String format, boolean uuid, ArrowField... children) {}

  private record ArrowTarget<R>(String insert, ArrowField schema) {}

  @FunctionalInterface
  private interface MemorySource {
    Memory allocate(long size);
  }

  private abstract static class ArrowColumn { // in DuckdbColumns.java
    private ArrowColumn[] children;
    private Memory valid;
    private Memory values;
    private Memory bytes;
    private int width;
    private int length;
    private int nulls;

    abstract boolean isText();
  }

  private abstract static class ArrowRows<R> { // in DuckdbColumns.java
    ArrowRows(ArrowTarget<R> target, MemorySource source) {}

    abstract void insert(Connection connection, ArrowTarget<R> target, List<ArrowColumn> batches)
        throws SQLException;

    public void close() {}
  }

  private static void begun(Connection connection) throws SQLException {
    throw new UnsupportedOperationException("in Duckdb.java");
  }

  private static void runSql(Connection connection, String sql) throws SQLException {
    throw new UnsupportedOperationException("in Duckdb.java");
  }

  private static /*? @Nullable */ Connection secondConnection(Connection connection)
      throws SQLException {
    throw new UnsupportedOperationException("in Duckdb.java");
  }

  // section openArrow: secondConnection RowSource

  private static final int BATCH = 65_536; // rows of a batch, at most

  /** The rows of a query as Arrow's vectors, which are DuckDB's own memory. */
  private static ArrowReader openArrow(
      Connection connection, String sql, BufferAllocator allocator, ParamBinder binder)
      throws SQLException {
    Connection second = secondConnection(connection);
    try {
      return queryReader(second == null ? connection : second, sql, allocator, binder, second);
    } catch (Throwable failure) {
      if (second != null) {
        second.close();
      }
      throw failure;
    }
  }

  private static ArrowReader queryReader(
      Connection connection,
      String sql,
      BufferAllocator allocator,
      ParamBinder binder,
      /*? @Nullable */ Connection own)
      throws SQLException {
    PreparedStatement statement = connection.prepareStatement(sql);
    try {
      binder.bind(statement);
      DuckDBResultSet rs = statement.executeQuery().unwrap(DuckDBResultSet.class);
      ArrowReader reader = (ArrowReader) rs.arrowExportStream(allocator, BATCH);
      return new QueryReader(allocator, reader, statement, own);
    } catch (Throwable failure) {
      statement.close();
      throw failure;
    }
  }

  /** A reader that closes its statement with itself, and the connection that is its own. */
  private static final class QueryReader extends ArrowReader {
    private final ArrowReader reader;
    private final PreparedStatement statement;
    private final /*? @Nullable */ Connection connection;
    private boolean closed; // an exported stream closes its reader, too

    QueryReader(
        BufferAllocator allocator,
        ArrowReader reader,
        PreparedStatement statement,
        /*? @Nullable */ Connection connection) {
      super(allocator);
      this.reader = reader;
      this.statement = statement;
      this.connection = connection;
    }

    @Override
    public VectorSchemaRoot getVectorSchemaRoot() throws IOException {
      return reader.getVectorSchemaRoot();
    }

    @Override
    public Map<Long, Dictionary> getDictionaryVectors() throws IOException {
      return reader.getDictionaryVectors();
    }

    @Override
    public Dictionary lookup(long id) {
      return reader.lookup(id);
    }

    @Override
    public boolean loadNextBatch() throws IOException {
      return reader.loadNextBatch();
    }

    @Override
    public long bytesRead() {
      return reader.bytesRead();
    }

    @Override
    protected Schema readSchema() throws IOException {
      return reader.getVectorSchemaRoot().getSchema();
    }

    @Override
    protected void closeReadSource() throws IOException {
      if (closed) {
        return;
      }
      closed = true;
      try (connection;
          statement) {
        reader.close();
      } catch (SQLException e) {
        throw new IOException(e);
      }
    }
  }

  // section insertArrow: insertStream

  /**
   * Inserts the rows of Arrow's vectors, all or none, with one statement. Its columns are found by
   * their names.
   */
  private static long insertArrow(
      Connection connection,
      String sql,
      List<String> columns,
      BufferAllocator allocator,
      ArrowReader rows)
      throws SQLException {
    try (ArrowReader source = rows) {
      checkColumns(columns, source.getVectorSchemaRoot().getSchema());
      return insertStream(connection, sql, allocator, source);
    } catch (IOException e) {
      throw new SQLException(e.getMessage(), e);
    }
  }

  /** The columns must be the table's, each once. */
  private static void checkColumns(List<String> columns, Schema schema) throws SQLException {
    Set<String> missing = new TreeSet<>(columns);
    for (Field field : schema.getFields()) {
      if (!columns.contains(field.getName())) {
        throw new SQLException(
            "the vector " + field.getName() + " is no column; the columns are " + columns);
      }
      if (!missing.remove(field.getName())) {
        throw new SQLException("there are two vectors " + field.getName());
      }
    }
    if (!missing.isEmpty()) {
      throw new SQLException("there is no vector for " + String.join(", ", missing));
    }
  }

  // section insertStream: atomically begun

  /** Inserts the rows of a reader by one statement. */
  private static long insertStream(
      Connection connection, String sql, BufferAllocator allocator, ArrowReader rows)
      throws SQLException {
    String name = "sqg_" + UUID.randomUUID().toString().replace('-', '_');
    try (ArrowArrayStream stream = ArrowArrayStream.allocateNew(allocator)) {
      Data.exportArrayStream(allocator, rows, stream);
      return atomically(
          connection,
          () -> {
            begun(connection);
            connection.unwrap(DuckDBConnection.class).registerArrowStream(name, stream);
            long inserted;
            try (PreparedStatement statement = connection.prepareStatement(sql + name)) {
              inserted = statement.executeLargeUpdate();
            }
            runSql(connection, "DROP VIEW " + name);
            return inserted;
          });
    }
  }

  // section readerOf:

  /** A reader of the vectors that are there, which it leaves to their owner. */
  private static final class RootReader extends ArrowReader {
    private final VectorSchemaRoot root;
    private boolean read;

    RootReader(BufferAllocator allocator, VectorSchemaRoot root) {
      super(allocator);
      this.root = root;
    }

    @Override
    public VectorSchemaRoot getVectorSchemaRoot() {
      return root;
    }

    @Override
    public boolean loadNextBatch() {
      boolean more = !read;
      read = true;
      return more;
    }

    @Override
    public long bytesRead() {
      return root.getFieldVectors().stream().mapToLong(FieldVector::getBufferSize).sum();
    }

    @Override
    protected Schema readSchema() {
      return root.getSchema();
    }

    @Override
    protected void closeReadSource() {}
  }

  /** A reader of the vectors that are there. */
  private static ArrowReader readerOf(BufferAllocator allocator, VectorSchemaRoot root) {
    return new RootReader(allocator, root);
  }

  // section VectorRows: ArrowRows insertStream

  /** Memory of an allocator of Arrow's. */
  private record Memory(ArrowBuf buffer) {
    byte getByte(long at) {
      return buffer.getByte(at);
    }

    void setByte(long at, byte value) {
      buffer.setByte(at, value);
    }

    void setShort(long at, short value) {
      buffer.setShort(at, value);
    }

    void setInt(long at, int value) {
      buffer.setInt(at, value);
    }

    void setLong(long at, long value) {
      buffer.setLong(at, value);
    }

    void setFloat(long at, float value) {
      buffer.setFloat(at, value);
    }

    void setDouble(long at, double value) {
      buffer.setDouble(at, value);
    }

    void setBytes(long at, byte[] value) {
      buffer.setBytes(at, value);
    }

    void fill(byte value, long size) {
      buffer.setOne(0, size);
    }

    void copy(Memory from, long size) {
      buffer.setBytes(0, from.buffer, 0, size);
    }

    void free() {
      buffer.close();
    }
  }

  /** Rows in vectors of Arrow's, which DuckDB reads as a stream. */
  private static final class VectorRows<R> extends ArrowRows<R> {
    private final BufferAllocator allocator;

    VectorRows(ArrowTarget<R> target) {
      this(target, new RootAllocator());
    }

    private VectorRows(ArrowTarget<R> target, BufferAllocator allocator) {
      super(target, size -> new Memory(allocator.buffer(size)));
      this.allocator = allocator;
    }

    @Override
    void insert(Connection connection, ArrowTarget<R> target, List<ArrowColumn> batches)
        throws SQLException {
      List<Field> columns = fieldOf(target.schema).getChildren();
      try (ArrowReader reader = new BatchReader(allocator, new Schema(columns), batches)) {
        insertStream(connection, target.insert, allocator, reader);
      } catch (IOException e) {
        throw new SQLException(e.getMessage(), e);
      }
    }

    private static Field fieldOf(ArrowField field) {
      boolean isMap = field.format.equals("+m");
      List<Field> held = new ArrayList<>();
      for (ArrowField child : field.children) {
        Field described = fieldOf(child);
        held.add(isMap ? notNull(described, entry(described.getChildren())) : described);
      }
      Map<String, String> metadata =
          field.uuid ? Map.of("ARROW:extension:name", "arrow.uuid") : Map.of();
      return new Field(field.name, new FieldType(true, typeOf(field), null, metadata), held);
    }

    /** A map's key is never null. */
    private static List<Field> entry(List<Field> fields) {
      return List.of(notNull(fields.get(0), fields.get(0).getChildren()), fields.get(1));
    }

    private static Field notNull(Field field, List<Field> held) {
      FieldType type = new FieldType(false, field.getType(), null, field.getMetadata());
      return new Field(field.getName(), type, held);
    }

    private static ArrowType typeOf(ArrowField field) {
      String format = field.format;
      return switch (format.charAt(0)) {
        case 'b' -> ArrowType.Bool.INSTANCE;
        case 'c', 's', 'i', 'l' -> new ArrowType.Int(8 << "csil".indexOf(format), true);
        case 'C', 'S', 'I', 'L' -> new ArrowType.Int(8 << "CSIL".indexOf(format), false);
        case 'f' -> new ArrowType.FloatingPoint(FloatingPointPrecision.SINGLE);
        case 'g' -> new ArrowType.FloatingPoint(FloatingPointPrecision.DOUBLE);
        case 'z' -> ArrowType.Binary.INSTANCE;
        case 'w' -> new ArrowType.FixedSizeBinary(16);
        case 'd' -> {
          String[] digits = format.substring(2).split(",");
          yield new ArrowType.Decimal(
              Integer.parseInt(digits[0]), Integer.parseInt(digits[1]), 128);
        }
        case 't' ->
            switch (format) {
              case "tdD" -> new ArrowType.Date(DateUnit.DAY);
              case "tsu:" -> new ArrowType.Timestamp(TimeUnit.MICROSECOND, null);
              default -> new ArrowType.Timestamp(TimeUnit.MICROSECOND, format.substring(4));
            };
        case '+' ->
            switch (format.charAt(1)) {
              case 'l' -> ArrowType.List.INSTANCE;
              case 's' -> ArrowType.Struct.INSTANCE;
              case 'm' -> new ArrowType.Map(false);
              default -> new ArrowType.FixedSizeList(Integer.parseInt(format.substring(3)));
            };
        default -> ArrowType.Utf8.INSTANCE;
      };
    }

    @Override
    public void close() {
      try (allocator) {
        super.close();
      }
    }
  }

  /** A reader of batches, whose memory stays theirs. */
  private static final class BatchReader extends ArrowReader {
    private final Schema schema;
    private final Iterator<ArrowColumn> batches;

    BatchReader(BufferAllocator allocator, Schema schema, List<ArrowColumn> batches) {
      super(allocator);
      this.schema = schema;
      this.batches = batches.iterator();
    }

    @Override
    public boolean loadNextBatch() throws IOException {
      prepareLoadNextBatch();
      if (!batches.hasNext()) {
        return false;
      }
      ArrowColumn batch = batches.next();
      List<ArrowFieldNode> nodes = new ArrayList<>();
      List<ArrowBuf> buffers = new ArrayList<>();
      for (ArrowColumn column : batch.children) {
        collect(column, nodes, buffers);
      }
      loadRecordBatch(new ArrowRecordBatch(batch.length, nodes, buffers));
      return true;
    }

    private static void collect(
        ArrowColumn column, List<ArrowFieldNode> nodes, List<ArrowBuf> buffers) {
      nodes.add(new ArrowFieldNode(column.length, column.nulls));
      buffers.add(column.valid.buffer);
      if (column.width > 0) {
        buffers.add(column.values.buffer);
      }
      if (column.isText()) {
        buffers.add(column.bytes.buffer);
      }
      for (ArrowColumn child : column.children) {
        collect(child, nodes, buffers);
      }
    }

    @Override
    public long bytesRead() {
      return 0;
    }

    @Override
    protected Schema readSchema() {
      return schema;
    }

    @Override
    protected void closeReadSource() {}
  }
}
