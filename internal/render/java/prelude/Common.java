// What generated classes share, whatever their driver. A generated class gets those members that it
// uses, and what they use in turn; `/*? X */` stands for X where the config asks for nullability
// annotations, else for nothing. The files of a driver are compiled together, as members of one
// class, so each may use what another defines; between members stands a blank line.
package prelude;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

final class Common {
  /** Reads the current row of a result. */
  @FunctionalInterface
  private interface RowReader<T /*? extends @Nullable Object */> {
    T read(ResultSet rs) throws SQLException;
  }

  /** Thrown by a stream on a read error. The driver's exception is the cause. */
  public static final class StreamException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    StreamException(SQLException cause) {
      super(cause.getMessage(), cause);
    }
  }

  /**
   * Reads one of many rows, whose number an error says, or the only one, which has none. Drivers do
   * not say which column an error is about: the row is read again to see where it fails.
   */
  private static <T /*? extends @Nullable Object */> T readRow(
      ResultSet rs, RowReader<T> reader, long number) throws SQLException {
    try {
      return reader.read(rs);
    } catch (SQLException | RuntimeException e) {
      int[] column = {0};
      InvocationHandler noting =
          (proxy, method, args) -> {
            if (args != null && args[0] instanceof Integer index) {
              column[0] = index;
            }
            return method.invoke(rs, args);
          };
      ClassLoader loader = ResultSet.class.getClassLoader();
      Class<?>[] types = {ResultSet.class};
      Exception failure = e;
      try {
        reader.read((ResultSet) Proxy.newProxyInstance(loader, types, noting));
      } catch (SQLException | RuntimeException again) {
        if (column[0] > 0 && !String.valueOf(e.getMessage()).startsWith("column ")) {
          failure = inColumn(rs, column[0], e);
        }
      }
      if (number > 0) {
        throw inPlace("row " + number, failure);
      }
      if (failure instanceof SQLException located) {
        throw located;
      }
      throw e;
    }
  }

  /** Executes a query and reads all rows. */
  private static <T /*? extends @Nullable Object */> List<T> all(
      PreparedStatement statement, RowReader<T> reader) throws SQLException {
    try (ResultSet rs = statement.executeQuery()) {
      List<T> rows = new ArrayList<>();
      while (rs.next()) {
        rows.add(readRow(rs, reader, rows.size() + 1));
      }
      return rows;
    }
  }

  /** Executes a query and reads the first row; null where there is none. */
  private static <T /*? extends @Nullable Object */> /*? @Nullable */ T one(
      PreparedStatement statement, RowReader<T> reader) throws SQLException {
    try (ResultSet rs = statement.executeQuery()) {
      return rs.next() ? readRow(rs, reader, 0) : null;
    }
  }

  /** Executes a query that has to find a row, and reads the first. */
  private static <T /*? extends @Nullable Object */> T only(
      PreparedStatement statement, RowReader<T> reader) throws SQLException {
    try (ResultSet rs = statement.executeQuery()) {
      if (!rs.next()) {
        throw new NoRowException();
      }
      return readRow(rs, reader, 0);
    }
  }

  /** Thrown if no row matches and the query requires one. */
  public static final class NoRowException extends SQLException {
    private static final long serialVersionUID = 1L;

    NoRowException() {
      super("the query found no row", "02000"); // SQL's "no data"
    }
  }

  private <T /*? extends @Nullable Object */> Stream<T> stream(
      String sql, ParamBinder binder, RowReader<T> reader) throws SQLException {
    return stream(openStatement(connection, sql, binder), reader);
  }

  /** Streams rows, which are closed with the stream. */
  private static <T /*? extends @Nullable Object */> Stream<T> stream(
      RowSource rows, RowReader<T> reader) {
    Spliterator<T> source =
        new Spliterators.AbstractSpliterator<>(Long.MAX_VALUE, Spliterator.ORDERED) {
          private long number;

          @Override
          public boolean tryAdvance(Consumer<? super T> action) {
            T row;
            try {
              ResultSet rs = rows.next();
              if (rs == null) {
                return false;
              }
              row = readRow(rs, reader, ++number);
            } catch (SQLException e) {
              throw new StreamException(e);
            }
            action.accept(row);
            return true;
          }
        };
    return StreamSupport.stream(source, false)
        .onClose(() -> {
          try {
            rows.close();
          } catch (SQLException e) {
            throw new StreamException(e);
          }
        });
  }

  /** The rows of a query, read one by one. */
  private interface RowSource extends AutoCloseable {
    /** The result on its next row; null behind the last one. */
    /*? @Nullable */ ResultSet next() throws SQLException;

    @Override
    void close() throws SQLException;
  }

  /** Binds the parameters of a statement. */
  @FunctionalInterface
  private interface ParamBinder {
    void bind(PreparedStatement statement) throws SQLException;
  }

  /** The rows of a statement that nothing else uses: streams may overlap. */
  private static final class StatementRows implements RowSource {
    private final PreparedStatement statement;
    private final ResultSet rs;

    StatementRows(PreparedStatement statement, ParamBinder binder) throws SQLException {
      this.statement = statement;
      try {
        binder.bind(statement);
        this.rs = statement.executeQuery();
      } catch (Throwable failure) {
        try {
          statement.close();
        } catch (SQLException e) {
          failure.addSuppressed(e);
        }
        throw failure;
      }
    }

    @Override
    public /*? @Nullable */ ResultSet next() throws SQLException {
      return rs.next() ? rs : null;
    }

    @Override
    public void close() throws SQLException {
      statement.close();
    }
  }

  /** An observer of all operations. */
  @FunctionalInterface
  public interface Observer {
    /** Called before an operation. Its result is called after the operation. */
    Completion started(String query);
  }

  /** Called at the end of an operation. */
  @FunctionalInterface
  public interface Completion {
    /** Called with the number of rows, and the error or null. */
    void ended(long rows, /*? @Nullable */ Throwable error);
  }

  /** An operation that an observer may hear of. */
  private static final class Operation {
    private final /*? @Nullable */ Completion completion;
    private long rows;
    private /*? @Nullable */ Throwable error;

    Operation(/*? @Nullable */ Observer observer, String query) {
      this.completion = observer == null ? null : observer.started(query);
    }

    long counted(long count) {
      rows = count;
      return count;
    }

    <T /*? extends @Nullable Object */> RowReader<T> counted(RowReader<T> reader) {
      return rs -> {
        T row = reader.read(rs);
        rows++;
        return row;
      };
    }

    void end(long count, /*? @Nullable */ Throwable failure) {
      if (completion != null) {
        completion.ended(count, failure);
      }
    }

    /** Counts the rows that are read from a stream, and ends when that is closed. */
    <T /*? extends @Nullable Object */> Stream<T> counted(Stream<T> stream) {
      Spliterator<T> source = stream.spliterator();
      Spliterator<T> read =
          new Spliterators.AbstractSpliterator<>(Long.MAX_VALUE, Spliterator.ORDERED) {
            @Override
            public boolean tryAdvance(Consumer<? super T> action) {
              try {
                return source.tryAdvance(row -> {
                  rows++;
                  action.accept(row);
                });
              } catch (Throwable e) {
                error = e;
                throw e;
              }
            }
          };
      return StreamSupport.stream(read, false)
          .onClose(stream::close)
          .onClose(() -> end(rows, error));
    }
  }

  /** What is done in an operation. */
  @FunctionalInterface
  private interface OperationWork<T /*? extends @Nullable Object */> {
    T run(Operation operation) throws SQLException;
  }

  /** Does work that an observer, where there is one, hears of. */
  private static <T /*? extends @Nullable Object */> T observed(
      /*? @Nullable */ Observer observer, String query, OperationWork<T> work) throws SQLException {
    Operation operation = new Operation(observer, query);
    T result = opened(operation, work);
    operation.end(operation.rows, null);
    return result;
  }

  /** Begins an operation that ends when the result is closed. */
  private static <T /*? extends @Nullable Object */> T opened(
      Operation operation, OperationWork<T> work) throws SQLException {
    try {
      return work.run(operation);
    } catch (Throwable e) {
      operation.end(0, e);
      throw e;
    }
  }

  /** The count of a batch whose statement counts no rows, though a driver may. */
  private static long uncounted(long affected) {
    return 0;
  }

  /** A string as an SQL literal. */
  private static String literal(String value) {
    return "'" + value.replace("'", "''") + "'";
  }

  /** An error about a value that was read, with the name of its column. */
  private static SQLException inColumn(ResultSet rs, int column, Exception failure)
      throws SQLException {
    return inPlace("column " + rs.getMetaData().getColumnLabel(column), failure);
  }

  /** An error with the place that it is about. */
  private static SQLException inPlace(String place, Exception failure) {
    String message = place + ": " + failure.getMessage();
    return failure instanceof SQLException e
        ? new SQLException(message, e.getSQLState(), e.getErrorCode(), e)
        : new SQLException(message, failure);
  }

  /** Applies a function to a value that is not null. */
  private static <T, R> /*? @Nullable */ R mapped(
      /*? @Nullable */ T value, Function<T, R> function) {
    return value == null ? null : function.apply(value);
  }

  /**
   * Applies an encoding function to what is not null; its failure says what could not be encoded.
   */
  private static <T, R> /*? @Nullable */ R encoded(
      /*? @Nullable */ T value, Function<T, R> function, String name) throws SQLException {
    try {
      return value == null ? null : function.apply(value);
    } catch (RuntimeException e) {
      throw new SQLException(name + " cannot be encoded: " + e.getMessage(), e);
    }
  }

  /** Applies a function, and another to what that returns. */
  private static <T, S, R> Function<T, R> composed(
      Function<T, S> first, Function<? super S, ? extends R> second) {
    return value -> second.apply(first.apply(value));
  }

  /** Applies an encoding function to what is not null in a list. */
  private static <T, R> /*? @Nullable */ List</*? @Nullable */ R> encodedEach(
      /*? @Nullable */ List<? extends /*? @Nullable */ T> values,
      Function<T, R> function,
      String name)
      throws SQLException {
    if (values == null) {
      return null;
    }
    List</*? @Nullable */ R> list = new ArrayList<>(values.size());
    for (T value : values) {
      list.add(encoded(value, function, name));
    }
    return list;
  }

  /** Refuses rows where an appender has failed, or has been closed. */
  private static void checkOpen(boolean closed, /*? @Nullable */ Throwable failure)
      throws SQLException {
    if (failure != null) {
      throw new SQLException("this appender has failed and takes no more rows", failure);
    }
    if (closed) {
      throw new SQLException("the appender is closed");
    }
  }

  private static <T> T required(/*? @Nullable */ T value, String name) throws SQLException {
    if (value == null) {
      throw new SQLException(name + ": NULL in a NOT NULL column");
    }
    return value;
  }

  /** Work with the database. */
  @FunctionalInterface
  private interface Work<T> {
    T run() throws SQLException;
  }

  /** Does all of the work or nothing, inside the caller's transaction or in one of its own. */
  private static <T> T inSavepoint(Connection connection, Work<T> work) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.executeUpdate("SAVEPOINT sqg");
      try {
        T result = work.run();
        statement.executeUpdate("RELEASE sqg");
        return result;
      } catch (Throwable failure) {
        try {
          statement.executeUpdate("ROLLBACK TO sqg");
          statement.executeUpdate("RELEASE sqg");
        } catch (SQLException e) {
          failure.addSuppressed(e); // the engine has rolled back by itself
        }
        throw failure;
      }
    }
  }

  /** Inserts all rows and closes what inserts them. */
  private static <R> long insertAll(RowInserter<R> inserter, Iterable<R> rows) throws SQLException {
    try (inserter) {
      return inserter.addAll(rows);
    }
  }

  /** What inserts rows. */
  private interface RowInserter<R> extends AutoCloseable {
    /** Adds and writes all rows, or none. */
    long addAll(Iterable<? extends R> rows) throws SQLException;

    @Override
    void close() throws SQLException;
  }

  /** Binds the values of a row to the placeholders from an index on. */
  @FunctionalInterface
  private interface RowBinder<R> {
    void bind(PreparedStatement statement, int index, R row) throws SQLException;
  }

  /** Chooses the text for a row of parameters. */
  @FunctionalInterface
  private interface RowChooser<R> {
    ChosenRow choose(R row);
  }

  /** The text for a row, and what binds it. */
  private record ChosenRow(String sql, ParamBinder binder) {}

  /** The text for a row; if there is none, the error says for which. */
  private static <R> ChosenRow chosen(RowChooser<R> chooser, R row, long number) {
    try {
      return chooser.choose(row);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("row " + number + ": " + e.getMessage(), e);
    }
  }

  /** Statements of some texts, each prepared once. */
  private static final class PreparedTexts implements AutoCloseable {
    private final Connection connection;
    private final Map<String, PreparedStatement> statements = new HashMap<>();

    PreparedTexts(Connection connection) {
      this.connection = connection;
    }

    PreparedStatement of(String sql) throws SQLException {
      PreparedStatement statement = statements.get(sql);
      if (statement == null) {
        statement = connection.prepareStatement(sql);
        statements.put(sql, statement);
      }
      return statement;
    }

    @Override
    public void close() throws SQLException {
      for (PreparedStatement statement : statements.values()) {
        statement.close();
      }
    }
  }

  /** The failure of some rows, which count from 1. */
  private static SQLException inRows(long first, int count, SQLException failure) {
    String last = " to " + (first + count - 1);
    return inPlace(count == 1 ? "row " + first : "rows " + first + last, failure);
  }

  /** Executes a statement for each row, all or none; returns the number of affected rows. */
  private static <R> long each(
      Connection connection, String sql, RowBinder<R> binder, Iterable<? extends R> rows)
      throws SQLException {
    return atomically(connection, () -> each(connection, sql, binder, rows, 0));
  }

  private static <R> long each(
      Connection connection,
      String sql,
      RowBinder<R> binder,
      Iterable<? extends R> rows,
      long before)
      throws SQLException {
    long affected = 0;
    long count = before;
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      for (R row : rows) {
        count++;
        try {
          binder.bind(statement, 1, row);
          affected += statement.executeUpdate();
        } catch (SQLException e) {
          throw inRows(count, 1, e);
        }
      }
    }
    return affected;
  }

  /** A query for a row of parameters. */
  @FunctionalInterface
  private interface RowQuery<R, T /*? extends @Nullable Object */> {
    T find(R row) throws SQLException;
  }

  /** Asks a query for each row; an error says for which. */
  private static <R, T /*? extends @Nullable Object */> List<T> lookEach(
      Iterable<? extends R> rows, RowQuery<R, T> query) throws SQLException {
    List<T> found = new ArrayList<>();
    for (R row : rows) {
      try {
        found.add(query.find(row));
      } catch (SQLException e) {
        throw inRows(found.size() + 1, 1, e);
      }
    }
    return found;
  }

  /**
   * A change of the schema. The checksum is that of its statements; text is that of its SQL, which
   * counts where it was recorded. Steps are its statements where it runs without a transaction.
   */
  private record Migration(
      String id, String checksum, List<String> earlier, String sql, List<Step> steps) {}

  /** A statement, and the query for those that take back what it left half done, or nothing. */
  private record Step(String undo, String sql) {}

  /** A migration that a database lacks, and the statement that records it. */
  private record Missing(Migration migration, String record) {}

  /** The first migration that the database does not have yet. */
  private static Optional<Missing> nextMigration(
      Connection connection, String table, String project, List<Migration> migrations)
      throws SQLException {
    String record = TRACKING.record().replace("{table}", table);
    return pending(connection, project, migrations).stream()
        .findFirst()
        .map(migration -> new Missing(migration, record));
  }

  /** The migrations that the database does not have yet. */
  private static List<Migration> pending(
      Connection connection, String project, List<Migration> migrations) throws SQLException {
    Map<String, String> applied = appliedMigrations(connection, project);
    List<Migration> pending = new ArrayList<>();
    for (Migration migration : migrations) {
      String checksum = applied.get(migration.id());
      if (!applied.containsKey(migration.id())) {
        pending.add(migration);
      } else if (checksum != null
          && !checksum.equals(migration.checksum())
          && !migration.earlier().contains(checksum)) {
        throw refused(TRACKING.changed(), project, migration, checksum);
      } else if (!pending.isEmpty()) {
        throw refused(TRACKING.late(), project, pending.get(0), migration.id());
      }
    }
    return pending;
  }

  private static SQLException refused(
      String text, String project, Migration migration, String other) {
    return new SQLException(
        text.replace("{id}", migration.id())
            .replace("{project}", project)
            .replace("{other}", other));
  }

  private static Map<String, String> appliedMigrations(Connection connection, String project)
      throws SQLException {
    Map<String, String> applied = new HashMap<>();
    try (Statement statement = connection.createStatement();
        ResultSet query = statement.executeQuery(TRACKING.applied())) {
      query.next();
      try (PreparedStatement recorded = connection.prepareStatement(query.getString(1))) {
        recorded.setString(1, project);
        try (ResultSet rs = recorded.executeQuery()) {
          while (rs.next()) {
            applied.put(rs.getString(1), rs.getString(2));
          }
        }
      }
    }
    return applied;
  }

  private static void runMigration(Connection connection, Migration migration, String sql)
      throws SQLException {
    try {
      runScript(connection, sql);
    } catch (SQLException e) {
      throw new SQLException(
          ofMigration(migration) + e.getMessage(), e.getSQLState(), e.getErrorCode(), e);
    }
  }

  private static String ofMigration(Migration migration) {
    return "migration \"" + migration.id() + "\": ";
  }

  private static void recordMigration(Connection connection, String project, Missing missing)
      throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(missing.record())) {
      statement.setString(1, project);
      statement.setString(2, missing.migration().id());
      statement.setString(3, missing.migration().checksum());
      statement.executeUpdate();
    }
  }

  /** Work that applies a migration, if there is one. */
  @FunctionalInterface
  private interface NextMigration {
    Optional<Migration> apply() throws SQLException;
  }

  /** Applies migrations until there is none; their ids. */
  private static List<String> applyEach(NextMigration next) throws SQLException {
    List<String> ids = new ArrayList<>();
    for (var applied = next.apply(); applied.isPresent(); applied = next.apply()) {
      ids.add(applied.get().id());
    }
    return ids;
  }

  /** A text as JSON has it. */
  private static String quoteJson(String value) {
    StringBuilder text = new StringBuilder(value.length() + 2).append('"');
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      if (c < ' ' || c == '"' || c == '\\') {
        text.append("\\u00").append(Character.forDigit(c >> 4, 16));
        text.append(Character.forDigit(c & 15, 16));
      } else {
        text.append(c);
      }
    }
    return text.append('"').toString();
  }
}
