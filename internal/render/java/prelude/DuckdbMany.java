// How one statement of DuckDB is executed for many rows, which it joins; Common.java says how this
// file is read.
package prelude;

import java.math.BigInteger;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.UUID;
import java.util.function.Supplier;

final class DuckdbMany {
  /**
   * How a statement is executed for many rows: a few one by one, up to atOnce by one statement that
   * joins them. Rows of one key go into statements one after the other.
   */
  private record Many<R>(
      String sql,
      RowBinder<R> binder,
      int few,
      int atOnce,
      /*? @Nullable */ RowKey<R> key,
      Supplier<RowBuffer<R>> buffer) {}

  /** The values of a row that may be those of another, too. */
  @FunctionalInterface
  private interface RowKey<R> {
    /*? @Nullable */ Object[] of(R row);
  }

  /** Executes a statement for many rows, all or none; returns the number of affected rows. */
  private static <R> long many(Connection connection, Many<R> many, Iterable<? extends R> rows)
      throws SQLException {
    Iterator<? extends R> source = rows.iterator();
    List<R> first = new ArrayList<>();
    while (first.size() < many.few && source.hasNext()) {
      first.add(source.next());
    }
    if (first.size() < many.few) {
      return each(connection, many.sql, many.binder, first);
    }
    if (!noTransaction(connection)) {
      return atomically(connection, () -> joined(connection, many, first, source));
    }
    KeptSource<R> kept = new KeptSource<>(first, source, many.atOnce);
    try {
      return inTransaction(connection, () -> joined(connection, many, List.of(), kept));
    } catch (SQLException failure) {
      List<R> all = kept.rest();
      if (all == null) {
        throw failure;
      }
      int good = withoutFailure(connection, many, all);
      return inTransaction(
          connection,
          () ->
              joined(connection, many, all.subList(0, good))
                  + each(connection, many.sql, many.binder, all.subList(good, all.size()), good));
    }
  }

  /** A source that keeps its rows, unless there are more than so many. */
  private static final class KeptSource<R> implements Iterator<R> {
    private final Iterator<? extends R> source;
    private final int most;
    private final RowList<R> rows = new RowList<>();
    private int next;
    private boolean more;

    KeptSource(List<R> first, Iterator<? extends R> source, int most) {
      rows.addAll(first);
      this.source = source;
      this.most = most;
    }

    @Override
    public boolean hasNext() {
      return next < rows.size() || source.hasNext();
    }

    @Override
    public R next() {
      if (next < rows.size()) {
        return rows.get(next++);
      }
      R row = source.next();
      if (next == most) {
        rows.clear();
        more = true;
      }
      if (!more) {
        rows.add(row);
        next++;
      }
      return row;
    }

    /** All rows, also those that were not asked for; null where they are too many. */
    /*? @Nullable */ List<R> rest() {
      while (!more && source.hasNext()) {
        next();
      }
      return more ? null : rows;
    }
  }

  private static <R> long joined(Connection connection, Many<R> many, List<R> rows)
      throws SQLException {
    return joined(connection, many, List.of(), rows.iterator());
  }

  /** Executes statements that join the first rows and those behind them. */
  private static <R> long joined(
      Connection connection, Many<R> many, List<R> first, Iterator<? extends R> source)
      throws SQLException {
    try (Rounds<R> rounds = new Rounds<>(connection, many)) {
      for (R row : first) {
        rounds.add(row);
      }
      while (source.hasNext()) {
        rounds.add(source.next());
      }
      return rounds.end();
    }
  }

  /** A row whose key has come before, and how often. */
  private record LaterRow<R>(int round, R row) {}

  /**
   * Rows on their way into statements: the first of each key go into one, the second into the one
   * behind it. A row is put into the buffer soon after the source has made it, as the processor has
   * it at hand then.
   */
  private static final class Rounds<R> implements AutoCloseable {
    private static final int AT_HAND = 1024;

    private final Connection connection;
    private final Many<R> many;
    private final RowBuffer<R> buffer;
    private final List<R> atHand = new ArrayList<>(AT_HAND);
    private final List<LaterRow<R>> later = new ArrayList<>();
    private KeyCounts counts = new KeyCounts();
    private long before; // rows of earlier rounds
    private int rows; // that were divided since
    private int written; // of them
    private long affected;

    Rounds(Connection connection, Many<R> many) {
      this.connection = connection;
      this.many = many;
      buffer = many.buffer.get();
      buffer.hold(many.atOnce);
    }

    void add(R row) throws SQLException {
      atHand.add(row);
      if (atHand.size() == AT_HAND || rows + atHand.size() == many.atOnce) {
        divide();
      }
      if (rows == many.atOnce) {
        executeAll();
      }
    }

    /** Executes what is left; returns how many rows of the table all statements have affected. */
    long end() throws SQLException {
      divide();
      executeAll();
      return affected;
    }

    private void divide() throws SQLException {
      int[] rounds = new int[atHand.size()];
      if (many.key != null) {
        rounds = counts.add(atHand, many.key);
      }
      for (int i = 0; i < rounds.length; i++) {
        rows++;
        if (rounds[i] == 0) {
          put(atHand.get(i));
        } else {
          later.add(new LaterRow<>(rounds[i], atHand.get(i)));
        }
      }
      atHand.clear();
    }

    private void put(R row) throws SQLException {
      try {
        buffer.add(row);
      } catch (SQLException e) {
        throw later.isEmpty() ? inRows(before + rows, 1, e) : inRows(before + 1, rows, e);
      }
      if (buffer.isFull()) {
        execute();
      }
    }

    private void execute() throws SQLException {
      int count = buffer.rows();
      if (count > 0) {
        affected += named(() -> buffer.write(connection, before + written + 1));
        written += count;
      }
    }

    /** A round has no more rows than the one before: those behind a small one are small, too. */
    private void executeAll() throws SQLException {
      execute();
      later.sort(Comparator.comparingInt(LaterRow::round));
      int from = 0;
      for (int to = endOf(from); to - from >= many.few; to = endOf(from)) {
        for (LaterRow<R> row : later.subList(from, to)) {
          put(row.row);
        }
        execute();
        from = to;
      }
      if (from < later.size()) {
        List<R> few = later.subList(from, later.size()).stream().map(LaterRow::row).toList();
        affected += named(() -> each(connection, many.sql, many.binder, few, before));
      }
      before += rows;
      rows = 0;
      written = 0;
      later.clear();
      counts = new KeyCounts();
    }

    private int endOf(int from) {
      int to = from;
      while (to < later.size() && later.get(to).round == later.get(from).round) {
        to++;
      }
      return to;
    }

    /** Does work whose error names rows, unless rows of several rounds have changed places. */
    private long named(Work<Long> work) throws SQLException {
      try {
        return work.run();
      } catch (SQLException e) {
        boolean inOrder = later.isEmpty() || !(e.getCause() instanceof SQLException);
        throw inOrder ? e : inRows(before + 1, rows, (SQLException) e.getCause());
      }
    }

    @Override
    public void close() {
      buffer.close();
    }
  }

  /**
   * How often each key has come. As long as one of their parts becomes greater with each key, all
   * are different and only kept; then they go into a hash table. Different keys that look alike
   * there do no harm.
   */
  private static final class KeyCounts {
    private static final int FEW = 1024;

    private long[] keys = new long[FEW]; // as they came, or a table that has 0 where there is none
    private int[] counts = {}; // of those in the table, once one of them has come again
    private int size;
    private boolean table;
    private long[] last = {}; // the parts of the last key
    private boolean[] ascending = {}; // those that have become greater with each key

    /** Counts the keys of rows; returns how often each has come before. */
    <R> int[] add(List<R> rows, RowKey<R> key) {
      long[] added = new long[rows.size()];
      for (int i = 0; i < added.length; i++) {
        added[i] = read(key.of(rows.get(i)));
      }
      int[] before = new int[added.length];
      if (!table && isAscending()) {
        keep(added);
        return before;
      }
      if (!table) {
        makeTable();
      }
      for (int i = 0; i < added.length; i++) { // the processor waits for memory once for several
        before[i] = count(added[i]);
      }
      return before;
    }

    /** A number that is the same for equal keys, and mostly for no others; never 0. */
    private long read(/*? @Nullable */ Object[] parts) {
      if (last.length == 0) {
        last = new long[parts.length];
        Arrays.fill(last, Long.MIN_VALUE);
        ascending = new boolean[parts.length];
        Arrays.fill(ascending, true);
      }
      long key = 0;
      for (int i = 0; i < parts.length; i++) {
        long part = partOf(parts[i]);
        ascending[i] &= part > last[i];
        last[i] = part;
        key = scattered(key * 31 + part);
      }
      return key == 0 ? 1 : key;
    }

    private boolean isAscending() {
      for (boolean part : ascending) {
        if (part) {
          return true;
        }
      }
      return false;
    }

    private void keep(long[] added) {
      if (size + added.length > keys.length) {
        keys = Arrays.copyOf(keys, 2 * keys.length + added.length);
      }
      System.arraycopy(added, 0, keys, size, added.length);
      size += added.length;
    }

    private int count(long key) {
      int slot = slotOf(key);
      if (keys[slot] == key) {
        if (counts.length == 0) {
          counts = new int[keys.length];
        }
        return ++counts[slot];
      }
      keys[slot] = key;
      size++;
      if (size > keys.length / 2) {
        grow();
      }
      return 0;
    }

    /** Makes a table of the keys that were kept. */
    private void makeTable() {
      long[] kept = Arrays.copyOf(keys, size);
      table = true;
      size = 0;
      keys = new long[4 * Math.max(FEW, Integer.highestOneBit(kept.length))];
      for (long key : kept) {
        count(key);
      }
    }

    /** Makes much room, as all keys are put again each time. */
    private void grow() {
      long[] earlier = keys;
      int[] counted = counts;
      keys = new long[4 * earlier.length];
      counts = new int[counted.length == 0 ? 0 : keys.length];
      for (int i = 0; i < earlier.length; i++) {
        if (earlier[i] != 0) {
          int slot = slotOf(earlier[i]);
          keys[slot] = earlier[i];
          if (counted.length > 0) {
            counts[slot] = counted[i];
          }
        }
      }
    }

    /** Where a key is, or has room: its upper bits are those that differ most. */
    private int slotOf(long key) {
      int slot = (int) (key >>> 32) & keys.length - 1;
      while (keys[slot] != 0 && keys[slot] != key) {
        slot = slot + 1 & keys.length - 1;
      }
      return slot;
    }
  }

  /** The parts of a key. */
  private static /*? @Nullable */ Object[] keyOf(/*? @Nullable */ Object... parts) {
    return parts;
  }

  /** A number that is the same for what DuckDB takes for equal, and mostly for nothing else. */
  private static long partOf(/*? @Nullable */ Object part) {
    if (part instanceof UUID id) {
      return scattered(id.getMostSignificantBits()) + id.getLeastSignificantBits();
    } else if (part instanceof OffsetDateTime time) {
      return time.toEpochSecond() * 1_000_000 + time.getNano() / 1000;
    } else if (part instanceof LocalDateTime time) {
      return time.toEpochSecond(ZoneOffset.UTC) * 1_000_000 + time.getNano() / 1000;
    } else if (part instanceof LocalDate date) {
      return date.toEpochDay();
    } else if (part instanceof BigInteger number) {
      return number.hashCode();
    } else if (part instanceof Number number) {
      return number.longValue();
    }
    String text = String.valueOf(part);
    long key = text.length();
    for (int i = 0; i < text.length(); i++) {
      key = key * 0x100000001b3L ^ text.charAt(i);
    }
    return key;
  }

  private static long scattered(long value) {
    long mixed = (value ^ value >>> 32) * 0x9e3779b97f4a7c15L;
    return mixed ^ mixed >>> 29;
  }

  /** How many rows there are in front of the first that cannot be joined. */
  private static <R> int withoutFailure(Connection connection, Many<R> many, List<R> rows)
      throws SQLException {
    int good = 0;
    int bad = rows.size();
    while (bad - good > many.few) {
      int half = (good + bad) / 2;
      runSql(connection, "BEGIN");
      try {
        joined(connection, many, rows.subList(0, half));
        good = half;
      } catch (SQLException e) {
        bad = half;
      } finally {
        runSql(connection, "ROLLBACK");
      }
    }
    return good;
  }
}
