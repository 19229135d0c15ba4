// Transactions with duckdb_jdbc; Common.java says how this file is read.
package prelude;

import java.sql.Connection;
import java.sql.SQLException;

final class TransactionsDuckdb {
  private static boolean isWithin(Connection connection) throws SQLException {
    return !noTransaction(connection);
  }
}
