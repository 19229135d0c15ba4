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
import java.util.BitSet;
import java.util.Iterator;
import java.util.List;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;
import java.util.stream.LongStream;
import java.util.stream.Stream;

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
      /*? @Nullable */ ToLongFunction<R> key,
      Supplier<RowBuffer<R>> buffer) {}

  /** Executes a statement for many rows, all or none; returns how many rows were affected. */
  private static <R> long many(Connection connection, Many<R> many, Iterable<? extends R> rows)
      throws SQLException {
    Iterator<? extends R> source = rows.iterator();
    List<R> first = next(source, many.atOnce);
    if (first.size() < many.few) {
      return each(connection, many.sql, many.binder, first);
    }
    if (source.hasNext() || !noTransaction(connection)) {
      return atomically(connection, () -> joined(connection, many, first, source));
    }
    try {
      return inTransaction(connection, () -> joined(connection, many, first, source));
    } catch (SQLException failure) {
      int good = withoutFailure(connection, many, first);
      return inTransaction(
          connection,
          () ->
              joined(connection, many, first.subList(0, good), 0)
                  + each(
                      connection, many.sql, many.binder, first.subList(good, first.size()), good));
    }
  }

  private static <R> List<R> next(Iterator<? extends R> source, int count) {
    List<R> rows = new ArrayList<>();
    while (rows.size() < count && source.hasNext()) {
      rows.add(source.next());
    }
    return rows;
  }

  /** Executes statements that join rows, and those that come behind them. */
  private static <R> long joined(
      Connection connection, Many<R> many, List<R> rows, Iterator<? extends R> source)
      throws SQLException {
    long affected = 0;
    long before = 0;
    for (List<R> some = rows; !some.isEmpty(); some = next(source, many.atOnce)) {
      affected += joined(connection, many, some, before);
      before += some.size();
    }
    return affected;
  }

  private static <R> long joined(Connection connection, Many<R> many, List<R> rows, long before)
      throws SQLException {
    long affected = 0;
    List<List<R>> rounds = many.key == null ? List.of(rows) : rounds(many.key, rows);
    try {
      List<R> few = new ArrayList<>(); // of keys that come more often than the others
      for (List<R> round : rounds) {
        if (round.size() < many.few) {
          few.addAll(round);
        } else {
          affected += joined(connection, many.buffer, round, before);
        }
      }
      return few.isEmpty()
          ? affected
          : affected + each(connection, many.sql, many.binder, few, before);
    } catch (SQLException e) {
      boolean named = rounds.size() == 1 || !(e.getCause() instanceof SQLException);
      throw named ? e : inRows(before + 1, rows.size(), (SQLException) e.getCause());
    }
  }

  /** Executes one statement, or several where rows are large. */
  private static <R> long joined(
      Connection connection, Supplier<RowBuffer<R>> make, List<R> rows, long before)
      throws SQLException {
    try (RowBuffer<R> buffer = make.get()) {
      if (buffer.addAll(rows)) {
        return buffer.write(connection, before + 1);
      }
      long affected = 0;
      long written = before;
      for (R row : rows) {
        buffer.add(row);
        if (buffer.isFull()) {
          int count = buffer.rows();
          affected += buffer.write(connection, written + 1);
          written += count;
        }
      }
      return buffer.rows() == 0 ? affected : affected + buffer.write(connection, written + 1);
    }
  }

  /** From how many rows on their keys are worth more than one thread. */
  private static final int MANY_KEYS = 20_000;

  /**
   * Divides rows so that no two of one part have the same key, and those of one key keep their
   * order. Different keys that look alike do no harm.
   */
  private static <R> List<List<R>> rounds(ToLongFunction<R> key, List<R> rows) {
    Stream<R> keyed = rows.size() < MANY_KEYS ? rows.stream() : rows.parallelStream();
    long[] keys = keyed.mapToLong(key).toArray();
    return areDistinct(keys) ? List.of(rows) : rounds(keys, rows);
  }

  /** Reports whether no key comes twice. Only keys that share a bit are compared. */
  private static boolean areDistinct(long[] keys) {
    int mask = (Integer.highestOneBit(Math.max(keys.length, 64)) << 5) - 1;
    BitSet seen = new BitSet(mask + 1);
    BitSet shared = new BitSet(mask + 1);
    for (long key : keys) {
      int bit = slotOf(key, mask);
      if (seen.get(bit)) {
        shared.set(bit);
      } else {
        seen.set(bit);
      }
    }
    long[] alike = LongStream.of(keys).filter(key -> shared.get(slotOf(key, mask))).toArray();
    boolean few = alike.length <= keys.length / 8; // more are no accident
    return few && LongStream.of(alike).distinct().count() == alike.length;
  }

  private static int slotOf(long key, int mask) {
    return (int) (key ^ key >>> 32) & mask;
  }

  private static <R> List<List<R>> rounds(long[] keyOf, List<R> rows) {
    int slots = Integer.highestOneBit(Math.max(rows.size(), 8)) << 2;
    long[] keys = new long[slots];
    int[] counts = new int[slots];
    List<List<R>> rounds = new ArrayList<>();
    for (int i = 0; i < keyOf.length; i++) {
      long of = keyOf[i];
      int slot = slotOf(of, slots - 1);
      while (counts[slot] != 0 && keys[slot] != of) {
        slot = slot + 1 & slots - 1;
      }
      keys[slot] = of;
      int round = counts[slot]++;
      if (round == rounds.size()) {
        rounds.add(new ArrayList<>(round == 0 ? rows.size() : 8));
      }
      rounds.get(round).add(rows.get(i));
    }
    return rounds;
  }

  /** A number that is the same for what DuckDB takes for equal, and mostly for nothing else. */
  private static long keyOf(/*? @Nullable */ Object... parts) {
    long key = 0;
    for (Object part : parts) {
      key = scattered(key * 31 + partOf(part));
    }
    return key;
  }

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
        joined(connection, many, rows.subList(0, half), 0);
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
