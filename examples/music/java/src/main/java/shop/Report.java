package shop;

import java.lang.reflect.RecordComponent;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** The report: the same text in every language. */
final class Report {
  private static final DateTimeFormatter STAMP = DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss");

  private Report() {}

  static String show(Object value) {
    if (value == null) {
      return "NULL";
    }
    if (value instanceof Boolean flag) {
      return flag ? "1" : "0";
    }
    if (value instanceof Double number) {
      return show(new BigDecimal(number));
    }
    if (value instanceof BigDecimal number) {
      BigDecimal rounded = number.setScale(6, RoundingMode.HALF_EVEN);
      return rounded.signum() == 0 ? "0" : rounded.stripTrailingZeros().toPlainString();
    }
    if (value instanceof LocalDateTime stamp) {
      return stamp.format(STAMP);
    }
    if (value instanceof List<?> list && !list.isEmpty() && list.get(0) instanceof Record) {
      return list.stream().map(row -> "\n  " + line(row)).collect(Collectors.joining());
    }
    return Engine.text(value);
  }

  private static List<Object> cells(Object row) {
    List<Object> cells = new ArrayList<>();
    if (!(row instanceof Record)) {
      cells.add(row);
      return cells;
    }
    for (RecordComponent component : row.getClass().getRecordComponents()) {
      try {
        cells.add(component.getAccessor().invoke(row));
      } catch (ReflectiveOperationException e) {
        throw new IllegalStateException(e);
      }
    }
    return cells;
  }

  /** The row's cells. A list of rows stands below, in lines of its own. */
  private static String line(Object row) {
    String line = cells(row).stream().map(Report::show).collect(Collectors.joining(" | "));
    return line.replace(" | \n", "\n");
  }

  static void rows(String title, Iterable<?> found) {
    System.out.println("== " + title);
    for (Object row : found) {
      System.out.println(line(row));
    }
  }

  static void one(String title, Object row) {
    rows(title, row == null ? List.of() : List.of(row));
    if (row == null) {
      System.out.println("(none)");
    }
  }

  static void affected(String title, long count) {
    System.out.println("== " + title + "\naffected " + count);
  }
}
