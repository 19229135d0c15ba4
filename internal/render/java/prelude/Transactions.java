// Transactions with every driver; Common.java says how this file is read.
package prelude;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.ThreadLocalRandom;

final class Transactions {
  /** A function to call in a transaction. It gets the statements to run there. */
  @FunctionalInterface
  public interface TransactionWork<A, T /*? extends @Nullable Object */, E extends Exception> {
    T run(A tx) throws SQLException, E;
  }

  /**
   * Calls work in a transaction, and again after a conflict with another. Within a transaction it
   * is a savepoint, where a conflict is the outer transaction's.
   */
  private static <A, T /*? extends @Nullable Object */, E extends Exception> T transact(
      A app, Connection connection, String begin, int retry, TransactionWork<A, T, E> work)
      throws SQLException, E {
    if (retry < 0) {
      throw new IllegalArgumentException("retry is " + retry + ": give 0 or more");
    }
    boolean nested = isWithin(connection);
    if (nested && !begin.equals(TRANSACTION_BEGIN)) {
      throw new IllegalArgumentException(
          "a transaction within another takes no options but retry: give them to the outer one");
    }
    if (nested && !TRANSACTION_UNNESTED.isEmpty()) {
      throw new SQLException(TRANSACTION_UNNESTED);
    }
    for (int tries = 0; ; tries++) {
      try {
        return enclose(app, connection, begin, nested, work);
      } catch (Exception failure) {
        if (nested || tries >= retry || !isConflict(failure) || !pause(tries)) {
          throw failure;
        }
      }
    }
  }

  private static <A, T /*? extends @Nullable Object */, E extends Exception> T enclose(
      A app, Connection connection, String begin, boolean nested, TransactionWork<A, T, E> work)
      throws SQLException, E {
    try {
      if (nested) {
        runText(connection, "SAVEPOINT sqg");
      } else {
        beginTransaction(connection, begin);
      }
      T result = work.run(app);
      if (nested) {
        runText(connection, "RELEASE sqg");
      } else {
        commitTransaction(connection);
      }
      return result;
    } catch (Throwable failure) {
      try {
        if (nested) {
          runText(connection, "ROLLBACK TO sqg");
          runText(connection, "RELEASE sqg");
        } else {
          rollBackTransaction(connection);
        }
      } catch (SQLException e) {
        failure.addSuppressed(e); // the transaction has ended, or the connection
      }
      throw failure;
    }
  }

  private static void runText(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private static final int LONGEST_PAUSE = 1000; // milliseconds

  /**
   * Waits at random, so that transactions that have met do not meet again, and ever longer. Returns
   * false where it is interrupted.
   */
  private static boolean pause(int tries) {
    int longest = Math.min(LONGEST_PAUSE, 10 << Math.min(tries, 10));
    try {
      Thread.sleep(ThreadLocalRandom.current().nextInt(longest + 1));
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
