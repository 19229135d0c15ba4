// How an appender's rows are written with duckdb_jdbc as columns of Arrow, which are laid out in
// foreign memory: that takes JDK 22, but none of Arrow's libraries. Common.java says how this file
// is read.
package prelude.jdk22;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.arrow.c.ArrowArrayStream;
import org.duckdb.DuckDBConnection;

final class DuckdbArrow {
  private DuckdbArrow() {}

  private interface RowBuffer<R> extends AutoCloseable {
    void add(R row) throws SQLException;

    int rows();

    boolean isFull();

    void write(Connection connection, long first) throws SQLException;

    @Override
    void close();
  }

  private static SQLException inRows(long first, int count, SQLException failure) {
    throw new UnsupportedOperationException("in Common.java");
  }

  private static void runSql(Connection connection, String sql) throws SQLException {
    throw new UnsupportedOperationException("in Duckdb.java");
  }

  // section ArrowRows: BufferInserter ArrowStream

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
  private record ArrowTarget<R>(String insert, ArrowField schema, RowEncoder<R> encoder) {}

  /** Rows as DuckDB scans them: in batches that several threads take. */
  private static final class ArrowRows<R> implements RowBuffer<R> {
    /**
     * What DuckDB stores together: smaller batches take it more time, one alone only one thread.
     */
    private static final int BATCH = 122_880;

    private static final int FIRST = 1024; // rows that there is room for at first
    private static final int BATCHES = 4;
    private static final long BYTES = 16 * 1024 * 1024;

    private final ArrowTarget<R> target;
    private final Arena arena = Arena.ofShared();
    private final List<ArrowColumn> batches = new ArrayList<>();
    private int full; // batches that are
    private int rows;

    ArrowRows(ArrowTarget<R> target) {
      this.target = target;
    }

    @Override
    public void add(R row) throws SQLException {
      if (batches.size() == full) {
        batches.add(new ArrowColumn(target.schema, arena, full == 0 ? FIRST : BATCH, null));
      }
      ArrowColumn batch = batches.get(full);
      target.encoder.encode(row, batch);
      batch.add();
      rows++;
      if (batch.length == BATCH || batch.textSize >= BYTES) {
        full++;
      }
    }

    @Override
    public int rows() {
      return rows;
    }

    @Override
    public boolean isFull() {
      return full == BATCHES;
    }

    @Override
    public void write(Connection connection, long first) throws SQLException {
      int used = batches.size() == full ? full : full + 1;
      try (ArrowStream stream = new ArrowStream(target.schema, batches.subList(0, used))) {
        stream.insert(connection, target.insert);
      } catch (SQLException e) {
        throw inRows(first, rows, e);
      }
      batches.forEach(ArrowColumn::clear);
      full = 0;
      rows = 0;
    }

    @Override
    public void close() {
      arena.close();
    }
  }

  /** A column of a batch, or the batch: a struct of all columns. */
  private static final class ArrowColumn {
    private static final int ARRAY_SIZE = 80;

    private final Arena arena;
    private final ArrowField field;
    private final ArrowColumn batch; // that it belongs to
    private final int width; // bits of a value, 0 where those differ or there are none
    private final ArrowColumn[] children;
    private final MemorySegment array; // as Arrow's C data interface has it
    private MemorySegment valid; // a bit for each row
    private MemorySegment values; // or the ends of lists and texts
    private MemorySegment bytes = MemorySegment.NULL; // of texts
    private int room; // rows
    private int length;
    private int nulls;
    private int end; // of bytes
    private long textSize; // of all texts, in a batch

    ArrowColumn(ArrowField field, Arena arena, int first, /*? @Nullable */ ArrowColumn batch) {
      this.batch = batch == null ? this : batch;
      this.arena = arena;
      this.field = field;
      this.width = width(field.format);
      this.children = new ArrowColumn[field.children.length];
      for (int i = 0; i < children.length; i++) {
        children[i] = new ArrowColumn(field.children[i], arena, first, this.batch);
      }
      this.array = arena.allocate(ARRAY_SIZE + 8L * (3 + children.length), 8);
      this.valid = MemorySegment.NULL;
      this.values = MemorySegment.NULL;
      grow(first);
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

    private void grow(int more) {
      MemorySegment bits = arena.allocate((more + 7) / 8, 64).fill((byte) -1);
      MemorySegment next = arena.allocate((long) (more + 1) * width / 8 + 8, 64);
      if (room > 0) {
        MemorySegment.copy(valid, 0, bits, 0, room / 8);
        MemorySegment.copy(values, 0, next, 0, (long) (room + 1) * width / 8);
      }
      valid = bits;
      values = next;
      room = more;
    }

    /** Adds a row, whose value is put or is in the children. */
    int add() {
      if (length == room) {
        grow(Math.multiplyExact(room, 2));
      }
      return length++;
    }

    void addNull() {
      int at = add();
      byte mask = (byte) ~(1 << (at & 7));
      valid.set(
          ValueLayout.JAVA_BYTE,
          at >> 3,
          (byte) (valid.get(ValueLayout.JAVA_BYTE, at >> 3) & mask));
      nulls++;
      if (isText()) {
        values.setAtIndex(ValueLayout.JAVA_INT, at + 1L, end);
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
      values.setAtIndex(ValueLayout.JAVA_INT, at + 1L, children[0].length);
    }

    void addBit(boolean value) {
      int at = add();
      int bits = values.get(ValueLayout.JAVA_BYTE, at >> 3);
      int mask = 1 << (at & 7);
      values.set(ValueLayout.JAVA_BYTE, at >> 3, (byte) (value ? bits | mask : bits & ~mask));
    }

    void addByte(byte value) {
      int at = add();
      values.set(ValueLayout.JAVA_BYTE, at, value);
    }

    void addShort(short value) {
      int at = add();
      values.setAtIndex(ValueLayout.JAVA_SHORT, at, value);
    }

    void addInt(int value) {
      int at = add();
      values.setAtIndex(ValueLayout.JAVA_INT, at, value);
    }

    void addLong(long value) {
      int at = add();
      values.setAtIndex(ValueLayout.JAVA_LONG, at, value);
    }

    void addFloat(float value) {
      int at = add();
      values.setAtIndex(ValueLayout.JAVA_FLOAT, at, value);
    }

    void addDouble(double value) {
      int at = add();
      values.setAtIndex(ValueLayout.JAVA_DOUBLE, at, value);
    }

    /** Adds 128 bits. */
    private void addLongs(long first, long second) {
      int at = add();
      values.setAtIndex(ValueLayout.JAVA_LONG, 2L * at, first);
      values.setAtIndex(ValueLayout.JAVA_LONG, 2L * at + 1, second);
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
      if (next > bytes.byteSize()) {
        MemorySegment more =
            arena.allocate(Math.max(next, Math.max(16L * room, 2 * bytes.byteSize())));
        MemorySegment.copy(bytes, 0, more, 0, end);
        bytes = more;
      }
      MemorySegment.copy(value, 0, bytes, ValueLayout.JAVA_BYTE, end, value.length);
      end = next;
      batch.textSize += value.length;
      int at = add();
      values.setAtIndex(ValueLayout.JAVA_INT, at + 1L, end);
    }

    void clear() {
      if (nulls > 0) {
        valid.fill((byte) -1);
      }
      length = 0;
      nulls = 0;
      end = 0;
      textSize = 0;
      for (ArrowColumn child : children) {
        child.clear();
      }
    }

    /** Fills in the array of the C data interface; none of its memory is DuckDB's to free. */
    MemorySegment describe() {
      String format = field.format;
      MemorySegment pointers = array.asSlice(ARRAY_SIZE);
      int buffers = 0;
      pointers.setAtIndex(ValueLayout.ADDRESS, buffers++, nulls == 0 ? MemorySegment.NULL : valid);
      if (width > 0) {
        pointers.setAtIndex(ValueLayout.ADDRESS, buffers++, values);
      }
      if (isText()) {
        pointers.setAtIndex(ValueLayout.ADDRESS, buffers++, bytes);
      }
      MemorySegment held = pointers.asSlice(24);
      for (int i = 0; i < children.length; i++) {
        held.setAtIndex(ValueLayout.ADDRESS, i, children[i].describe());
      }
      long[] head = {length, nulls, 0, buffers, children.length};
      MemorySegment.copy(head, 0, array, ValueLayout.JAVA_LONG, 0, head.length);
      array.set(ValueLayout.ADDRESS, 40, pointers);
      array.set(ValueLayout.ADDRESS, 48, held);
      array.set(ValueLayout.ADDRESS, 56, MemorySegment.NULL);
      array.set(ValueLayout.ADDRESS, 64, ArrowStream.RELEASE_ARRAY);
      return array;
    }
  }

  // section ArrowStream: runSql inRows

  /** Batches as a stream of Arrow's C interface, for one statement. */
  private static final class ArrowStream implements AutoCloseable {
    private static final FunctionDescriptor GET =
        FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.JAVA_LONG, ValueLayout.JAVA_LONG);
    private static final FunctionDescriptor RELEASE =
        FunctionDescriptor.ofVoid(ValueLayout.JAVA_LONG);
    private static final MemorySegment GET_SCHEMA = stub("getSchema", GET);
    private static final MemorySegment GET_NEXT = stub("getNext", GET);
    private static final MemorySegment LAST_ERROR =
        stub("lastError", FunctionDescriptor.of(ValueLayout.JAVA_LONG, ValueLayout.JAVA_LONG));
    private static final MemorySegment RELEASE_STREAM = stub("releaseStream", RELEASE);
    private static final MemorySegment RELEASE_ARRAY = stub("releaseArray", RELEASE);
    private static final MemorySegment RELEASE_SCHEMA = stub("releaseSchema", RELEASE);

    private static final AtomicLong NUMBERS = new AtomicLong();
    private static final Map<Long, ArrowStream> STREAMS = new ConcurrentHashMap<>();

    private final Arena arena = Arena.ofShared();
    private final long number = NUMBERS.incrementAndGet();
    private final MemorySegment stream = arena.allocate(40, 8);
    private final MemorySegment schema;
    private final List<ArrowColumn> batches;
    private int next;

    ArrowStream(ArrowField schema, List<ArrowColumn> batches) {
      this.schema = describe(schema);
      this.batches = batches;
      MemorySegment[] functions = {GET_SCHEMA, GET_NEXT, LAST_ERROR, RELEASE_STREAM};
      for (int i = 0; i < functions.length; i++) {
        stream.setAtIndex(ValueLayout.ADDRESS, i, functions[i]);
      }
      stream.set(ValueLayout.JAVA_LONG, 32, number);
      STREAMS.put(number, this);
    }

    /** Inserts all rows, through a view that is gone afterwards. */
    void insert(Connection connection, String insert) throws SQLException {
      String view = "_sqg_rows_" + number;
      if (!connection.getAutoCommit()) {
        runSql(connection, "SELECT 1"); // begins the transaction, whose end is the view's too
      }
      connection
          .unwrap(DuckDBConnection.class)
          .registerArrowStream(view, ArrowArrayStream.wrap(stream.address()));
      try (PreparedStatement statement = connection.prepareStatement(insert + view)) {
        statement.executeUpdate();
      } catch (Throwable failure) {
        try {
          runSql(connection, "DROP VIEW " + view);
        } catch (SQLException e) {
          failure.addSuppressed(e); // the transaction is spoilt: its end drops the view
        }
        throw failure;
      }
      runSql(connection, "DROP VIEW " + view);
    }

    @Override
    public void close() {
      STREAMS.remove(number);
      arena.close();
    }

    private MemorySegment describe(ArrowField field) {
      MemorySegment described = arena.allocate(72 + 8L * field.children.length, 8);
      described.set(ValueLayout.ADDRESS, 0, arena.allocateFrom(field.format));
      described.set(ValueLayout.ADDRESS, 8, arena.allocateFrom(field.name));
      if (field.uuid) {
        described.set(ValueLayout.ADDRESS, 16, extension("arrow.uuid"));
      }
      described.set(ValueLayout.JAVA_LONG, 24, 2); // there may be NULLs
      described.set(ValueLayout.JAVA_LONG, 32, field.children.length);
      MemorySegment children = described.asSlice(72);
      described.set(ValueLayout.ADDRESS, 40, children);
      for (int i = 0; i < field.children.length; i++) {
        children.setAtIndex(ValueLayout.ADDRESS, i, describe(field.children[i]));
      }
      described.set(ValueLayout.ADDRESS, 56, RELEASE_SCHEMA);
      return described;
    }

    /** The metadata that names an extension type: a number of pairs, each text with its length. */
    private MemorySegment extension(String name) {
      String[] texts = {"ARROW:extension:name", name, "ARROW:extension:metadata", ""};
      MemorySegment metadata = arena.allocate(256, 8);
      metadata.set(ValueLayout.JAVA_INT, 0, texts.length / 2);
      long at = 4;
      for (String text : texts) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        metadata.set(ValueLayout.JAVA_INT_UNALIGNED, at, bytes.length);
        MemorySegment.copy(bytes, 0, metadata, ValueLayout.JAVA_BYTE, at + 4, bytes.length);
        at += 4 + bytes.length;
      }
      return metadata;
    }

    @SuppressWarnings("restricted") // there is no other way to be called by DuckDB
    private static MemorySegment stub(String method, FunctionDescriptor type) {
      try {
        MethodHandles.Lookup lookup = MethodHandles.lookup();
        return Linker.nativeLinker()
            .upcallStub(
                lookup.findStatic(ArrowStream.class, method, type.toMethodType()),
                type,
                Arena.global());
      } catch (ReflectiveOperationException e) {
        throw new IllegalStateException(e);
      }
    }

    @SuppressWarnings("restricted") // the memory is DuckDB's
    private static MemorySegment at(long address, long size) {
      return MemorySegment.ofAddress(address).reinterpret(size);
    }

    private static ArrowStream of(long stream) {
      return STREAMS.get(at(stream, 40).get(ValueLayout.JAVA_LONG, 32));
    }

    // DuckDB calls these. An exception would end the process.

    private static int getSchema(long stream, long out) {
      at(out, 72).copyFrom(of(stream).schema.asSlice(0, 72));
      return 0;
    }

    /** DuckDB's threads take one batch at a time. */
    private static int getNext(long stream, long out) {
      ArrowStream rows = of(stream);
      MemorySegment array = at(out, ArrowColumn.ARRAY_SIZE).fill((byte) 0);
      if (rows.next < rows.batches.size()) {
        MemorySegment batch = rows.batches.get(rows.next++).describe();
        array.copyFrom(batch.asSlice(0, ArrowColumn.ARRAY_SIZE));
      }
      return 0;
    }

    private static long lastError(long stream) {
      return 0;
    }

    private static void releaseStream(long stream) {
      at(stream, 40).set(ValueLayout.JAVA_LONG, 24, 0);
    }

    private static void releaseArray(long array) {
      at(array, ArrowColumn.ARRAY_SIZE).set(ValueLayout.JAVA_LONG, 64, 0);
    }

    private static void releaseSchema(long schema) {
      at(schema, 72).set(ValueLayout.JAVA_LONG, 56, 0);
    }
  }

  // section elements:

  /** The elements of a list of a fixed length. */
  private static <T> List<T> elements(List<T> value, int length, String name) throws SQLException {
    if (value.size() != length) {
      throw new SQLException(name + " has " + value.size() + " elements, not " + length);
    }
    return value;
  }
}
