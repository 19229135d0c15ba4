package contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import gen.DuckLake;
import gen.DuckLake.AccountRow;
import gen.DuckLake.AddEventParams;
import gen.DuckLake.BalanceParams;
import gen.DuckLake.CorrectEventParams;
import gen.DuckLake.DropEventParams;
import gen.DuckLake.EventRow;
import gen.DuckLake.PutAccountParams;
import gen.DuckdbTransaction;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.LocalDateTime;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tables in a DuckLake, whose catalogue is a PostgreSQL. */
final class DuckLakeTest {
  @TempDir Path folder;

  /** A DuckDB with the lake, as another process has it. */
  private Connection open(String database) throws SQLException {
    Connection db = DriverManager.getConnection("jdbc:duckdb:");
    String address =
        "host=%s port=%s user=%s dbname=%s"
            .formatted(
                System.getenv("PGHOST"),
                System.getenv("PGPORT"),
                System.getenv().getOrDefault("PGUSER", "postgres"),
                database);
    Db.execute(db, "LOAD '" + System.getenv("SQG_POSTGRES_SCANNER") + "'");
    Db.execute(db, "LOAD '" + System.getenv("SQG_DUCKLAKE") + "'");
    Db.execute(
        db,
        "ATTACH 'ducklake:postgres:" + address + "' AS lake (DATA_PATH '" + folder + "/data/')");
    Db.execute(db, "USE lake");
    return db;
  }

  private static Map<String, List<String>> expected() throws Exception {
    return new ObjectMapper()
        .readValue(
            Db.CORPUS.resolve("lake/expected.json").toFile(),
            new TypeReference<Map<String, List<String>>>() {});
  }

  private static String said(Object... values) {
    return Arrays.stream(values)
        .map(value -> value == null ? "-" : value.toString())
        .collect(Collectors.joining(" "));
  }

  private static BigDecimal cents(long amount) {
    return BigDecimal.valueOf(amount, 2);
  }

  @Test
  void takesEveryStatement() throws Exception {
    String database = Pg.database();
    Map<String, List<String>> got = new HashMap<>();
    try (Connection db = open(database);
        Connection other = open(database)) {
      got.put("migrations", DuckLake.applyMigrations(db));
      assertEquals(List.of(), DuckLake.applyMigrations(other));
      DuckLake lake = new DuckLake(db);
      assertEquals(
          2,
          lake.bulkInsertAccount(
              List.of(
                  new AccountRow(1, cents(150), "a", 1),
                  new AccountRow(2, cents(200), null, null))));
      Stream<AddEventParams> added =
          LongStream.range(0, 2000)
              .mapToObj(id ->
                  new AddEventParams(
                      id,
                      (int) (id % 3),
                      cents(id),
                      id % 2 == 1 ? Arrays.asList("x", null) : null));
      assertEquals(2000, lake.addEventBulk(added::iterator));
      try (var appender = lake.createEventAppender()) {
        for (long id = 2000; id < 3000; id++) {
          appender.append(
              new EventRow(id, 7, cents(100), List.of(), LocalDateTime.of(2026, 1, 31, 0, 0)));
        }
      }
      SQLException refused =
          assertThrows(
              SQLException.class, () -> Db.execute(db, "INSERT INTO event (id) VALUES (1)"));
      assertTrue(refused.getMessage().contains("NOT NULL"), refused.getMessage());
      Stream<CorrectEventParams> corrected =
          LongStream.range(0, 1000).mapToObj(id -> new CorrectEventParams(cents(900), id));
      assertEquals(1000, lake.correctEventBulk(corrected::iterator));
      Stream<DropEventParams> dropped =
          LongStream.range(0, 500).mapToObj(id -> new DropEventParams(2 * id));
      assertEquals(500, lake.dropEventBulk(dropped::iterator));
      got.put(
          "totals",
          lake.totals().stream().map(r -> said(r.account(), r.events(), r.total())).toList());
      lake.keepLarge(cents(1998));
      got.put(
          "large",
          lake.largeEvents().stream()
              .map(r ->
                  said(
                      r.id(),
                      r.amount(),
                      r.tags() == null
                          ? null
                          : r.tags().stream()
                              .map(DuckLakeTest::said)
                              .collect(Collectors.joining(","))))
              .toList());
      assertEquals(
          4,
          lake.putAccountBulk(
              List.of(
                  new PutAccountParams(2, cents(2000)),
                  new PutAccountParams(3, cents(300)),
                  new PutAccountParams(4, cents(400)),
                  new PutAccountParams(2, cents(2100)))));
      got.put(
          "balances",
          lake
              .balanceBulk(
                  List.of(new BalanceParams(4), new BalanceParams(9), new BalanceParams(2)))
              .stream()
              .map(list -> list.stream().map(BigDecimal::toString).collect(Collectors.joining(",")))
              .toList());
      got.put(
          "accounts",
          lake.accounts().stream()
              .map(r -> said(r.id(), r.balance(), r.note(), r.grade()))
              .toList());
    }
    Map<String, List<String>> expected = expected();
    expected.remove("moved");
    assertEquals(expected, got);
  }

  @Test
  void runsTransactionsThatConflictAgain() throws Exception {
    String database = Pg.database();
    try (Connection db = open(database);
        Connection other = open(database)) {
      DuckLake.applyMigrations(db);
      DuckLake lake = new DuckLake(db);
      lake.bulkInsertAccount(List.of(new AccountRow(1, cents(100), null, null)));
      other.setAutoCommit(false);
      assertEquals(1, new DuckLake(other).deposit(cents(1000), 1));
      AtomicInteger tries = new AtomicInteger();
      lake.inTransaction(
          DuckdbTransaction.PLAIN.withRetry(3),
          tx -> {
            tx.deposit(cents(10000), 1);
            if (tries.incrementAndGet() == 1) {
              other.commit();
            }
            return null;
          });
      assertEquals(
          expected().get("moved"), List.of(tries.toString(), lake.balance(1).get(0).toString()));
    }
  }
}
