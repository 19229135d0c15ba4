import java.math.BigDecimal;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

/** The rows of ../README.md. */
final class Readings {
  private static final long[] A = {
    1103515245, 1812433253, 1566083941, 1597334677, 1181783497, 1332534557, 1390208809, 1999999973
  };
  private static final String[] CITY = {
    "Lisbon", "Oslo", "Zürich", "Nairobi", "Osaka", "Quito", "Tromsø", "Vienna"
  };
  private static final String[] TAG = {
    "indoor", "outdoor", "north", "calibrated", "rooftop", "hvac"
  };
  private static final OffsetDateTime START =
      OffsetDateTime.of(2025, 1, 1, 0, 0, 0, 0, ZoneOffset.UTC);

  private Readings() {}

  private static long h(int k, long i) {
    return (i * A[k - 1] + k * 12345L) % 2147483647L;
  }

  private static UUID device(long d) {
    long high = h(1, d) << 32 | h(2, d) % 65536 << 16 | 0x4000 | h(3, d) % 4096;
    long low = (0x8000 | h(4, d) % 4096) << 48 | h(5, d) % 65536 << 32 | h(6, d);
    return new UUID(high, low);
  }

  private static Sensors.SensorReadingsInsert row(long i) {
    List<String> tags = new ArrayList<>();
    for (long n = 0; n < h(8, i) % 4; n++) {
      tags.add(TAG[(int) ((h(8, i) + n) % 6)]);
    }
    return new Sensors.SensorReadingsInsert(
        device(h(1, i) % 1000),
        START.plus(i * 1000003, ChronoUnit.MICROS),
        (h(2, i) % 6000 - 2000) / 100.0,
        (h(3, i) % 10000) / 100.0,
        BigDecimal.valueOf(95000 + h(4, i) % 10000, 2),
        (int) (h(5, i) % 101),
        h(6, i) % 50 == 0,
        CITY[(int) (h(7, i) % 8)] + " " + h(7, i) % 500,
        List.copyOf(tags));
  }

  static List<Sensors.SensorReadingsInsert> rows(int count) {
    return LongStream.range(0, count)
        .mapToObj(Readings::row)
        .collect(Collectors.toCollection(ArrayList::new));
  }
}
