// Transactions that are begun and ended by statements; Common.java says how this file is read.
package prelude;

import java.sql.Connection;
import java.sql.SQLException;

final class TransactionsSql {
  private static void beginTransaction(Connection connection, String begin) throws SQLException {
    runText(connection, begin);
  }

  private static void commitTransaction(Connection connection) throws SQLException {
    runText(connection, "COMMIT");
  }

  private static void rollBackTransaction(Connection connection) throws SQLException {
    runText(connection, "ROLLBACK");
  }

  private static boolean isConflict(Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      String message = String.valueOf(cause.getMessage());
      if (TRANSACTION_CONFLICTS.stream().anyMatch(message::contains)) {
        return true;
      }
    }
    return false;
  }
}
