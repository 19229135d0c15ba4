// Transactions with sqlite-jdbc; Common.java says how this file is read.
package prelude;

import java.sql.Connection;
import java.sql.SQLException;

final class TransactionsSqlite {
  /** Whether a transaction is open. To begin one takes no lock. */
  private static boolean isWithin(Connection connection) throws SQLException {
    if (!connection.getAutoCommit()) {
      return true;
    }
    try {
      runText(connection, "BEGIN");
    } catch (SQLException e) {
      if (String.valueOf(e.getMessage()).contains("within a transaction")) {
        return true;
      }
      throw e;
    }
    runText(connection, "ROLLBACK");
    return false;
  }
}
