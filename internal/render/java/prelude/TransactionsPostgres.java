// Transactions with pgjdbc; Common.java says how this file is read.
package prelude;

import java.sql.Connection;
import java.sql.SQLException;
import org.postgresql.core.BaseConnection;
import org.postgresql.core.TransactionState;

final class TransactionsPostgres {
  private static boolean isWithin(Connection connection) throws SQLException {
    return !noTransaction(connection);
  }

  private static void beginTransaction(Connection connection, String begin) throws SQLException {
    connection.setAutoCommit(false);
    if (!begin.equals(TRANSACTION_BEGIN)) {
      runText(connection, TRANSACTION_SET + begin.substring(TRANSACTION_BEGIN.length()));
    }
  }

  private static void commitTransaction(Connection connection) throws SQLException {
    if (connection.unwrap(BaseConnection.class).getTransactionState() == TransactionState.FAILED) {
      runText(connection, TRANSACTION_CHECK); // fails, as a COMMIT need not
    }
    connection.commit();
    connection.setAutoCommit(true);
  }

  private static void rollBackTransaction(Connection connection) throws SQLException {
    connection.rollback();
    connection.setAutoCommit(true);
  }

  private static boolean isConflict(Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof SQLException e && TRANSACTION_CONFLICTS.contains(e.getSQLState())) {
        return true;
      }
    }
    return false;
  }
}
