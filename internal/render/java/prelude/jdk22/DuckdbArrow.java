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
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.arrow.c.ArrowArrayStream;
import org.duckdb.DuckDBConnection;

final class DuckdbArrow {
  /** Memory that is not the JVM's. */
  private record Memory(MemorySegment segment) {
    byte getByte(long at) {
      return segment.get(ValueLayout.JAVA_BYTE, at);
    }

    void setByte(long at, byte value) {
      segment.set(ValueLayout.JAVA_BYTE, at, value);
    }

    void setShort(long at, short value) {
      segment.set(ValueLayout.JAVA_SHORT, at, value);
    }

    void setInt(long at, int value) {
      segment.set(ValueLayout.JAVA_INT, at, value);
    }

    void setLong(long at, long value) {
      segment.set(ValueLayout.JAVA_LONG, at, value);
    }

    void setFloat(long at, float value) {
      segment.set(ValueLayout.JAVA_FLOAT, at, value);
    }

    void setDouble(long at, double value) {
      segment.set(ValueLayout.JAVA_DOUBLE, at, value);
    }

    void setBytes(long at, byte[] value) {
      MemorySegment.copy(value, 0, segment, ValueLayout.JAVA_BYTE, at, value.length);
    }

    void fill(byte value, long size) {
      segment.asSlice(0, size).fill(value);
    }

    void copy(Memory from, long size) {
      MemorySegment.copy(from.segment, 0, segment, 0, size);
    }

    /** All of it is freed together. */
    void free() {}
  }

  /** Rows in foreign memory, which DuckDB reads through Arrow's C interface. */
  private static final class ForeignRows<R> extends ArrowRows<R> {
    private final Arena arena;
    private List<R> given = List.of(); // rows that are put into batches when DuckDB wants them

    ForeignRows(ArrowTarget<R> target) {
      this(target, Arena.ofShared());
    }

    private ForeignRows(ArrowTarget<R> target, Arena arena) {
      super(target, size -> new Memory(arena.allocate(size, 64)));
      this.arena = arena;
    }

    @Override
    public boolean addAll(Collection<? extends R> all) {
      if (rows() > 0) {
        return false;
      }
      given = new ArrayList<>(all);
      return true;
    }

    @Override
    public int rows() {
      return given.isEmpty() ? super.rows() : given.size();
    }

    @Override
    public long write(Connection connection, long first) throws SQLException {
      if (given.isEmpty()) {
        return super.write(connection, first);
      }
      GivenRows<R> batches = new GivenRows<>(this, given, first);
      long affected;
      try (ArrowStream stream = new ArrowStream(super.target.schema, batches)) {
        affected = stream.execute(connection, super.target.beforeRows, super.target.afterRows);
      } catch (SQLException e) {
        batches.failUnlessEncoded();
        throw inRows(first, given.size(), e);
      }
      given = List.of();
      return affected;
    }

    @Override
    long insert(Connection connection, ArrowTarget<R> target, List<ArrowColumn> batches)
        throws SQLException {
      try (ArrowStream stream = new ArrowStream(target.schema, new KeptBatches(batches))) {
        return stream.execute(connection, target.beforeRows, target.afterRows);
      }
    }

    @Override
    public void close() {
      super.close();
      arena.close();
    }
  }

  /** The batches of a stream, as DuckDB asks for them. */
  private interface BatchSource {
    /** The next batch; null behind the last one. */
    /*? @Nullable */ ArrowColumn next() throws SQLException;

    /** DuckDB no longer reads a batch. */
    void release(ArrowColumn batch);
  }

  /** Batches that are there already. */
  private record KeptBatches(Iterator<ArrowColumn> batches) implements BatchSource {
    KeptBatches(List<ArrowColumn> batches) {
      this(batches.iterator());
    }

    @Override
    public /*? @Nullable */ ArrowColumn next() {
      return batches.hasNext() ? batches.next() : null;
    }

    @Override
    public void release(ArrowColumn batch) {}
  }

  /** Puts rows into batches while DuckDB inserts earlier ones, and uses those again. */
  private static final class GivenRows<R> implements BatchSource {
    private final ForeignRows<R> buffer;
    private final List<R> rows;
    private final long first; // the number of the first row
    private final Queue<ArrowColumn> free = new ConcurrentLinkedQueue<>();
    private int next; // row
    private /*? @Nullable */ Throwable failure; // of which DuckDB only learns that there is one

    GivenRows(ForeignRows<R> buffer, List<R> rows, long first) {
      this.buffer = buffer;
      this.rows = rows;
      this.first = first;
    }

    @Override
    public /*? @Nullable */ ArrowColumn next() throws SQLException {
      if (next == rows.size()) {
        return null;
      }
      ArrowColumn batch = free.poll();
      if (batch == null) {
        batch = buffer.newBatch(rows.size() - next);
      } else {
        batch.clear();
      }
      try {
        boolean full = false;
        while (!full && next < rows.size()) {
          full = buffer.addTo(batch, rows.get(next));
          next++;
        }
      } catch (Throwable e) {
        failure = e;
        throw e;
      }
      return batch;
    }

    /** Fails with what ended the stream before its end. */
    void failUnlessEncoded() throws SQLException {
      if (failure instanceof SQLException e) {
        throw inRows(first + next, 1, e);
      } else if (failure instanceof RuntimeException e) {
        throw e;
      } else if (failure instanceof Error e) {
        throw e;
      }
    }

    @Override
    public void release(ArrowColumn batch) {
      free.add(batch);
    }
  }

  /** Batches as a stream of Arrow's C interface, for one statement. */
  private static final class ArrowStream implements AutoCloseable {
    private static final int ARRAY_SIZE = 80;
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
    private static final Map<Long, Runnable> RELEASES = new ConcurrentHashMap<>(); // of batches
    private static final MemorySegment REFUSED = Arena.global().allocateFrom("a row was refused");

    private final Arena arena = Arena.ofAuto(); // small; closing a shared one waits for all threads
    private final long number = NUMBERS.incrementAndGet();
    private final MemorySegment stream = arena.allocate(40, 8);
    private final MemorySegment schema;
    private final BatchSource batches;
    private boolean failed;

    ArrowStream(ArrowField schema, BatchSource batches) {
      this.schema = describe(schema);
      this.batches = batches;
      MemorySegment[] functions = {GET_SCHEMA, GET_NEXT, LAST_ERROR, RELEASE_STREAM};
      for (int i = 0; i < functions.length; i++) {
        stream.setAtIndex(ValueLayout.ADDRESS, i, functions[i]);
      }
      stream.set(ValueLayout.JAVA_LONG, 32, number);
      STREAMS.put(number, this);
    }

    /**
     * Executes a statement that reads all rows, through a view that is gone afterwards; returns how
     * many rows of the table were affected.
     */
    long execute(Connection connection, String before, String after) throws SQLException {
      long affected;
      String view = "_sqg_rows_" + number;
      begun(connection); // its end is the view's too
      connection
          .unwrap(DuckDBConnection.class)
          .registerArrowStream(view, ArrowArrayStream.wrap(stream.address()));
      try (PreparedStatement statement = connection.prepareStatement(before + view + after)) {
        affected = statement.executeLargeUpdate();
      } catch (Throwable failure) {
        try {
          runSql(connection, "DROP VIEW " + view);
        } catch (SQLException e) {
          failure.addSuppressed(e); // the transaction is spoilt: its end drops the view
        }
        throw failure;
      }
      runSql(connection, "DROP VIEW " + view);
      return affected;
    }

    @Override
    public void close() {
      STREAMS.remove(number);
    }

    /** The array of the C data interface; none of its memory is DuckDB's to free. */
    private MemorySegment describe(ArrowColumn column) {
      int count = column.children.length;
      MemorySegment array = arena.allocate(ARRAY_SIZE + 8L * (3 + count), 8);
      MemorySegment pointers = array.asSlice(ARRAY_SIZE);
      int buffers = 0;
      MemorySegment valid = column.nulls == 0 ? MemorySegment.NULL : column.valid.segment;
      pointers.setAtIndex(ValueLayout.ADDRESS, buffers++, valid);
      if (column.width > 0) {
        pointers.setAtIndex(ValueLayout.ADDRESS, buffers++, column.values.segment);
      }
      if (column.isText()) {
        pointers.setAtIndex(ValueLayout.ADDRESS, buffers++, column.bytes.segment);
      }
      MemorySegment held = pointers.asSlice(24);
      for (int i = 0; i < count; i++) {
        held.setAtIndex(ValueLayout.ADDRESS, i, describe(column.children[i]));
      }
      long[] head = {column.length, column.nulls, 0, buffers, count};
      MemorySegment.copy(head, 0, array, ValueLayout.JAVA_LONG, 0, head.length);
      array.set(ValueLayout.ADDRESS, 40, pointers);
      array.set(ValueLayout.ADDRESS, 48, held);
      array.set(ValueLayout.ADDRESS, 56, MemorySegment.NULL);
      array.set(ValueLayout.ADDRESS, 64, RELEASE_ARRAY);
      return array;
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
      MemorySegment array = at(out, ARRAY_SIZE).fill((byte) 0);
      try {
        ArrowColumn batch = rows.batches.next();
        if (batch != null) {
          long release = NUMBERS.incrementAndGet();
          RELEASES.put(release, () -> rows.batches.release(batch));
          array.copyFrom(rows.describe(batch).asSlice(0, ARRAY_SIZE));
          array.set(ValueLayout.JAVA_LONG, 72, release);
        }
        return 0;
      } catch (Throwable e) {
        rows.failed = true;
        return 1;
      }
    }

    private static long lastError(long stream) {
      return of(stream).failed ? REFUSED.address() : 0;
    }

    private static void releaseStream(long stream) {
      at(stream, 40).set(ValueLayout.JAVA_LONG, 24, 0);
    }

    private static void releaseArray(long array) {
      MemorySegment released = at(array, ARRAY_SIZE);
      released.set(ValueLayout.JAVA_LONG, 64, 0);
      Runnable release = RELEASES.remove(released.get(ValueLayout.JAVA_LONG, 72));
      if (release != null) {
        release.run();
      }
    }

    private static void releaseSchema(long schema) {
      at(schema, 72).set(ValueLayout.JAVA_LONG, 56, 0);
    }
  }
}
