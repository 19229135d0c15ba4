package contract;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import gen.DuckAttached;
import gen.DuckAttached.Mood;
import gen.DuckAttached.OrdersRow;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** DuckDB reads and writes a PostgreSQL that it attaches, and its own tables beside it. */
final class DuckAttachedTest {
  private static final String EXTENSION = System.getenv("SQG_POSTGRES_SCANNER");

  /** The address of a PostgreSQL with the corpus unit's schema and rows, as libpq takes it. */
  private static String postgres() throws Exception {
    String database = Pg.database();
    String source = Files.readString(Db.CORPUS.resolve("attached/duckdb.sql"));
    Matcher m =
        Pattern.compile("(?ms)^-- BASELINE \\w+ :source=\\w+$(.*?)(?=^-- [A-Z]{4,} )")
            .matcher(source);
    try (Connection connection = Pg.connect(database, "")) {
      while (m.find()) {
        Db.execute(connection, m.group(1));
      }
      Db.execute(connection, Files.readString(Db.CORPUS.resolve("attached/rows.sql")));
    }
    return "dbname="
        + database
        + " password='it\\'s' host="
        + System.getenv("PGHOST")
        + " port="
        + System.getenv("PGPORT")
        + " user="
        + System.getenv().getOrDefault("PGUSER", "postgres");
  }

  private static Connection open() throws SQLException {
    Connection db = DriverManager.getConnection("jdbc:duckdb:");
    DuckAttached.applyMigrations(db);
    return db;
  }

  @Test
  void readsBothDatabases() throws Exception {
    try (Connection db = open()) {
      DuckAttached attached = new DuckAttached(db);
      DuckAttached.attachProd(db, postgres(), EXTENSION);
      var customers = attached.customers();
      var storage = attached.customerStorage();
      assertEquals(List.of(1L, 2L, Long.MAX_VALUE), customers.stream().map(c -> c.id()).toList());
      for (int i = 0; i < customers.size(); i++) {
        var row = customers.get(i);
        var said = storage.get(i);
        assertEquals(said.mood(), row.mood() == null ? null : row.mood().getValue());
        assertEquals(said.credit(), row.credit().toPlainString());
        assertEquals(
            said.since(), ChronoUnit.MICROS.between(Instant.EPOCH, row.since().toInstant()));
        assertEquals(said.token(), row.token() == null ? null : row.token().toString());
        assertEquals(said.born(), row.born() == null ? null : row.born().toString());
        assertEquals(said.score() == null ? null : Double.valueOf(said.score()), row.score());
      }
      assertEquals(Mood.fromValue("it's"), customers.get(1).mood());
      assertEquals(List.of("new", "a, b"), customers.get(0).tags());
      assertEquals(Arrays.asList(null, ""), customers.get(1).tags());
      assertEquals("Main St, 1", customers.get(0).home().street());
      assertEquals(12345, customers.get(0).home().zip());
      assertNull(customers.get(1).home().zip());
      assertNull(customers.get(2).home());
      assertArrayEquals(new byte[] {0, -1, 0x27}, customers.get(0).photo());
      try (var rows = attached.customersStream()) {
        assertEquals(3, rows.count());
      }
      assertEquals("Böb's", attached.customerName(2));
      assertNull(attached.customerName(4));

      attached.bulkInsertOrders(
          List.of(
              new OrdersRow(1, 1, new BigDecimal("2.50")),
              new OrdersRow(2, 1, new BigDecimal("0.75")),
              new OrdersRow(3, 4, BigDecimal.ONE)));
      var totals = attached.totals(Mood.fromValue("ok"), new BigDecimal("0.75"));
      assertEquals(1, totals.size());
      assertEquals(new BigDecimal("3.25"), totals.get(0).total());
      var named = attached.ordersWithNames();
      assertEquals("Ada", named.get(0).name());
      assertNull(named.get(2).name());
      assertNull(named.get(2).credit());
      var notes = attached.notes();
      assertNull(notes.get(0).note());
      assertEquals("Ada", notes.get(0).name());
      assertNull(notes.get(1).name());
      assertEquals(1, attached.copyCustomers(BigDecimal.ZERO));
    }
  }

  @Test
  void isThereFromAttachToDetachAndReadOnly() throws Exception {
    String address = postgres();
    try (Connection db = open()) {
      DuckAttached attached = new DuckAttached(db);
      assertThrows(SQLException.class, attached::customers);
      DuckAttached.attachProd(db, address, EXTENSION);
      SQLException refused =
          assertThrows(
              SQLException.class, () -> Db.execute(db, "DELETE FROM prod.public.customers"));
      assertTrue(refused.getMessage().contains("read-only"), refused.getMessage());
      assertEquals(3, attached.customers().size());
      DuckAttached.detachProd(db);
      assertThrows(SQLException.class, attached::customers);
      DuckAttached.attachProd(db, address);
      assertEquals(3, attached.customers().size());
    }
  }

  @Test
  void writesWhatIsAttachedReadWrite() throws Exception {
    String address = postgres();
    try (Connection db = open()) {
      DuckAttached attached = new DuckAttached(db);
      DuckAttached.attachLedger(db, address, EXTENSION);
      attached.bulkInsertOrders(List.of(new OrdersRow(1, 1, new BigDecimal("2.50"))));
      attached.addEntry(1, new BigDecimal("0.10"), "it's");
      attached.addEntry(2, new BigDecimal("-7.00"), null);
      assertEquals(1, attached.postOrders());
      assertEquals(1, attached.correctEntry(new BigDecimal("5.25"), null, 1));
      assertEquals(1, attached.dropEntries(BigDecimal.ZERO));
      var entries = attached.entries();
      assertEquals(List.of(1L, 101L), entries.stream().map(e -> e.id()).toList());
      assertEquals(
          List.of("5.25", "2.50"), entries.stream().map(e -> e.amount().toPlainString()).toList());
      assertEquals(Arrays.asList(true, true), entries.stream().map(e -> e.past()).toList());
    }
  }
}
