// Statements that are prepared once and kept; Common.java says how this file is read.
package prelude;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

final class Kept {
  private <T /*? extends @Nullable Object */> List<T> all(
      String sql, ParamBinder binder, RowReader<T> reader) throws SQLException {
    PreparedStatement statement = statements.get(sql);
    binder.bind(statement);
    return all(statement, reader);
  }

  private <T /*? extends @Nullable Object */> /*? @Nullable */ T one(
      String sql, ParamBinder binder, RowReader<T> reader) throws SQLException {
    PreparedStatement statement = statements.get(sql);
    binder.bind(statement);
    return one(statement, reader);
  }

  private int execute(String sql, ParamBinder binder) throws SQLException {
    PreparedStatement statement = statements.get(sql);
    binder.bind(statement);
    return statement.executeUpdate();
  }

  /** Prepared statements by their SQL, each prepared when it is first needed. */
  private static final class Statements implements AutoCloseable {
    private final Connection connection;
    private final Map<String, PreparedStatement> prepared = new HashMap<>();

    Statements(Connection connection) {
      this.connection = connection;
    }

    PreparedStatement get(String sql) throws SQLException {
      PreparedStatement statement = prepared.get(sql);
      if (statement == null || !usable(statement)) {
        statement = connection.prepareStatement(sql);
        prepared.put(sql, statement);
      }
      return statement;
    }

    @Override
    public void close() throws SQLException {
      SQLException failure = null;
      for (PreparedStatement statement : prepared.values()) {
        try {
          statement.close();
        } catch (SQLException e) {
          failure = e;
        }
      }
      prepared.clear();
      if (failure != null) {
        throw failure;
      }
    }
  }
}
