// Rows with lists, of which the engine returns a row for each object.
package prelude;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

final class Nested {
  /** A list of an object, or of none where that is null; others will be added. */
  private static <T> List<T> listed(/*? @Nullable */ T object) {
    List<T> list = new ArrayList<>(1);
    if (object != null) {
      list.add(object);
    }
    return list;
  }

  /** Puts rows of one key together: the first of them gets the lists of the others. */
  private static <T, I> List<T> gather(
      List<T> rows, Function<T, Object> key, Function<T, List<I>> list) {
    Map<Object, T> gathered = new LinkedHashMap<>();
    for (T row : rows) {
      T first = gathered.putIfAbsent(key.apply(row), row);
      if (first != null) {
        list.apply(first).addAll(list.apply(row));
      }
    }
    rows.clear();
    rows.addAll(gathered.values());
    return rows;
  }

  /** Streams rows that nest puts together, of which those of one key come one behind the other. */
  private static <T> Stream<T> gathered(
      Stream<T> found, Function<T, Object> key, UnaryOperator<List<T>> nest) {
    Spliterator<T> source = found.spliterator();
    Spliterator<T> nested =
        new Spliterators.AbstractSpliterator<>(Long.MAX_VALUE, Spliterator.ORDERED) {
          private List<T> next = new ArrayList<>(); // the first row of the next key
          private boolean more = true;

          @Override
          public boolean tryAdvance(Consumer<? super T> action) {
            List<T> rows = next;
            next = new ArrayList<>();
            while (more && next.isEmpty()) {
              more =
                  source.tryAdvance(row -> {
                    boolean same = rows.isEmpty() || key.apply(row).equals(key.apply(rows.get(0)));
                    (same ? rows : next).add(row);
                  });
            }
            if (rows.isEmpty()) {
              return false;
            }
            action.accept(nest.apply(rows).get(0));
            return true;
          }
        };
    return StreamSupport.stream(nested, false).onClose(found::close);
  }
}
