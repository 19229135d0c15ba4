package sensors;

import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Locale;

/**
 * Runs the program on DuckDB, and asks for the readings in a Parquet file that it writes. Its
 * arguments are the number of rows and the file of a new database.
 */
public final class WithArchive {
  private WithArchive() {}

  /** Runs the program. */
  public static void main(String[] args) throws SQLException {
    System.setOut(new PrintStream(System.out, true, StandardCharsets.UTF_8));
    String parquet = args[1] + ".parquet";
    try (Connection db = DriverManager.getConnection("jdbc:duckdb:" + args[1])) {
      Main.run(db, Long.parseLong(args[0]));
      try (Statement statement = db.createStatement()) {
        statement.execute("COPY raw_readings TO '" + parquet.replace("'", "''") + "'");
      }
      Archive archive = new Archive(db);
      Archive.ArchivedRow archived = archive.archived(parquet);
      System.out.printf("archived | %d | %s%n", archived.rows(), archived.checksum());
      for (var city : archive.archivedBelow(-19.5, parquet)) {
        System.out.printf(
            Locale.ROOT, "cold | %s | %d | %.2f%n", city.city(), city.readings(), city.coldest());
      }
    }
  }
}
