// Statements that are prepared once and kept; Common.java says how this file is read.
package prelude;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;

final class Kept {
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
