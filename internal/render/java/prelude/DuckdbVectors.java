// How duckdb_jdbc's rows are read and written as vectors of Apache Arrow; Common.java says how this
// file is read.
package prelude;

import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import org.apache.arrow.c.ArrowArrayStream;
import org.apache.arrow.c.Data;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.dictionary.Dictionary;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;
import org.duckdb.DuckDBConnection;
import org.duckdb.DuckDBResultSet;

final class DuckdbVectors {
  private static final int VECTOR_ROWS = 65_536; // rows of a batch, at most

  /** The rows of a query as Arrow's vectors, which are DuckDB's own memory. */
  private static ArrowReader openArrow(
      Connection connection, String sql, BufferAllocator allocator, ParamBinder binder)
      throws SQLException {
    Connection second = secondConnection(connection);
    try {
      return queryReader(second == null ? connection : second, sql, allocator, binder, second);
    } catch (Throwable failure) {
      if (second != null) {
        second.close();
      }
      throw failure;
    }
  }

  private static ArrowReader queryReader(
      Connection connection,
      String sql,
      BufferAllocator allocator,
      ParamBinder binder,
      /*? @Nullable */ Connection own)
      throws SQLException {
    PreparedStatement statement = connection.prepareStatement(sql);
    try {
      binder.bind(statement);
      DuckDBResultSet rs = statement.executeQuery().unwrap(DuckDBResultSet.class);
      ArrowReader reader = (ArrowReader) rs.arrowExportStream(allocator, VECTOR_ROWS);
      return new QueryReader(allocator, reader, statement, own);
    } catch (Throwable failure) {
      statement.close();
      throw failure;
    }
  }

  /** A reader that closes its statement with itself, and the connection that is its own. */
  private static final class QueryReader extends ArrowReader {
    private final ArrowReader reader;
    private final PreparedStatement statement;
    private final /*? @Nullable */ Connection connection;
    private boolean closed; // an exported stream closes its reader, too

    QueryReader(
        BufferAllocator allocator,
        ArrowReader reader,
        PreparedStatement statement,
        /*? @Nullable */ Connection connection) {
      super(allocator);
      this.reader = reader;
      this.statement = statement;
      this.connection = connection;
    }

    @Override
    public VectorSchemaRoot getVectorSchemaRoot() throws IOException {
      return reader.getVectorSchemaRoot();
    }

    @Override
    public Map<Long, Dictionary> getDictionaryVectors() throws IOException {
      return reader.getDictionaryVectors();
    }

    @Override
    public Dictionary lookup(long id) {
      return reader.lookup(id);
    }

    @Override
    public boolean loadNextBatch() throws IOException {
      return reader.loadNextBatch();
    }

    @Override
    public long bytesRead() {
      return reader.bytesRead();
    }

    @Override
    protected Schema readSchema() throws IOException {
      return reader.getVectorSchemaRoot().getSchema();
    }

    @Override
    protected void closeReadSource() throws IOException {
      if (closed) {
        return;
      }
      closed = true;
      try (connection;
          statement) {
        reader.close();
      } catch (SQLException e) {
        throw new IOException(e);
      }
    }
  }

  /**
   * Inserts the rows of Arrow's vectors, all or none, with one statement. Its columns are found by
   * their names.
   */
  private static long insertArrow(
      Connection connection,
      String sql,
      List<String> columns,
      BufferAllocator allocator,
      ArrowReader rows)
      throws SQLException {
    try (ArrowReader source = rows) {
      checkColumns(columns, source.getVectorSchemaRoot().getSchema());
      return insertStream(connection, sql, "", allocator, source);
    } catch (IOException e) {
      throw new SQLException(e.getMessage(), e);
    }
  }

  /** The columns must be the table's, each once. */
  private static void checkColumns(List<String> columns, Schema schema) throws SQLException {
    Set<String> missing = new TreeSet<>(columns);
    for (Field field : schema.getFields()) {
      if (!columns.contains(field.getName())) {
        throw new SQLException(
            "the vector " + field.getName() + " is no column; the columns are " + columns);
      }
      if (!missing.remove(field.getName())) {
        throw new SQLException("there are two vectors " + field.getName());
      }
    }
    if (!missing.isEmpty()) {
      throw new SQLException("there is no vector for " + String.join(", ", missing));
    }
  }

  /** Executes one statement that reads the rows of a reader. */
  private static long insertStream(
      Connection connection,
      String before,
      String after,
      BufferAllocator allocator,
      ArrowReader rows)
      throws SQLException {
    String name = "sqg_" + UUID.randomUUID().toString().replace('-', '_');
    try (ArrowArrayStream stream = ArrowArrayStream.allocateNew(allocator)) {
      Data.exportArrayStream(allocator, rows, stream);
      return atomically(
          connection,
          () -> {
            begun(connection);
            connection.unwrap(DuckDBConnection.class).registerArrowStream(name, stream);
            long inserted;
            try (PreparedStatement statement = connection.prepareStatement(before + name + after)) {
              inserted = statement.executeLargeUpdate();
            }
            runSql(connection, "DROP VIEW " + name);
            return inserted;
          });
    }
  }

  /** A reader of the vectors that are there, which it leaves to their owner. */
  private static final class RootReader extends ArrowReader {
    private final VectorSchemaRoot root;
    private boolean read;

    RootReader(BufferAllocator allocator, VectorSchemaRoot root) {
      super(allocator);
      this.root = root;
    }

    @Override
    public VectorSchemaRoot getVectorSchemaRoot() {
      return root;
    }

    @Override
    public boolean loadNextBatch() {
      boolean more = !read;
      read = true;
      return more;
    }

    @Override
    public long bytesRead() {
      return root.getFieldVectors().stream().mapToLong(FieldVector::getBufferSize).sum();
    }

    @Override
    protected Schema readSchema() {
      return root.getSchema();
    }

    @Override
    protected void closeReadSource() {}
  }

  /** A reader of the vectors that are there. */
  private static ArrowReader readerOf(BufferAllocator allocator, VectorSchemaRoot root) {
    return new RootReader(allocator, root);
  }
}
