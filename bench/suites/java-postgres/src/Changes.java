import java.io.StringReader;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.postgresql.PGConnection;

/**
 * Updates, deletes, upserts and looks up accounts by their key in every way, in turns. Each run is
 * one transaction on the same accounts, its COMMIT included; then the server compares what it has
 * with what it computes by itself.
 */
final class Changes implements AutoCloseable {
  private static final int PIECE = 10_000;

  private final Plan plan;
  private final Plan.Group group;
  private final String kind;
  private final Connection connection;
  private final Connection watcher;
  private final Accounts queries;
  private final Accounts control;
  private final List<Accounts.UpdateAccountParams> updates = new ArrayList<>();
  private final List<Accounts.DeleteAccountParams> deletes = new ArrayList<>();
  private final List<Accounts.UpsertAccountParams> upserts = new ArrayList<>();
  private final List<Accounts.AccountByIdParams> keys = new ArrayList<>();
  private final Accounts.Outcome expected;
  private final List<Accounts.Account> wanted;
  private List<Accounts.Account> found; // by the last lookup

  private Changes(Plan plan, Plan.Group group) throws SQLException {
    this.plan = plan;
    this.group = group;
    kind = kind(group);
    connection = DriverManager.getConnection(plan.server().url());
    connection.setAutoCommit(false);
    queries = new Accounts(connection);
    watcher = DriverManager.getConnection(plan.server().url());
    control = new Accounts(watcher);
    control.forgetChanges();
    fill();
    for (Accounts.ChangesRow row : control.changes()) {
      updates.add(new Accounts.UpdateAccountParams(row.balance(), row.changedAt(), row.id()));
      deletes.add(new Accounts.DeleteAccountParams(row.id()));
      keys.add(new Accounts.AccountByIdParams(row.id()));
      upserts.add(
          new Accounts.UpsertAccountParams(row.id(), row.owner(), row.balance(), row.changedAt()));
    }
    expected =
        kind.equals("lookup") ? control.stored() : control.expectedOutcome(kind.equals("delete"));
    wanted = kind.equals("lookup") ? control.changedAccounts() : null;
  }

  /** Reports whether accounts are changed by an operation. */
  static boolean has(Plan.Group group) {
    return List.of("update", "delete", "upsert", "lookup").contains(kind(group));
  }

  private static String kind(Plan.Group group) {
    return group.operation().replaceFirst("-.*", "");
  }

  /** Makes a million accounts, or ten for each key where all operations have few. */
  static void prepare(Plan plan, List<Plan.Group> groups) throws SQLException {
    int most = groups.stream().mapToInt(Plan.Group::rows).max().orElseThrow();
    try (Connection connection = DriverManager.getConnection(plan.server().url());
        Statement statement = connection.createStatement()) {
      Accounts accounts = new Accounts(connection);
      for (String sql : Accounts.getMigrations()) {
        statement.execute(sql);
      }
      accounts.fillOriginal(Math.min(10L * most, 1_000_000));
      accounts.refillAccounts();
      statement.execute("VACUUM ANALYZE");
    }
  }

  /** What changes accounts, in the transaction of the connection. */
  private interface Way {
    void change() throws Exception;
  }

  static void compare(Plan plan, Plan.Group group) throws Exception {
    try (Changes changes = new Changes(plan, group)) {
      Map<String, Turns.Maker> makers = new LinkedHashMap<>();
      for (String method : group.methods()) {
        makers.put(method, () -> () -> changes.run(method, changes.way(method)));
      }
      Turns.compare(plan, group, 1, makers);
      changes.restore(); // for the next group, which knows nothing of these keys
    }
  }

  private void fill() throws SQLException {
    long accounts = control.accounts();
    switch (group.operation()) {
      case "update-in-order" -> control.fillChangesInOrder(group.rows());
      case "update-duplicates" -> control.fillChanges(group.rows() / 2, accounts, group.rows());
      case "upsert" -> control.fillChangesOfUpsert(accounts, group.rows());
      default -> control.fillChanges(group.rows(), accounts, group.rows());
    }
  }

  private Way way(String method) {
    return switch (method) {
      case "changes-on-server" -> this::onServer;
      case "changes-generated" -> this::generated;
      case "changes-staged" -> this::staged;
      case "changes-unnest" -> this::unnest;
      case "changes-batch" -> this::batch;
      case "changes-individual" -> this::individual;
      case "lookup-generated" -> () -> found = queries.accountByIdBulk(keys);
      case "lookup-any" -> this::any;
      case "lookup-individual" -> this::oneByOne;
      default -> throw new IllegalArgumentException("there is no method " + method);
    };
  }

  private void generated() throws SQLException {
    switch (kind) {
      case "update" -> queries.updateAccountBulk(updates);
      case "delete" -> queries.deleteAccountBulk(deletes);
      default -> queries.upsertAccountBulk(upserts);
    }
  }

  private void batch() throws SQLException {
    switch (kind) {
      case "update" -> queries.updateAccountBatch(updates);
      case "delete" -> queries.deleteAccountBatch(deletes);
      default -> queries.upsertAccountBatch(upserts);
    }
  }

  private void individual() throws SQLException {
    switch (kind) {
      case "update" -> {
        for (Accounts.UpdateAccountParams row : updates) {
          queries.updateAccount(row.balance(), row.changedAt(), row.id());
        }
      }
      case "delete" -> {
        for (Accounts.DeleteAccountParams row : deletes) {
          queries.deleteAccount(row.id());
        }
      }
      default -> {
        for (Accounts.UpsertAccountParams row : upserts) {
          queries.upsertAccount(row);
        }
      }
    }
  }

  /** Lists of up to 10,000 keys; a map brings what is found into the order of the keys. */
  private void any() throws SQLException {
    found = new ArrayList<>();
    for (int from = 0; from < keys.size(); from += PIECE) {
      var part = keys.subList(from, Math.min(from + PIECE, keys.size()));
      Map<Long, Accounts.Account> byId = new HashMap<>();
      for (Accounts.Account row :
          queries.accountsAny(part.stream().map(Accounts.AccountByIdParams::id).toList())) {
        byId.put(row.id(), row);
      }
      for (Accounts.AccountByIdParams key : part) {
        found.add(byId.get(key.id()));
      }
    }
  }

  private void oneByOne() throws SQLException {
    found = new ArrayList<>();
    for (Accounts.AccountByIdParams key : keys) {
      found.add(queries.accountById(key.id()));
    }
  }

  private void onServer() throws SQLException {
    switch (kind) {
      case "update" -> queries.updateFromServer();
      case "delete" -> queries.deleteFromServer();
      default -> queries.upsertFromServer();
    }
  }

  /** Lists of up to 10,000 values. */
  private void unnest() throws SQLException {
    for (int from = 0; from < upserts.size(); from += PIECE) {
      List<Accounts.UpsertAccountParams> part =
          upserts.subList(from, Math.min(from + PIECE, upserts.size()));
      List<Long> ids = part.stream().map(Accounts.UpsertAccountParams::id).toList();
      if (kind.equals("delete")) {
        queries.deleteUnnest(ids);
        continue;
      }
      List<BigDecimal> balances = part.stream().map(Accounts.UpsertAccountParams::balance).toList();
      var times = part.stream().map(Accounts.UpsertAccountParams::changedAt).toList();
      if (kind.equals("update")) {
        queries.updateUnnest(ids, balances, times);
      } else {
        List<String> owners = part.stream().map(Accounts.UpsertAccountParams::owner).toList();
        queries.upsertUnnest(new Accounts.UpsertUnnestParams(ids, owners, balances, times));
      }
    }
  }

  /** By COPY into a temporary table, which is analyzed, and one statement that joins it. */
  private void staged() throws Exception {
    try (Statement statement = connection.createStatement()) {
      statement.execute("CREATE TEMP TABLE staged (LIKE account) ON COMMIT DROP");
      StringBuilder csv = new StringBuilder();
      for (Accounts.UpsertAccountParams row : upserts) {
        csv.append(row.id()).append(',').append(row.owner()).append(',');
        csv.append(row.balance()).append(',').append(row.changedAt()).append('\n');
      }
      connection
          .unwrap(PGConnection.class)
          .getCopyAPI()
          .copyIn("COPY staged FROM STDIN (FORMAT csv)", new StringReader(csv.toString()));
      statement.execute("ANALYZE staged");
      statement.execute(
          switch (kind) {
            case "update" ->
                "UPDATE account AS a SET balance = s.balance, changed_at = s.changed_at"
                    + " FROM staged AS s WHERE a.id = s.id";
            case "delete" -> "DELETE FROM account AS a USING staged AS s WHERE a.id = s.id";
            default ->
                "INSERT INTO account SELECT * FROM staged ON CONFLICT (id)"
                    + " DO UPDATE SET balance = excluded.balance, changed_at = excluded.changed_at";
          });
    }
  }

  private Turns.Run run(String method, Way way) throws Exception {
    restore();
    List<Connection> used = List.of(connection);
    double wal = control.walPosition();
    double server = Bench.server(used);
    Measure.Client client = Measure.client();
    long wall = System.nanoTime();
    try {
      way.change();
      connection.commit();
    } catch (Exception e) {
      connection.rollback(); // or its locks would keep the others waiting
      throw e;
    }
    wall = System.nanoTime() - wall;
    double taken = client.taken();
    server = Bench.server(used) - server;
    wal = control.walPosition() - wal;
    Accounts.Outcome left = control.stored();
    if (!left.equals(expected)) {
      throw new IllegalStateException(method + " left something else: " + left);
    }
    if (!Objects.equals(found, wanted)) {
      throw new IllegalStateException(method + " found something else");
    }
    return new Turns.Run(wall / 1e6, taken, server, wal / (1 << 20));
  }

  /** Makes the accounts what they were before a run. */
  private void restore() throws SQLException {
    found = null;
    if (kind.equals("lookup")) {
      return;
    }
    try (Statement statement = watcher.createStatement()) {
      if (group.rows() >= 100_000) {
        control.forgetAccounts();
        control.refillAccounts();
      } else {
        control.forgetChanged();
        // Or accounts come back to where they were only in every other run, and else side by side
        // at the end.
        statement.execute("VACUUM account");
        control.restoreChanged();
      }
      statement.execute("VACUUM ANALYZE account");
      statement.execute("CHECKPOINT"); // or one falls upon whoever fills the log
    }
    System.gc();
  }

  @Override
  public void close() throws SQLException {
    connection.close();
    watcher.close();
  }
}
