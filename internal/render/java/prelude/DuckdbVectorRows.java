// How an appender's rows are written with duckdb_jdbc as vectors of Apache Arrow; Common.java says
// how this file is read.
package prelude;

import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
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

final class DuckdbVectorRows {
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
    long insert(Connection connection, ArrowTarget<R> target, List<ArrowColumn> batches)
        throws SQLException {
      List<Field> columns = fieldOf(target.schema).getChildren();
      try (ArrowReader reader = new BatchReader(allocator, new Schema(columns), batches)) {
        return insertStream(connection, target.beforeRows, target.afterRows, allocator, reader);
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
