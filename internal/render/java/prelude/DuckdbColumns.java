// How an appender's rows become columns as Arrow has them, in memory of one kind or another;
// Common.java says how this file is read.
package prelude;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

final class DuckdbColumns {
  /** Puts a row behind those in the columns of a batch. */
  @FunctionalInterface
  private interface RowEncoder<R> {
    void encode(R row, ArrowColumn batch) throws SQLException;
  }

  /** A column's name and format in Arrow's words, and what it holds; uuid is for its extension. */
  private record ArrowField(String name, String format, boolean uuid, ArrowField... children) {
    ArrowField(String name, String format, ArrowField... children) {
      this(name, format, false, children);
    }
  }

  /** How a table takes columns. */
  private record ArrowTarget<R>(
      String beforeRows, String afterRows, ArrowField schema, RowEncoder<R> encoder) {
    ArrowTarget(String insert, ArrowField schema, RowEncoder<R> encoder) {
      this(insert, "", schema, encoder);
    }
  }

  /** Where the memory of columns comes from. */
  @FunctionalInterface
  private interface MemorySource {
    Memory allocate(long size);
  }

  /** Rows as DuckDB scans them: in batches that several threads take. */
  private abstract static class ArrowRows<R> implements RowBuffer<R> {
    /**
     * What DuckDB stores together: smaller batches take it more time, one alone only one thread.
     */
    private static final int BATCH = 122_880;

    private static final int ROOM = 1024; // rows that there is room for at least
    private static final int BATCHES = 4;
    private static final long BYTES = 16 * 1024 * 1024;

    private final ArrowTarget<R> target;
    private final MemorySource source;
    private final List<ArrowColumn> batches = new ArrayList<>();
    private int most = BATCHES;
    private int full; // batches that are
    private int rows;

    ArrowRows(ArrowTarget<R> target, MemorySource source) {
      this.target = target;
      this.source = source;
    }

    /** Inserts the rows of batches by one statement. */
    abstract long insert(Connection connection, ArrowTarget<R> target, List<ArrowColumn> batches)
        throws SQLException;

    @Override
    public void add(R row) throws SQLException {
      if (batches.size() == full) {
        batches.add(newBatch(full == 0 ? 0 : BATCH));
      }
      boolean last = addTo(batches.get(full), row);
      rows++;
      if (last) {
        full++;
      }
    }

    /** A batch for so many rows, or for as many as one may have; it grows where those are few. */
    ArrowColumn newBatch(int rows) {
      int room = Math.min(Math.max(rows, ROOM), BATCH);
      return new ArrowColumn(target.schema, source, room, null);
    }

    /** Puts a row into a batch, and reports whether that is full then. */
    boolean addTo(ArrowColumn batch, R row) throws SQLException {
      target.encoder.encode(row, batch);
      batch.add();
      return batch.length == BATCH || batch.textSize >= BYTES;
    }

    @Override
    public int rows() {
      return rows;
    }

    @Override
    public boolean isFull() {
      return full == most;
    }

    @Override
    public void hold(int count) {
      most = (count + BATCH - 1) / BATCH;
    }

    @Override
    public long write(Connection connection, long first) throws SQLException {
      int used = batches.size() == full ? full : full + 1;
      long affected;
      try {
        affected = insert(connection, target, batches.subList(0, used));
      } catch (SQLException e) {
        throw inRows(first, rows, e);
      }
      batches.forEach(ArrowColumn::clear);
      full = 0;
      rows = 0;
      return affected;
    }

    @Override
    public void close() {
      batches.forEach(ArrowColumn::free);
      batches.clear();
    }
  }

  /** A column of a batch, or the batch: a struct of all columns. */
  private static final class ArrowColumn {
    private final MemorySource source;
    private final ArrowField field;
    private final ArrowColumn batch; // that it belongs to
    private final int width; // bits of a value, 0 where those differ or there are none
    private final ArrowColumn[] children;
    private Memory valid; // a bit for each row
    private Memory values; // or the ends of lists and texts
    private Memory bytes; // of texts
    private long byteRoom;
    private int room; // rows
    private int length;
    private int nulls;
    private int end; // of bytes
    private long textSize; // of all texts, in a batch

    ArrowColumn(ArrowField field, MemorySource source, int first, /*? @Nullable */ ArrowColumn of) {
      this.batch = of == null ? this : of;
      this.source = source;
      this.field = field;
      this.width = width(field.format);
      this.children = new ArrowColumn[field.children.length];
      for (int i = 0; i < children.length; i++) {
        children[i] = new ArrowColumn(field.children[i], source, first, this.batch);
      }
      this.room = first;
      this.valid = ones(first);
      this.values = source.allocate(size(first));
      this.values.setLong(0, 0);
      this.bytes = source.allocate(0);
    }

    /** How many bits a format takes in the buffer of values. */
    private static int width(String format) {
      return switch (format.charAt(0)) {
        case 'b' -> 1;
        case 'c', 'C' -> 8;
        case 's', 'S' -> 16;
        case 'i', 'I', 'f', 'u', 'z' -> 32;
        case 'l', 'L', 'g' -> 64;
        case 'd' -> format.endsWith(",64") ? 64 : 128;
        case 't' -> format.equals("tdD") ? 32 : 64;
        case 'w' -> 128;
        default -> format.equals("+l") || format.equals("+m") ? 32 : 0;
      };
    }

    private boolean isText() {
      return field.format.equals("u") || field.format.equals("z");
    }

    ArrowColumn child(int index) {
      return children[index];
    }

    /** How many bytes the values of rows take, and an end more. */
    private long size(int rows) {
      return (long) (rows + 1) * width / 8 + 8;
    }

    private Memory ones(int rows) {
      Memory bits = source.allocate((rows + 7) / 8);
      bits.fill((byte) -1, (rows + 7) / 8);
      return bits;
    }

    private void grow() {
      int more = Math.multiplyExact(room, 2);
      Memory bits = ones(more);
      bits.copy(valid, (room + 7) / 8);
      valid.free();
      valid = bits;
      Memory next = source.allocate(size(more));
      next.copy(values, size(room));
      values.free();
      values = next;
      room = more;
    }

    /** Adds a row, whose value is put or is in the children. */
    int add() {
      if (length == room) {
        grow();
      }
      return length++;
    }

    void addNull() {
      int at = add();
      byte mask = (byte) ~(1 << (at & 7));
      valid.setByte(at >> 3, (byte) (valid.getByte(at >> 3) & mask));
      nulls++;
      if (isText()) {
        values.setInt(4L * (at + 1), end);
      } else if (field.format.equals("+l") || field.format.equals("+m")) {
        endList(at);
      } else {
        for (ArrowColumn child : children) { // of a struct or an array of a fixed length
          for (int i = 0; i < perRow(); i++) {
            child.addNull();
          }
        }
      }
    }

    private int perRow() {
      return field.format.startsWith("+w:") ? Integer.parseInt(field.format.substring(3)) : 1;
    }

    /** Adds a list, whose elements have been put. */
    void addList() {
      endList(add());
    }

    private void endList(int at) {
      values.setInt(4L * (at + 1), children[0].length);
    }

    void addBit(boolean value) {
      int at = add();
      int bits = values.getByte(at >> 3);
      int mask = 1 << (at & 7);
      values.setByte(at >> 3, (byte) (value ? bits | mask : bits & ~mask));
    }

    void addByte(byte value) {
      int at = add();
      values.setByte(at, value);
    }

    void addShort(short value) {
      int at = add();
      values.setShort(2L * at, value);
    }

    void addInt(int value) {
      int at = add();
      values.setInt(4L * at, value);
    }

    void addLong(long value) {
      int at = add();
      values.setLong(8L * at, value);
    }

    void addFloat(float value) {
      int at = add();
      values.setFloat(4L * at, value);
    }

    void addDouble(double value) {
      int at = add();
      values.setDouble(8L * at, value);
    }

    /** Adds 128 bits. */
    private void addLongs(long first, long second) {
      int at = add();
      values.setLong(16L * at, first);
      values.setLong(16L * at + 8, second);
    }

    void addUuid(UUID value) {
      addLongs(
          Long.reverseBytes(value.getMostSignificantBits()),
          Long.reverseBytes(value.getLeastSignificantBits()));
    }

    void addDecimal(BigDecimal value) {
      BigInteger digits = value.unscaledValue();
      if (width == 64) {
        addLong(digits.longValue());
      } else {
        addLongs(digits.longValue(), digits.shiftRight(64).longValue());
      }
    }

    void addText(String value) {
      addBytes(value.getBytes(StandardCharsets.UTF_8));
    }

    void addBytes(byte[] value) {
      int next = Math.addExact(end, value.length);
      if (next > byteRoom) {
        byteRoom = Math.max(next, Math.max(16L * room, 2 * byteRoom));
        Memory more = source.allocate(byteRoom);
        more.copy(bytes, end);
        bytes.free();
        bytes = more;
      }
      bytes.setBytes(end, value);
      end = next;
      batch.textSize += value.length;
      int at = add();
      values.setInt(4L * (at + 1), end);
    }

    void clear() {
      if (nulls > 0) {
        valid.fill((byte) -1, (room + 7) / 8);
      }
      length = 0;
      nulls = 0;
      end = 0;
      textSize = 0;
      for (ArrowColumn child : children) {
        child.clear();
      }
    }

    void free() {
      valid.free();
      values.free();
      bytes.free();
      for (ArrowColumn child : children) {
        child.free();
      }
    }
  }

  /** The elements of a list of a fixed length. */
  private static <T> List<T> elements(List<T> value, int length, String name) throws SQLException {
    if (value.size() != length) {
      throw new SQLException(name + " has " + value.size() + " elements, not " + length);
    }
    return value;
  }
}
