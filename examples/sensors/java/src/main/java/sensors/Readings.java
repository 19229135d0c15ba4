package sensors;

import java.math.BigDecimal;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/** The readings that every language computes alike; bench/bulk/sensors has the formula. */
final class Readings {
  static final OffsetDateTime START = OffsetDateTime.of(2025, 1, 1, 0, 0, 0, 0, ZoneOffset.UTC);

  private static final long[] A = {
    0, 1103515245, 1812433253, 1566083941, 1597334677, 1181783497, 1332534557, 1390208809, 1999999973
  };
  private static final String[] CITY = {
    "Lisbon", "Oslo", "Zürich", "Nairobi", "Osaka", "Quito", "Tromsø", "Vienna"
  };
  private static final String[] TAG = {
    "indoor", "outdoor", "north", "calibrated", "rooftop", "hvac"
  };
  private static final List<UUID> DEVICES =
      IntStream.range(0, 1000).mapToObj(Readings::device).toList();

  private Readings() {}

  private static long h(int k, long i) {
    return (i * A[k] + k * 12345L) % 2147483647L;
  }

  private static UUID device(int d) {
    return new UUID(
        h(1, d) << 32 | h(2, d) % 65536 << 16 | 0x4000 | h(3, d) % 4096,
        0x8L << 60 | h(4, d) % 4096 << 48 | h(5, d) % 65536 << 32 | h(6, d));
  }

  private static List<String> tags(long tag) {
    return LongStream.range(0, tag % 4).mapToObj(n -> TAG[(int) ((tag + n) % 6)]).toList();
  }

  static Sensors.RawReadingsRow reading(long i) {
    long city = h(7, i);
    return new Sensors.RawReadingsRow(
        DEVICES.get((int) (h(1, i) % 1000)),
        START.plus(i * 1000003, ChronoUnit.MICROS),
        (h(2, i) % 6000 - 2000) / 100.0,
        h(3, i) % 10000 / 100.0,
        BigDecimal.valueOf(95000 + h(4, i) % 10000, 2),
        (int) (h(5, i) % 101),
        h(6, i) % 50 == 0,
        CITY[(int) (city % 8)] + " " + city % 500,
        tags(h(8, i)));
  }

  /** Rows by number, one at a time. */
  static Stream<Sensors.RawReadingsRow> readings(long first, long count) {
    return LongStream.range(first, first + count).mapToObj(Readings::reading);
  }
}
