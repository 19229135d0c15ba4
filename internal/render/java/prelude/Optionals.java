// Statements with optional parts.
package prelude;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

final class Optionals {
  /** The text of a statement with optional parts. Each combination is joined once. */
  private static final class OptionalText {
    private final boolean numbered;
    private final TextPart[] parts;
    private final Map<Integer, ChosenText> texts = new ConcurrentHashMap<>();
    private final UnpreparedTexts refusals;

    OptionalText(boolean numbered, TextPart... parts) {
      this(new UnpreparedTexts(""), numbered, parts);
    }

    OptionalText(UnpreparedTexts refusals, boolean numbered, TextPart... parts) {
      this.refusals = refusals;
      this.numbered = numbered;
      this.parts = parts;
    }

    /** The text for the conditions that hold. */
    ChosenText with(boolean... conditions) {
      int given = 0;
      for (int bit = 0; bit < conditions.length; bit++) {
        given |= conditions[bit] ? 1 << bit : 0;
      }
      return texts.computeIfAbsent(given, this::made);
    }

    private ChosenText made(int given) {
      for (Unprepared refusal : refusals.all) {
        if ((given & refusal.need) == refusal.need && (given & refusal.without) == 0) {
          throw new IllegalArgumentException(
              refusals.query + " is not prepared for this: " + refusal.cure);
        }
      }
      StringBuilder sql = new StringBuilder();
      List<Integer> binds = new ArrayList<>();
      for (TextPart part : parts) {
        if ((given & part.need) != part.need || (given & part.without) != 0) {
          continue;
        }
        sql.append(part.sql);
        if (part.bind == 0) {
          continue;
        }
        if (!binds.contains(part.bind)) {
          binds.add(part.bind);
        }
        sql.append(numbered ? "$" + (binds.indexOf(part.bind) + 1) : "?");
      }
      return new ChosenText(sql.toString(), List.copyOf(binds));
    }
  }

  /**
   * A part is there where all conditions of need hold, and none of without. A placeholder may end
   * it, for a value that is counted from 1.
   */
  private record TextPart(int need, int without, String sql, int bind) {}

  /** What no call of a query has. */
  private record UnpreparedTexts(String query, Unprepared... all) {}

  /** Conditions that no call has together: all of need, and none of without. */
  private record Unprepared(int need, int without, String cure) {}

  /** A text, and which values its placeholders are for. */
  private record ChosenText(String sql, List<Integer> binds) {
    /** The number of a value's placeholder, or 0 where it has none. */
    int at(int bind) {
      return binds.indexOf(bind) + 1;
    }
  }
}
