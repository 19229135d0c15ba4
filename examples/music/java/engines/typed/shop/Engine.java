package shop;

import java.sql.SQLException;
import java.util.List;

/** What PostgreSQL and DuckDB take in their own way: lists are arrays, a status is an enum. */
final class Engine {
  private Engine() {}

  static boolean lossless(long flag) {
    return flag == 1;
  }

  static List<String> composers(String name) {
    return name == null ? List.of() : List.of(name);
  }

  static Music.InvoiceStatus status(String text) {
    return Music.InvoiceStatus.fromValue(text);
  }

  static List<Long> ids(List<Long> ids) {
    return ids;
  }

  static String text(Object value) {
    return value instanceof Music.InvoiceStatus status ? status.getValue() : value.toString();
  }

  /** The engine's own ids go on behind those that were loaded. */
  static void loaded(Music music) throws SQLException {
    music.continueIds();
  }
}
