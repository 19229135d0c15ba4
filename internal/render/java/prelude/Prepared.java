// Statements that are prepared for each call; Common.java says how this file is read.
package prelude;

import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;

final class Prepared {
  private <T /*? extends @Nullable Object */> List<T> all(
      String sql, ParamBinder binder, RowReader<T> reader) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      binder.bind(statement);
      return all(statement, reader);
    }
  }

  private <T /*? extends @Nullable Object */> /*? @Nullable */ T one(
      String sql, ParamBinder binder, RowReader<T> reader) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      binder.bind(statement);
      return one(statement, reader);
    }
  }

  private <T /*? extends @Nullable Object */> T only(
      String sql, ParamBinder binder, RowReader<T> reader) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      binder.bind(statement);
      return only(statement, reader);
    }
  }

  private long execute(String sql, ParamBinder binder) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      binder.bind(statement);
      return statement.executeLargeUpdate();
    }
  }

  /** Executes a statement without a count of rows: the result is 0. */
  private long executeUncounted(String sql, ParamBinder binder) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      binder.bind(statement);
      statement.execute();
      return 0;
    }
  }
}
