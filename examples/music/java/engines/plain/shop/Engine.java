package shop;

import java.util.List;

/** What SQLite takes in its own way: a document, a list and a status are text, a flag is 0 or 1. */
final class Engine {
  private Engine() {}

  static long lossless(long flag) {
    return flag;
  }

  static String composers(String name) {
    return name;
  }

  static String status(String text) {
    return text;
  }

  static String ids(List<Long> ids) {
    return ids.toString();
  }

  static String text(Object value) {
    return value.toString();
  }

  /** Ids go on behind the largest one. */
  static void loaded(Music music) {}
}
