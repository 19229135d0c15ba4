package contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.lang.invoke.MethodType;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;

/**
 * What statements return, from the corpus: canonical text becomes the values that a method's types
 * name, and steps are played with an object of a generated class.
 */
record Expected(String feature, String file, JsonNode contract) {
  private static final ObjectMapper JSON = new ObjectMapper();

  private static final String SUFFIX = ".expected.json";

  /** What the corpus says of an engine. */
  static List<Expected> of(String engine) throws IOException {
    List<Expected> all = new ArrayList<>();
    try (Stream<Path> files = Files.walk(Db.CORPUS, 2)) {
      for (Path path : files.sorted().toList()) {
        String name = path.getFileName().toString();
        if (name.startsWith(engine) && name.endsWith(SUFFIX)) {
          String file = name.substring(0, name.length() - SUFFIX.length());
          JsonNode contract = JSON.readTree(path.toFile());
          all.add(new Expected(path.getParent().getFileName().toString(), file, contract));
        }
      }
    }
    return all;
  }

  /** Whether a case must be played again for streams: a query in it changes rows. */
  boolean changes(JsonNode played) {
    for (JsonNode step : played.get("steps")) {
      JsonNode signature = contract.get("statements").path(step.path("call").asText());
      if (signature.path("changes").asBoolean() && listed(signature)) {
        return true;
      }
    }
    return false;
  }

  /** A class declares the columns that its statements return. */
  void declared(Class<?> unit) {
    for (Map.Entry<String, JsonNode> statement : contract.get("statements").properties()) {
      JsonNode signature = statement.getValue();
      if (apart(signature)) {
        String stream = key(statement.getKey() + "Stream");
        assertTrue(
            Arrays.stream(unit.getMethods()).noneMatch(m -> key(m.getName()).equals(stream)),
            stream);
      }
      if (signature.path("result").asText().matches("rows?|pages")) {
        int parameters = signature.path("params").size();
        Type type = method(unit, statement.getKey(), parameters).getGenericReturnType();
        Type row = type instanceof Class<?> ? type : element(type);
        declared((Class<?>) row, signature.get("columns"));
      }
    }
  }

  private static void declared(Class<?> row, JsonNode columns) {
    boolean marked = row.getNestHost().isAnnotationPresent(NullMarked.class);
    RecordComponent[] components = row.getRecordComponents();
    assertEquals(columns.size(), components.length, row.getName());
    for (int i = 0; i < components.length; i++) {
      JsonNode column = columns.get(i);
      boolean list = column.has("list");
      boolean object = column.has("object");
      String name =
          list || object
              ? column.get(list ? "list" : "object").asText()
              : column.asText().replaceAll(" \\S+( null)?$", "");
      boolean nullable =
          object ? column.path("null").asBoolean() : column.asText().endsWith(" null");
      Class<?> type = components[i].getType();
      String what = row.getName() + "." + components[i].getName();
      assertTrue(key(components[i].getName()).startsWith(key(name)), what); // a number may follow
      assertFalse(nullable && type.isPrimitive(), what);
      if (marked) {
        boolean annotated = components[i].getAnnotatedType().isAnnotationPresent(Nullable.class);
        assertEquals(nullable, annotated, what);
      } else {
        assertFalse(!nullable && MethodType.methodType(type).hasWrappers(), what);
      }
      if (list) {
        assertEquals(List.class, type, what);
        type = (Class<?>) element(components[i].getGenericType());
      }
      if (list || object) {
        declared(type, column.get("columns"));
      }
    }
  }

  /** Whether the rows of a list may stand apart: there is no stream then. */
  private static boolean apart(JsonNode signature) {
    return signature.path("apart").asBoolean();
  }

  private static boolean listed(JsonNode signature) {
    String result = signature.get("result").asText();
    return result.equals("rows") || result.equals("values");
  }

  /** From the first page to the last, and back; the last two parameters are the cursors. */
  private void pages(JsonNode step, Object unit) throws Exception {
    int last = step.get("pages").size() - 1;
    int number = 0;
    List<Object> page = page(step, unit, number, null, null);
    while (page.get(1) != null) {
      assertTrue(number < last);
      page = page(step, unit, ++number, (String) page.get(1), null);
    }
    assertEquals(last, number);
    while (page.get(2) != null) {
      page = page(step, unit, --number, null, (String) page.get(2));
    }
    assertEquals(0, number);
  }

  /** The values of a page, of which the first are its rows, which have to be those of a number. */
  private List<Object> page(JsonNode step, Object unit, int number, String after, String before)
      throws Exception {
    ObjectNode asked = step.deepCopy();
    ArrayNode args = (ArrayNode) asked.get("args");
    int cursors = args.size() - 2;
    if (after != null) {
      args.set(cursors, after);
    }
    if (before != null) {
      args.set(cursors + 1, before);
    }
    JsonNode signature = contract.get("statements").get(step.get("call").asText());
    boolean plucked = signature.get("result").asText().equals("pages of values");
    Returned returned = run(asked, unit, false);
    List<Object> page = Db.values(returned.value());
    List<Object> rows = new ArrayList<>();
    for (JsonNode row : step.get("pages").get(number)) {
      rows.add(row(element(returned.type()), row, plucked));
    }
    equal(rows, page.get(0));
    return page;
  }

  /** Plays the steps of a case, with streams as well or instead of lists. */
  void play(JsonNode played, Object unit, boolean lists, boolean streams) {
    int number = 0;
    for (JsonNode step : played.get("steps")) {
      number++;
      try {
        JsonNode signature = contract.get("statements").path(step.path("call").asText());
        boolean list = step.has("call") && listed(signature);
        if (lists || !list) {
          step(step, unit, false);
        }
        if (streams && list && !apart(signature)) {
          step(step, unit, true);
        }
      } catch (Exception | AssertionError e) {
        throw new AssertionError("step " + number + ": " + step + ": " + e, e);
      }
    }
  }

  /** Whether an error has a part of a message, and the row that the step says. */
  private static boolean isWanted(JsonNode step, String part, Exception e) {
    return causes(e).contains(step.get(part).asText())
        && (!step.has("failed") || causes(e).contains("row " + step.get("failed") + ": "));
  }

  private void step(JsonNode step, Object unit, boolean streams) throws Exception {
    if (step.has("error")) {
      Exception e = null;
      try {
        run(step, unit, streams);
      } catch (Exception thrown) {
        e = thrown;
      }
      assertNotNull(e, "no error");
      assertTrue(isWanted(step, "error", e), causes(e));
      return;
    }
    if (step.has("pages")) {
      pages(step, unit);
      return;
    }
    Returned returned;
    try {
      returned = run(step, unit, streams);
    } catch (Exception e) {
      if (step.has("or") && isWanted(step, "or", e)) {
        return;
      }
      throw e;
    }
    if (step.has("count")) {
      assertEquals(step.get("count").asLong(), count(returned.value()));
    } else if (step.has("rows")) {
      List<Object> rows = new ArrayList<>();
      for (JsonNode row : step.get("rows")) {
        rows.add(row(element(returned.type()), row, returned.plucked()));
      }
      equal(rows, returned.value());
    } else if (step.has("found")) {
      boolean lists = returned.type() instanceof ParameterizedType;
      List<Object> found = new ArrayList<>();
      for (JsonNode some : step.get("found")) {
        List<Object> rows = new ArrayList<>();
        for (JsonNode row : some) {
          rows.add(
              row(lists ? element(returned.type()) : returned.type(), row, returned.plucked()));
        }
        found.add(lists ? rows : rows.isEmpty() ? null : rows.get(0));
      }
      equal(found, returned.value());
    } else {
      JsonNode row = step.get("row");
      Object expected = row.isNull() ? null : row(returned.type(), row, returned.plucked());
      equal(expected, returned.value());
    }
  }

  private static String causes(Throwable e) {
    return e + (e.getCause() == null ? "" : "; " + causes(e.getCause()));
  }

  private static long count(Object value) {
    return ((Number) value).longValue();
  }

  private static void equal(Object expected, Object got) throws Exception {
    Object a = comparable(expected);
    Object b = opened(a, comparable(got));
    assertTrue(
        Arrays.deepEquals(new Object[] {a}, new Object[] {b}),
        () ->
            Arrays.deepToString(new Object[] {a})
                + " is not "
                + Arrays.deepToString(new Object[] {b}));
  }

  /** What was got, as text where the expected value is one of any type. */
  private static Object opened(Object expected, Object got) {
    if (expected instanceof Object[] many
        && got instanceof Object[] values
        && many.length == values.length) {
      for (int i = 0; i < values.length; i++) {
        values[i] = opened(many[i], values[i]);
      }
    }
    return expected instanceof Anything && got != null ? new Anything(got.toString()) : got;
  }

  /** Records and lists as arrays, which are compared with what they hold. */
  private static Object comparable(Object value) throws Exception {
    if (value instanceof Record row && !(row instanceof Anything)) {
      return comparable(Db.values(row));
    }
    if (value instanceof List<?> list) {
      Object[] all = new Object[list.size()];
      for (int i = 0; i < all.length; i++) {
        all[i] = comparable(list.get(i));
      }
      return all;
    }
    return value;
  }

  /** What a method returned, what it says that it returns, and whether that is a plucked value. */
  private record Returned(Object value, Type type, boolean plucked) {}

  private Returned run(JsonNode step, Object unit, boolean streams) throws Exception {
    if (!step.has("call")) {
      Method method =
          step.has("append")
              ? method(unit.getClass(), "bulkInsert" + step.get("append").asText(), 1)
              : step.has("batch")
                  ? method(unit.getClass(), step.get("batch").asText() + "Batch", 1)
                  : method(unit.getClass(), step.get("bulk").asText() + "Bulk", 1);
      Type row = element(method.getGenericParameterTypes()[0]);
      List<Object> rows = new ArrayList<>();
      for (int time = 0; time < step.path("times").asInt(1); time++) {
        for (JsonNode values : step.path("values")) {
          rows.add(row(row, step.has("times") ? numbered(values, time) : values, false));
        }
      }
      Type type = method.getGenericReturnType();
      boolean plucked = false;
      if (step.has("found")) { // what is found for each row is an element of a list
        type = element(type);
        String called = step.get("bulk").asText();
        String found = contract.get("statements").get(called).get("result").asText();
        plucked = found.startsWith("value");
      }
      return new Returned(invoke(method, unit, rows), type, plucked);
    }
    String name = step.get("call").asText();
    String result = contract.get("statements").get(name).get("result").asText();
    JsonNode args = step.path("args");
    Method list = method(unit.getClass(), name, args.size());
    Object[] values = arguments(list, args);
    Type type = list.getGenericReturnType();
    boolean plucked = result.startsWith("value");
    if (streams) {
      Method stream = method(unit.getClass(), name + "Stream", args.size());
      try (Stream<?> rows = (Stream<?>) invoke(stream, unit, values)) {
        List<Object> all = new ArrayList<>();
        rows.forEach(all::add);
        return new Returned(all, type, plucked);
      }
    }
    return new Returned(invoke(list, unit, values), type, plucked);
  }

  private static Object[] arguments(Method method, JsonNode args) throws Exception {
    if (named(method)) {
      return new Object[] {row(method.getParameterTypes()[0], args, false)};
    }
    Object[] values = new Object[args.size()];
    for (int i = 0; i < values.length; i++) {
      Object value = value(method.getGenericParameterTypes()[i], args.get(i));
      values[i] = value instanceof Anything any ? any.text() : value;
    }
    return values;
  }

  /** Whether a method takes its parameters as a record. */
  private static boolean named(Method method) {
    Class<?>[] types = method.getParameterTypes();
    return types.length == 1
        && types[0].isRecord()
        && types[0].getSimpleName().matches(".*(Params|Insert|Row)");
  }

  private static Object invoke(Method method, Object unit, Object... args) throws Exception {
    try {
      return method.invoke(unit, args);
    } catch (InvocationTargetException e) {
      throw e.getCause() instanceof Exception failure ? failure : e;
    }
  }

  private static String key(String name) {
    return name.replaceAll("[^\\p{L}\\p{M}\\p{N}]", "").toLowerCase();
  }

  /** A method is found by the letters and digits of its name: case and escapes do not matter. */
  private static Method method(Class<?> unit, String name, int parameters) {
    return Arrays.stream(unit.getDeclaredMethods())
        .filter(m -> Modifier.isPublic(m.getModifiers()) && !m.isBridge())
        .filter(m -> key(m.getName()).equals(key(name)))
        .filter(m -> m.getParameterCount() == parameters || named(m))
        .max(
            Comparator.comparing(m -> m.getName().length())) // one that is escaped is a statement's
        .orElseThrow(() -> new AssertionError("no method " + name));
  }

  private static Type element(Type list) {
    return ((ParameterizedType) list).getActualTypeArguments()[0];
  }

  private static Object row(Type type, JsonNode values, boolean plucked) throws Exception {
    if (plucked) {
      return value(type, values.get(0));
    }
    Constructor<?> record = ((Class<?>) type).getDeclaredConstructors()[0];
    Type[] types = record.getGenericParameterTypes();
    assertEquals(types.length, values.size());
    Object[] args = new Object[types.length];
    for (int i = 0; i < args.length; i++) {
      args[i] = value(types[i], values.get(i));
    }
    return record.newInstance(args);
  }

  private static Object value(Type type, JsonNode value) throws Exception {
    if (value.isObject()) { // not given
      return null;
    }
    if (type instanceof ParameterizedType of && of.getRawType() == Optional.class) {
      return Optional.ofNullable(value(element(type), value));
    }
    if (value.isNull()) {
      return null;
    }
    if (type == float[].class) {
      float[] numbers = new float[value.size()];
      for (int i = 0; i < numbers.length; i++) {
        numbers[i] = Float.parseFloat(value.get(i).asText());
      }
      return numbers;
    }
    if (type instanceof ParameterizedType map && map.getRawType() == Map.class) { // an hstore
      Map<Object, Object> pairs = new HashMap<>();
      for (int i = 0; i < value.size(); i += 2) {
        pairs.put(value.get(i).asText(), value(String.class, value.get(i + 1)));
      }
      return pairs;
    }
    if (value.isArray() && type instanceof Class<?>) {
      return row(type, value, false);
    }
    if (value.isArray()) {
      List<Object> list = new ArrayList<>();
      for (JsonNode v : value) {
        list.add(value(element(type), v));
      }
      return list;
    }
    return parsed(type, value.asText());
  }

  /** A value whose type the method leaves open: its text is what is compared. */
  private record Anything(String text) {}

  private static long part(String interval, String pattern) {
    Matcher m = Pattern.compile(pattern).matcher(interval);
    return m.find() ? Long.parseLong(m.group(1)) : 0;
  }

  /** Values with a number in place of #. */
  private static JsonNode numbered(JsonNode values, int number) throws IOException {
    return JSON.readTree(values.toString().replace("#", "" + number));
  }

  /** Whether a class is that of an enum; with `enums: open` it is a record. */
  private static boolean isEnum(Class<?> c) {
    return Stream.of(c.getMethods()).anyMatch(method -> method.getName().equals("fromValue"));
  }

  private static Object parsed(Type type, String text) throws Exception {
    Function<String, Object> parse = PARSE.get(type);
    if (parse != null) {
      return parse.apply(text);
    }
    if (type == Object.class) {
      return new Anything(text);
    }
    if (type instanceof Class<?> c && isEnum(c)) {
      return c.getMethod("fromValue", String.class).invoke(null, text);
    }
    if (type instanceof ParameterizedType range && range.getRawType() instanceof Class<?> c) {
      String[] bounds = text.substring(1, text.length() - 1).split(",", -1);
      Type of = element(type);
      Object lower = parsed(of, bounds[0]);
      Object upper = parsed(of, bounds[1]);
      return c.getDeclaredConstructors()[0].newInstance(lower, upper, true, false, false);
    }
    if (type instanceof Class<?> c && c.getSimpleName().equals("Interval")) {
      return c.getDeclaredConstructors()[0].newInstance(
          (int) part(text, "(-?\\d+) mon"),
          (int) part(text, "(-?\\d+) day"),
          1_000_000
              * (part(text, "(\\d\\d):\\d\\d:\\d\\d") * 3600
                  + part(text, "\\d\\d:(\\d\\d):\\d\\d") * 60
                  + part(text, "\\d\\d:\\d\\d:(\\d\\d)")));
    }
    if (type instanceof Class<?> c && c.isRecord()) { // of plain values: (1,2) or {'x': 1, 'y': 2}
      String values = text.substring(1, text.length() - 1).replaceAll("'\\w+': ", "");
      return row(type, JSON.valueToTree(values.split(", ?")), false);
    }
    throw new AssertionError("no value of " + type + " for " + text);
  }

  private static <T> Object finite(String text, T last, T first, Function<String, T> parse) {
    return text.equals("infinity") ? last : text.equals("-infinity") ? first : parse.apply(text);
  }

  private static OffsetDateTime instant(String text) {
    return OffsetDateTime.parse(text.replace(' ', 'T').replaceAll("([+-]\\d\\d)$", "$1:00"));
  }

  private static final Map<Type, Function<String, Object>> PARSE =
      Map.ofEntries(
          Map.entry(boolean.class, Boolean::valueOf),
          Map.entry(Boolean.class, Boolean::valueOf),
          Map.entry(int.class, Integer::valueOf),
          Map.entry(Integer.class, Integer::valueOf),
          Map.entry(long.class, Long::valueOf),
          Map.entry(Long.class, Long::valueOf),
          Map.entry(float.class, Float::valueOf),
          Map.entry(Float.class, Float::valueOf),
          Map.entry(double.class, text -> Double.valueOf(text.replaceAll("inf$", "Infinity"))),
          Map.entry(Double.class, text -> Double.valueOf(text.replaceAll("inf$", "Infinity"))),
          Map.entry(BigDecimal.class, BigDecimal::new),
          Map.entry(BigInteger.class, BigInteger::new),
          Map.entry(String.class, text -> text),
          Map.entry(byte[].class, HexFormat.of()::parseHex),
          Map.entry(
              LocalDate.class,
              text -> finite(text, LocalDate.MAX, LocalDate.MIN, LocalDate::parse)),
          Map.entry(LocalTime.class, LocalTime::parse),
          Map.entry(
              LocalDateTime.class,
              text ->
                  finite(
                      text.replace(' ', 'T'),
                      LocalDateTime.MAX,
                      LocalDateTime.MIN,
                      LocalDateTime::parse)),
          Map.entry(OffsetDateTime.class, Expected::instant),
          Map.entry(UUID.class, UUID::fromString));
}
