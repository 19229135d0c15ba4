package gen;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/** The runners of generated code, with any migrations. */
public enum Runner {
  SQLITE {
    @Override
    public List<String> apply(Connection connection, List<Entry> entries) throws SQLException {
      return SqgSqlite.migrate(connection, "p", migrations(entries));
    }

    @Override
    public List<String> pending(Connection connection, List<Entry> entries) throws SQLException {
      return SqgSqlite.pending(connection, "p", migrations(entries)).stream()
          .map(SqgSqlite.Migration::id)
          .toList();
    }

    private List<SqgSqlite.Migration> migrations(List<Entry> entries) {
      return entries.stream()
          .map(e -> new SqgSqlite.Migration(e.id, e.id, List.of(), e.sql, List.of()))
          .toList();
    }
  },
  DUCKDB {
    @Override
    public List<String> apply(Connection connection, List<Entry> entries) throws SQLException {
      return SqgDuckdb.migrate(connection, "p", migrations(entries));
    }

    @Override
    public List<String> pending(Connection connection, List<Entry> entries) throws SQLException {
      return SqgDuckdb.pending(connection, "p", migrations(entries)).stream()
          .map(SqgDuckdb.Migration::id)
          .toList();
    }

    private List<SqgDuckdb.Migration> migrations(List<Entry> entries) {
      return entries.stream()
          .map(e -> new SqgDuckdb.Migration(e.id, e.id, List.of(), e.sql, List.of()))
          .toList();
    }
  },
  POSTGRES {
    @Override
    public List<String> apply(Connection connection, List<Entry> entries) throws SQLException {
      return SqgPostgres.migrate(connection, "p", migrations(entries));
    }

    @Override
    public List<String> pending(Connection connection, List<Entry> entries) throws SQLException {
      return SqgPostgres.pending(connection, "p", migrations(entries)).stream()
          .map(SqgPostgres.Migration::id)
          .toList();
    }

    private List<SqgPostgres.Migration> migrations(List<Entry> entries) {
      return entries.stream()
          .map(e -> new SqgPostgres.Migration(e.id, e.id, List.of(), e.sql, steps(e)))
          .toList();
    }

    private List<SqgPostgres.Step> steps(Entry entry) {
      return entry.alone.stream().map(sql -> new SqgPostgres.Step("", sql)).toList();
    }
  };

  /** A migration, and its statements where they run without a transaction. */
  public record Entry(String id, String sql, List<String> alone) {}

  public abstract List<String> apply(Connection connection, List<Entry> entries)
      throws SQLException;

  public abstract List<String> pending(Connection connection, List<Entry> entries)
      throws SQLException;
}
