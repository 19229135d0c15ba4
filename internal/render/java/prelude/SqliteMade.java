// How JSON is read that statements make with sqlite-jdbc; Common.java says how this file is read.
package prelude;

import java.math.BigDecimal;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;

final class SqliteMade {
  /** Reads a list or an object. */
  private <T> /*? @Nullable */ T parsed(ResultSet rs, int column, Function<JsonParts, T> parser)
      throws SQLException {
    try {
      String text = text(rs, column);
      if (text == null) {
        return null;
      }
      JsonParts json = new JsonParts(text);
      T value = parser.apply(json);
      json.expect((char) 0);
      return value;
    } catch (RuntimeException e) {
      throw inColumn(rs, column, e);
    }
  }

  /** Reads JSON from its start. */
  private static final class JsonParts {
    private final String text;
    private int at;

    JsonParts(String text) {
      this.text = text;
    }

    /** The character that comes next, behind blanks; 0 is the end. */
    char peek() {
      while (at < text.length() && text.charAt(at) <= ' ') {
        at++;
      }
      return at < text.length() ? text.charAt(at) : 0;
    }

    boolean eat(char c) {
      boolean comes = peek() == c;
      at += comes ? 1 : 0;
      return comes;
    }

    void expect(char c) {
      if (!eat(c)) {
        String expected = c == 0 ? "its end" : String.valueOf(c);
        throw new IllegalArgumentException("its JSON does not go on with " + expected);
      }
    }

    /**
     * The inside of a list or an object, which is a text in JSON where SQLite has kept it in
     * between.
     */
    JsonParts opened(char bracket) {
      if (peek() == '"') {
        return new JsonParts(string()).opened(bracket);
      }
      expect(bracket);
      return this;
    }

    /** The next field of an object, which has this name. */
    <T /*? extends @Nullable Object */> T field(String name, Function<JsonParts, T> value) {
      eat(',');
      if (peek() != '"' || !string().equals(name)) {
        throw new IllegalArgumentException("its JSON does not go on with the field " + name);
      }
      expect(':');
      return value.apply(this);
    }

    /** An object whose fields are read. */
    <T> T closed(T object) {
      expect('}');
      return object;
    }

    /** A value as SQLite has it outside of JSON: Long, Double or String. */
    /*? @Nullable */ Object value() {
      if (peek() == '"') {
        return string();
      }
      int start = at;
      while (at < text.length() && ",]}".indexOf(text.charAt(at)) < 0) {
        at++;
      }
      String word = text.substring(start, at).strip();
      return switch (word) {
        case "null" -> null;
        case "true" -> 1L;
        case "false" -> 0L;
        default -> number(word);
      };
    }

    private static Object number(String word) {
      try {
        return Long.valueOf(word);
      } catch (NumberFormatException e) {
        return Double.valueOf(word); // what is too large is an infinity
      }
    }

    private String string() {
      int start = ++at;
      while (text.charAt(at) != '"' && text.charAt(at) != '\\') {
        at++;
      }
      StringBuilder string = new StringBuilder(text.substring(start, at));
      while (text.charAt(at) != '"') {
        char c = text.charAt(at++);
        string.append(c == '\\' ? escaped() : c);
      }
      at++;
      return string.toString();
    }

    private char escaped() {
      char c = text.charAt(at++);
      switch (c) {
        case 'b':
          return '\b';
        case 'f':
          return '\f';
        case 'n':
          return '\n';
        case 'r':
          return '\r';
        case 't':
          return '\t';
        case 'u':
          at += 4;
          return (char) Integer.parseInt(text, at - 4, at, 16);
        default:
          return c;
      }
    }
  }

  /** What reads a list. */
  private static <T /*? extends @Nullable Object */> Function<JsonParts, List<T>> listOf(
      Function<JsonParts, ? extends T> element) {
    return json -> {
      JsonParts parts = json.opened('[');
      List<T> list = new ArrayList<>();
      while (!parts.eat(']')) {
        if (!list.isEmpty()) {
          parts.expect(',');
        }
        list.add(element.apply(parts));
      }
      return Collections.unmodifiableList(list);
    };
  }

  /** What reads a value that may be null. */
  private static <T> Function<JsonParts, /*? @Nullable */ T> orNull(Function<JsonParts, T> value) {
    return json -> {
      if (json.peek() != 'n') {
        return value.apply(json);
      }
      json.value();
      return null;
    };
  }

  private static IllegalArgumentException unlike(/*? @Nullable */ Object value, String type) {
    return new IllegalArgumentException("its JSON" + misfit(value, type));
  }

  private static Boolean booleanIn(JsonParts json) {
    Object value = json.value();
    if (value instanceof Long number && (number == 0 || number == 1)) {
      return number == 1;
    }
    throw unlike(value, "a boolean");
  }

  private static Long longIn(JsonParts json) {
    Object value = json.value();
    if (value instanceof Long number) {
      return number;
    }
    throw unlike(value, "an integer");
  }

  private static Double doubleIn(JsonParts json) {
    Object value = json.value();
    if (value instanceof Number number) {
      return number.doubleValue();
    }
    throw unlike(value, "a number");
  }

  private static BigDecimal decimalIn(JsonParts json) {
    Object value = json.value();
    BigDecimal decimal = value == null ? null : decimalOf(value);
    if (decimal == null) {
      throw unlike(value, "a decimal");
    }
    return decimal;
  }

  private static String textIn(JsonParts json) {
    return parsedIn(json, "text", text -> text);
  }

  private static LocalDate dateIn(JsonParts json) {
    return parsedIn(json, "a date", text -> parseDate(text));
  }

  private static LocalTime timeIn(JsonParts json) {
    return parsedIn(json, "a time", text -> parseTime(text));
  }

  private static LocalDateTime timestampIn(JsonParts json) {
    return parsedIn(json, "a timestamp", text -> parseTimestamp(text));
  }

  private static OffsetDateTime instantIn(JsonParts json) {
    return parsedIn(json, "an instant", text -> parseInstant(text));
  }

  private static UUID uuidIn(JsonParts json) {
    return parsedIn(json, "a UUID", text -> uuidOf(text));
  }

  private static <T> T parsedIn(
      JsonParts json, String type, Function<String, /*? @Nullable */ T> parser) {
    Object value = json.value();
    try {
      T read = value instanceof String text ? parser.apply(text) : null;
      if (read != null) {
        return read;
      }
    } catch (DateTimeException e) {
      // the error below says more
    }
    throw unlike(value, type);
  }
}
