// Statements that are prepared once for a connection and kept, for a driver that keeps none itself;
// Common.java says how this file is read.
package prelude;

import java.lang.ref.Cleaner;
import java.lang.ref.WeakReference;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

final class Kept {
  private <T /*? extends @Nullable Object */> List<T> all(
      String sql, ParamBinder binder, RowReader<T> reader) throws SQLException {
    try (Lent lent = statements.take(connection, sql)) {
      binder.bind(lent.statement);
      return all(lent.statement, reader);
    }
  }

  private <T /*? extends @Nullable Object */> /*? @Nullable */ T one(
      String sql, ParamBinder binder, RowReader<T> reader) throws SQLException {
    try (Lent lent = statements.take(connection, sql)) {
      binder.bind(lent.statement);
      return one(lent.statement, reader);
    }
  }

  private <T /*? extends @Nullable Object */> T only(
      String sql, ParamBinder binder, RowReader<T> reader) throws SQLException {
    try (Lent lent = statements.take(connection, sql)) {
      binder.bind(lent.statement);
      return only(lent.statement, reader);
    }
  }

  private long execute(String sql, ParamBinder binder) throws SQLException {
    try (Lent lent = statements.take(connection, sql)) {
      binder.bind(lent.statement);
      return lent.statement.executeLargeUpdate();
    }
  }

  /** Executes a statement without a count of rows: the result is 0. */
  private long executeUncounted(String sql, ParamBinder binder) throws SQLException {
    try (Lent lent = statements.take(connection, sql)) {
      binder.bind(lent.statement);
      if (lent.statement.execute()) {
        lent.statement.getResultSet().close();
      }
      return 0;
    }
  }

  /** A prepared statement that one user has at a time, who closes this to give it back. */
  private static final class Lent implements AutoCloseable {
    private final Map<String, Lent> kept;
    private final String sql;
    private final PreparedStatement statement;
    private boolean used = true; // whoever reads or writes it has the lock of kept

    Lent(Map<String, Lent> kept, String sql, PreparedStatement statement) {
      this.kept = kept;
      this.sql = sql;
      this.statement = statement;
    }

    @Override
    public void close() throws SQLException {
      synchronized (kept) {
        if (kept.get(sql) == this) {
          if (usable(statement)) {
            used = false;
            return;
          }
          kept.remove(sql);
        }
      }
      statement.close();
    }

    /** sqlite-jdbc gives up a statement that has failed, and only says so when it is used again. */
    private static boolean usable(PreparedStatement statement) {
      try {
        statement.getParameterMetaData().getParameterCount();
        return true;
      } catch (SQLException e) {
        return false;
      }
    }
  }

  /**
   * A connection as a key, which does not keep it. Connections of a pool may have any equals(): one
   * is itself.
   */
  private static final class ConnectionKey extends WeakReference<Connection> {
    private final int hash;

    ConnectionKey(Connection connection) {
      super(connection);
      this.hash = System.identityHashCode(connection);
    }

    @Override
    public boolean equals(/*? @Nullable */ Object other) {
      Connection connection = get();
      return this == other
          || connection != null && other instanceof ConnectionKey key && connection == key.get();
    }

    @Override
    public int hashCode() {
      return hash;
    }
  }

  /**
   * What is prepared on a connection, by its SQL: the same for all objects that work on it, and
   * closed when the last of them is garbage. Nothing else keeps it, as statements keep their
   * connection.
   */
  private static final class Statements {
    private static final Cleaner CLEANER = Cleaner.create();
    private static final Map<ConnectionKey, WeakReference<Statements>> ALL = new HashMap<>();

    private final Map<String, Lent> kept = new HashMap<>();

    static Statements of(Connection connection) {
      ConnectionKey key = new ConnectionKey(connection);
      synchronized (ALL) {
        WeakReference<Statements> known = ALL.get(key);
        Statements statements = known == null ? null : known.get();
        if (statements == null) {
          statements = new Statements();
          known = new WeakReference<>(statements);
          CLEANER.register(statements, forgetting(key, known, statements.kept));
          ALL.remove(key); // so that this key is there, by which it is forgotten
          ALL.put(key, known);
        }
        return statements;
      }
    }

    /** What is done when nobody uses the statements of a connection any more. */
    private static Runnable forgetting(
        ConnectionKey key, WeakReference<Statements> known, Map<String, Lent> kept) {
      return () -> {
        synchronized (ALL) {
          ALL.remove(key, known);
        }
        try {
          close(kept);
        } catch (SQLException e) {
          // The connection has been closed, and they with it.
        }
      };
    }

    /** A statement that nobody else uses: the one that is kept, or another. */
    Lent take(Connection connection, String sql) throws SQLException {
      boolean closed = connection.isClosed(); // a pool may not have closed its statements
      synchronized (kept) {
        Lent lent = kept.get(sql);
        if (lent != null && !lent.used && !closed) {
          lent.used = true;
          return lent;
        }
      }
      Lent lent = new Lent(kept, sql, connection.prepareStatement(sql));
      synchronized (kept) {
        kept.putIfAbsent(sql, lent);
      }
      return lent;
    }

    void close() throws SQLException {
      close(kept);
    }

    /** Closes statements; one that is in use will be closed when it is given back. */
    private static void close(Map<String, Lent> kept) throws SQLException {
      List<Lent> idle = new ArrayList<>();
      synchronized (kept) {
        for (Lent lent : kept.values()) {
          if (!lent.used) {
            idle.add(lent);
          }
        }
        kept.clear();
      }
      SQLException failure = null;
      for (Lent lent : idle) {
        try {
          lent.statement.close();
        } catch (SQLException e) {
          failure = e;
        }
      }
      if (failure != null) {
        throw failure;
      }
    }
  }
}
