// Queries whose rows come in pages.
package prelude;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.function.Function;

final class Pages {
  /** A page of rows, and the cursors of the pages after and before it. */
  public record Page<T>(
      List<T> rows,
      /*? @Nullable */ String next, // what after takes; null on the last page
      /*? @Nullable */ String previous) {} // what before takes; null on the first page

  /** The requested page. A cursor has the query's tag and the keys of its row. */
  private static final class Paging {
    private final String query;
    private final String tag;
    private final long size;
    private final boolean after;
    private final boolean before;
    private final List<String> keys;

    Paging(String query, String tag, long size, int keys, /*? @Nullable */ String... cursors) {
      if (size < 1) {
        throw new IllegalArgumentException("a page has at least one row");
      }
      String after = cursors[0];
      String before = cursors[1];
      if (after != null && before != null) {
        throw new IllegalArgumentException("give after or before, not both");
      }
      this.query = query;
      this.tag = hex(tag);
      this.size = size;
      this.after = after != null;
      this.before = before != null;
      String cursor = after == null ? before : after;
      List<String> parts = cursor == null ? List.of() : Arrays.asList(cursor.split("\\.", -1));
      if (cursor != null && (parts.size() != keys + 1 || !parts.get(0).equals(this.tag))) {
        throw new IllegalArgumentException("not a cursor of " + query);
      }
      this.keys = cursor == null ? parts : parts.subList(1, parts.size());
    }

    /** A value that the cursor holds; null where it is NULL, or there is no cursor. */
    <K> /*? @Nullable */ K key(int at, Function<String, K> read) {
      if (keys.isEmpty() || keys.get(at).equals("-")) {
        return null;
      }
      try {
        byte[] bytes = HexFormat.of().parseHex(keys.get(at));
        return read.apply(new String(bytes, StandardCharsets.UTF_8));
      } catch (RuntimeException e) {
        throw new IllegalArgumentException("not a cursor of " + query, e);
      }
    }

    /**
     * The page that rows make, of which there is one more than asked for where there is another
     * page.
     */
    <T> Page<T> of(List<T> found, Function<T, /*? @Nullable */ Object[]> keys) {
      boolean more = found.size() > size;
      List<T> rows = new ArrayList<>(more ? found.subList(0, (int) size) : found);
      if (before) {
        Collections.reverse(rows);
      }
      boolean next = !rows.isEmpty() && (before || more);
      boolean previous = !rows.isEmpty() && (before ? more : after);
      return new Page<>(
          rows,
          next ? cursor(keys.apply(rows.get(rows.size() - 1))) : null,
          previous ? cursor(keys.apply(rows.get(0))) : null);
    }

    private String cursor(/*? @Nullable */ Object[] keys) {
      StringBuilder text = new StringBuilder(tag);
      for (Object key : keys) {
        text.append('.').append(key == null ? "-" : hex(key.toString()));
      }
      return text.toString();
    }

    private static String hex(String text) {
      return HexFormat.of().formatHex(text.getBytes(StandardCharsets.UTF_8));
    }
  }
}
