// Intervals, of drivers that have no exact type for them; Common.java says how this file is read.
package prelude;

final class Intervals {
  /**
   * A span of time as the database holds it: its months, days and microseconds each by itself,
   * because a month has no fixed number of days, nor a day of hours. Infinity, where the database
   * has it, is the greatest value of each, -infinity the least.
   */
  public record Interval(int months, int days, long microseconds) {
    private static final Interval MAX =
        new Interval(Integer.MAX_VALUE, Integer.MAX_VALUE, Long.MAX_VALUE);
    private static final Interval MIN =
        new Interval(Integer.MIN_VALUE, Integer.MIN_VALUE, Long.MIN_VALUE);

    /** Parses what the database writes, such as 1 year 2 mons -3 days +04:05:06.7. */
    static Interval fromText(String text) {
      if (text.endsWith("infinity")) {
        return text.startsWith("-") ? MIN : MAX;
      }
      int months = 0;
      int days = 0;
      long microseconds = 0;
      String[] parts = text.split(" ");
      try {
        for (int i = 0; i < parts.length; i += 2) {
          if (parts[i].indexOf(':') > 0) {
            microseconds = timeFromText(parts[i]);
            continue;
          }
          int count = Integer.parseInt(parts[i]);
          switch (parts[i + 1]) {
            case "year", "years" -> months += 12 * count;
            case "mon", "mons", "month", "months" -> months += count;
            case "day", "days" -> days = count;
            default -> throw new NumberFormatException(parts[i + 1]);
          }
        }
      } catch (NumberFormatException | IndexOutOfBoundsException e) {
        throw new IllegalArgumentException(
            "interval " + text + " is readable here only with IntervalStyle = 'postgres'", e);
      }
      return new Interval(months, days, microseconds);
    }

    private static long timeFromText(String text) {
      String[] parts = text.split(":");
      String second = parts[2];
      int point = second.indexOf('.');
      String fraction = point < 0 ? "" : second.substring(point + 1);
      long whole = Long.parseLong(point < 0 ? second : second.substring(0, point));
      long minutes = Math.abs(Long.parseLong(parts[0])) * 60 + Long.parseLong(parts[1]);
      long microseconds = Long.parseLong((fraction + "000000").substring(0, 6));
      long size = (minutes * 60 + whole) * 1_000_000 + microseconds;
      return text.startsWith("-") ? -size : size;
    }

    String toText() {
      if (equals(MAX)) {
        return "infinity";
      }
      if (equals(MIN)) {
        return "-infinity";
      }
      return months + " months " + days + " days " + microseconds + " microseconds";
    }
  }
}
