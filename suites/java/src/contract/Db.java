package contract;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Databases for code of java/sqlite, and what the engine says of them as text that no generated
 * code has touched.
 */
final class Db {
  static final Path CORPUS = Path.of("../../corpus");

  private Db() {}

  static Connection open() throws SQLException {
    return DriverManager.getConnection("jdbc:sqlite::memory:");
  }

  static Connection open(Path file) throws SQLException {
    return DriverManager.getConnection("jdbc:sqlite:" + file);
  }

  /** An empty database with a unit's migrations. */
  static Connection open(List<String> migrations) throws SQLException {
    Connection connection = open();
    for (String sql : migrations) {
      execute(connection, sql);
    }
    return connection;
  }

  /** The same with the rows of the corpus unit's TESTDATA. */
  static Connection withTestData(String unit, List<String> migrations) throws Exception {
    Connection connection = open(migrations);
    for (String script : testData(unit, "sqlite")) {
      execute(connection, script);
    }
    return connection;
  }

  /** The TESTDATA of a corpus file. */
  static List<String> testData(String unit, String file) throws IOException {
    String source = Files.readString(CORPUS.resolve(unit).resolve(file + ".sql"));
    Matcher m = Pattern.compile("(?ms)^-- TESTDATA.*?$(.*?)(?=^-- [A-Z]{4,} )").matcher(source);
    return m.results().map(found -> found.group(1)).toList();
  }

  static void execute(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.executeUpdate(sql);
    }
  }

  static String text(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rs = statement.executeQuery(sql)) {
      return rs.next() ? rs.getString(1) : null;
    }
  }

  /** Rows of text that SQLite itself has parsed from a JSON file. */
  static List<List<String>> json(Path file, String sql) throws Exception {
    try (Connection connection = open();
        var statement = connection.prepareStatement(sql)) {
      statement.setString(1, Files.readString(file));
      List<List<String>> rows = new ArrayList<>();
      try (ResultSet rs = statement.executeQuery()) {
        while (rs.next()) {
          List<String> row = new ArrayList<>();
          for (int i = 1; i <= rs.getMetaData().getColumnCount(); i++) {
            row.add(rs.getString(i));
          }
          rows.add(row);
        }
      }
      return rows;
    }
  }

  /**
   * Calls the method of a name, whatever its parameters' types, which can be a record's members.
   */
  static Object call(Object target, String name, Object... args) throws Exception {
    for (Method m : target.getClass().getMethods()) {
      if (!m.getName().equals(name)) {
        continue;
      }
      try {
        if (m.getParameterCount() == args.length) {
          return m.invoke(target, args);
        }
        if (m.getParameterCount() == 1
            && m.getParameterTypes()[0].getSimpleName().endsWith("Params")) {
          return m.invoke(target, m.getParameterTypes()[0].getConstructors()[0].newInstance(args));
        }
      } catch (InvocationTargetException e) {
        throw e.getCause() instanceof Exception failure ? failure : e;
      }
    }
    throw new NoSuchMethodException(name);
  }

  /** The values of a record, in order. */
  static List<Object> values(Object row) throws Exception {
    List<Object> values = new ArrayList<>();
    for (RecordComponent c : row.getClass().getRecordComponents()) {
      values.add(c.getAccessor().invoke(row));
    }
    return values;
  }
}
