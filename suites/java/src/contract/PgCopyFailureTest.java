package contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import gen.PgAppender;
import gen.PgAppender.NarrowRow;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * What happens in the middle of a COPY: the server, the client or the connection between them dies,
 * the disk is full. Nothing may be half-written, nothing may hang, and what is said of the rows and
 * the connection must be true. The system property rounds says how often each is tried, each time
 * at another row.
 */
class PgCopyFailureTest {
  private static final int ROUNDS = Integer.getInteger("rounds", 4);
  private static final Duration LIMIT = Duration.ofSeconds(60);
  private static final int ROWS = 100_000;
  private static final Random RANDOM = new Random(1);
  private static PgCopyServer server;

  @BeforeAll
  static void start() throws Exception {
    server = new PgCopyServer("");
    try (Connection connection = server.connect("")) {
      for (String sql : PgAppender.getMigrations()) {
        Db.execute(connection, sql);
      }
    }
  }

  @AfterAll
  static void stop() throws IOException {
    server.close();
  }

  @BeforeEach
  void rowsFromBefore() throws SQLException {
    try (Connection connection = server.connect("")) {
      Db.execute(
          connection,
          "TRUNCATE narrow; INSERT INTO narrow SELECT -i FROM generate_series(1, 7) AS i");
    }
  }

  private static long stored() throws SQLException {
    try (Connection connection = server.connect("")) {
      return Long.parseLong(Db.text(connection, "SELECT count(*) FROM narrow"));
    }
  }

  private interface Event {
    void happen() throws Exception;
  }

  /** Rows, in the middle of which something happens. */
  private static Iterable<NarrowRow> rowsWith(int at, Event event) {
    return rowsWith(ROWS, at, event);
  }

  private static Iterable<NarrowRow> rowsWith(int rows, int at, Event event) {
    return () ->
        IntStream.range(0, rows)
            .mapToObj(i -> {
              if (i == at) {
                try {
                  event.happen();
                } catch (Exception e) {
                  throw new IllegalStateException(e);
                }
              }
              return new NarrowRow(i, "a value of some length, so that rows fill buffers");
            })
            .iterator();
  }

  private static int somewhere() {
    return 2000 + RANDOM.nextInt(ROWS - 4000);
  }

  /**
   * An insert that loses its connection says so, and whoever uses the connection then hears of it
   * at once.
   */
  private static SQLException lost(Connection connection, Iterable<NarrowRow> rows) {
    return assertTimeoutPreemptively(
        LIMIT,
        () -> {
          SQLException e =
              assertThrows(
                  SQLException.class, () -> new PgAppender(connection).bulkInsertNarrow(rows));
          assertThrows(SQLException.class, () -> Db.text(connection, "SELECT 1"));
          assertTrue(connection.isClosed(), "a connection that is lost is closed");
          connection.close();
          return e;
        });
  }

  private static void assertLost(SQLException e) {
    assertTrue(
        e.getMessage()
            .endsWith("; the connection is lost; what was not committed before was not written"),
        e.getMessage());
  }

  @Test
  void theServerIsKilled() throws Exception {
    for (int round = 0; round < ROUNDS; round++) {
      Connection connection = server.connect("");
      connection.setAutoCommit(round % 2 == 0);
      SQLException e = lost(connection, rowsWith(somewhere(), server::kill));
      server.start();
      assertLost(e);
      assertEquals(7, stored());
    }
  }

  @Test
  void theServerEndsTheConnection() throws Exception {
    for (int round = 0; round < ROUNDS; round++) {
      Connection connection = server.connect("");
      connection.setAutoCommit(round % 2 == 0);
      String pid = Db.text(connection, "SELECT pg_backend_pid()");
      Event end =
          () -> {
            try (Connection other = server.connect("")) {
              Db.text(other, "SELECT pg_terminate_backend(" + pid + ", 10000)");
            }
          };
      assertLost(lost(connection, rowsWith(somewhere(), end)));
      assertEquals(7, stored());
    }
  }

  @Test
  void theServerCancelsTheCopy() throws Exception {
    for (int round = 0; round < ROUNDS; round++) {
      boolean own = round % 2 == 0;
      try (Connection connection = server.connect("")) {
        connection.setAutoCommit(own);
        String pid = Db.text(connection, "SELECT pg_backend_pid()");
        Event cancel =
            () -> {
              try (Connection other = server.connect("")) {
                Db.text(other, "SELECT pg_cancel_backend(" + pid + ")");
              }
            };
        PgAppender queries = new PgAppender(connection);
        SQLException e =
            assertThrows(
                SQLException.class, () -> queries.bulkInsertNarrow(rowsWith(somewhere(), cancel)));
        assertEquals("57014", e.getSQLState(), e.getMessage());
        String outcome =
            own ? "no row was written" : "the transaction is aborted and has to be rolled back";
        assertTrue(e.getMessage().endsWith("; " + outcome), e.getMessage());
        if (!own) {
          connection.rollback();
        }
        assertEquals(7, stored());
        queries.bulkInsertNarrow(
            IntStream.range(0, 100).mapToObj(i -> new NarrowRow(i, null)).toList());
        assertEquals("107", Db.text(connection, "SELECT count(*) FROM narrow"));
        connection.setAutoCommit(true);
        Db.execute(connection, "DELETE FROM narrow WHERE k >= 0");
      }
    }
  }

  /** A way to the server that can be cut. */
  private static final class Wire implements AutoCloseable {
    private final ServerSocket listener = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
    private volatile Socket client;
    private volatile Socket behind;
    private volatile boolean cutBeforeAnswer;
    private volatile boolean silent; // from the end of a COPY on
    private volatile boolean copyDone;

    Wire() throws IOException {
      new Thread(this::serve).start();
    }

    private void serve() {
      try {
        client = listener.accept();
        behind = new Socket(InetAddress.getLoopbackAddress(), server.port());
        new Thread(() -> pump(behind, client, false)).start();
        pump(client, behind, true);
      } catch (IOException e) {
        cut();
      }
    }

    private void pump(Socket from, Socket to, boolean up) {
      byte[] bytes = new byte[8192];
      try (InputStream in = from.getInputStream();
          OutputStream out = to.getOutputStream()) {
        for (int n = in.read(bytes); n >= 0; n = in.read(bytes)) {
          if (up && n >= 5 && bytes[n - 5] == 'c' && bytes[n - 1] == 4 && bytes[n - 2] == 0) {
            copyDone = true; // the message that ends a COPY is the last of its packet
          }
          if (!up && copyDone && cutBeforeAnswer) {
            cut(); // the server has answered, and nobody hears it
            return;
          }
          if (up || !copyDone || !silent) {
            out.write(bytes, 0, n);
          }
        }
      } catch (IOException e) {
        cut();
      }
    }

    void cut() {
      try {
        client.setSoLinger(true, 0);
        client.close();
        behind.close();
      } catch (IOException e) {
        // It was cut before.
      }
    }

    @Override
    public void close() throws IOException {
      listener.close();
      cut();
    }
  }

  @Test
  void theConnectionIsCut() throws Exception {
    for (int round = 0; round < ROUNDS; round++) {
      try (Wire wire = new Wire()) {
        String url = PgCopyServer.url("127.0.0.1", wire.listener.getLocalPort(), "");
        Connection connection = DriverManager.getConnection(url);
        connection.setAutoCommit(round % 2 == 0);
        assertLost(lost(connection, rowsWith(somewhere(), wire::cut)));
      }
      assertEquals(7, stored());
    }
  }

  @Test
  void theConnectionIsCutBeforeTheLastAnswer() throws Exception {
    for (int round = 0; round < ROUNDS; round++) {
      boolean own = round % 2 == 0;
      try (Wire wire = new Wire()) {
        String url = PgCopyServer.url("127.0.0.1", wire.listener.getLocalPort(), "");
        Connection connection = DriverManager.getConnection(url);
        connection.setAutoCommit(own);
        wire.cutBeforeAnswer = true;
        SQLException e = lost(connection, rowsWith(-1, () -> {}));
        if (own) {
          String unknown = "; the connection was lost before the server confirmed the write";
          assertTrue(e.getMessage().endsWith(unknown), e.getMessage());
        } else {
          assertLost(e);
        }
      }
      assertEquals(own ? 7 + ROWS : 7, stored());
      rowsFromBefore();
    }
  }

  /**
   * A network that drops packets: the driver stops waiting, and what comes later must not be taken
   * for another answer.
   */
  @Test
  void theLastAnswerDoesNotCome() throws Exception {
    try (Wire wire = new Wire()) {
      String url = PgCopyServer.url("127.0.0.1", wire.listener.getLocalPort(), "socketTimeout=2");
      Connection connection = DriverManager.getConnection(url);
      wire.silent = true;
      SQLException e = lost(connection, rowsWith(-1, () -> {}));
      String unknown = "; the connection was lost before the server confirmed the write";
      assertTrue(e.getMessage().endsWith(unknown), e.getMessage());
    }
  }

  /** What the client that is killed runs. */
  public static void main(String[] args) throws SQLException {
    try (Connection connection =
        DriverManager.getConnection(PgCopyServer.url("127.0.0.1", Integer.parseInt(args[0]), ""))) {
      new PgAppender(connection)
          .bulkInsertNarrow(() ->
              IntStream.range(0, Integer.MAX_VALUE)
                  .mapToObj(i -> {
                    if (i % 5_000 == 4_999) {
                      System.out.write('!');
                      System.out.flush();
                    }
                    return new NarrowRow(i, "a value of some length");
                  })
                  .iterator());
    }
  }

  @Test
  void theClientIsKilled() throws Exception {
    for (int round = 0; round < ROUNDS; round++) {
      Process client =
          new ProcessBuilder(
                  Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                  "-XX:TieredStopAtLevel=1",
                  "-cp",
                  System.getProperty("java.class.path"),
                  PgCopyFailureTest.class.getName(),
                  String.valueOf(server.port()))
              .redirectError(ProcessBuilder.Redirect.INHERIT)
              .start();
      int progress = 1 + RANDOM.nextInt(20);
      assertEquals(progress, client.getInputStream().readNBytes(progress).length);
      client.destroyForcibly().waitFor();
      try (Connection connection = server.connect("")) {
        String gone =
            "SELECT count(*) FROM pg_stat_activity WHERE query LIKE 'COPY%' AND pid <>"
                + " pg_backend_pid()";
        long end = System.nanoTime() + LIMIT.toNanos();
        while (!Db.text(connection, gone).equals("0")) {
          assertTrue(System.nanoTime() < end, "the server still copies for a client that is dead");
        }
      }
      assertEquals(7, stored());
    }
  }

  @Test
  void theDiskIsFull() throws Exception {
    // A server that cannot write files of more than 18 MB; a segment of its log has 16.
    try (PgCopyServer small = new PgCopyServer("ulimit -f 36864; ")) {
      try (Connection connection = small.connect("")) {
        for (String sql : PgAppender.getMigrations()) {
          Db.execute(connection, sql);
        }
        PgAppender queries = new PgAppender(connection);
        for (int round = 0; round < ROUNDS; round++) {
          boolean own = round % 2 == 0;
          connection.setAutoCommit(own);
          SQLException e =
              assertThrows(
                  SQLException.class,
                  () -> queries.bulkInsertNarrow(rowsWith(400_000, -1, () -> {})));
          assertTrue(e.getMessage().contains("could not extend file"), e.getMessage());
          assertTrue(e.getMessage().startsWith("row "), e.getMessage());
          String outcome =
              own ? "no row was written" : "the transaction is aborted and has to be rolled back";
          assertTrue(e.getMessage().endsWith("; " + outcome), e.getMessage());
          assertFalse(connection.isClosed());
          if (!own) {
            connection.rollback();
          }
          assertEquals("0", Db.text(connection, "SELECT count(*) FROM narrow"));
          if (!own) {
            connection.rollback();
          }
          connection.setAutoCommit(true);
          Db.execute(connection, "VACUUM narrow"); // gives back what the rows of nobody took
          assertEquals(
              50,
              queries.bulkInsertNarrow(
                  IntStream.range(0, 50).mapToObj(i -> new NarrowRow(i, "v")).toList()));
          Db.execute(connection, "TRUNCATE narrow");
        }
      }
    }
  }
}
