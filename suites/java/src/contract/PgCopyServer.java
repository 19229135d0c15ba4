package contract;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A server of a test's own, to be killed and started again: made of the programs of the one that
 * run.sh started.
 */
final class PgCopyServer implements AutoCloseable {
  private final Path programs;
  private final String owner; // who runs it, where we are root, which PostgreSQL does not run as
  private final Path folder;
  private final Path data;
  private final int port;
  private final String limits;
  private ProcessHandle postmaster;

  /** Starts a new server below a shell's limits, such as "ulimit -f 1000;". */
  PgCopyServer(String limits) throws Exception {
    this.limits = limits;
    try (Connection other = Pg.connect("postgres", "")) {
      programs = Path.of(Db.text(other, "SELECT setting FROM pg_config WHERE name = 'BINDIR'"));
      Path otherData = Path.of(Db.text(other, "SHOW data_directory"));
      owner = Files.getOwner(otherData).getName();
    }
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = socket.getLocalPort();
    }
    folder = Files.createTempDirectory("sqg-copy-test");
    Files.setOwner(
        folder,
        folder.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName(owner));
    data = folder.resolve("data");
    run(
        programs.resolve("initdb")
            + " -D "
            + data
            + " -U postgres -A trust -E UTF8 --locale=C --no-sync");
    start();
  }

  private void run(String command) throws IOException, InterruptedException {
    Process process = shell(command + " > " + folder.resolve("log") + " 2>&1");
    if (!process.waitFor(60, TimeUnit.SECONDS) || process.exitValue() != 0) {
      throw new IOException(command + "\n" + log());
    }
  }

  private Process shell(String command) throws IOException {
    List<String> words = new ArrayList<>(List.of("sh", "-c", command));
    if (System.getProperty("user.name").equals("root")) {
      words.addAll(0, List.of("runuser", "-u", owner, "--"));
    }
    return new ProcessBuilder(words).directory(folder.toFile()).start();
  }

  private String log() throws IOException {
    return Files.readString(folder.resolve("log"));
  }

  /** Starts the server, also after it was killed: what it left ends first. */
  void start() throws Exception {
    String options =
        " -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c fsync=off -c port=" + port;
    String command =
        limits
            + "exec "
            + programs.resolve("postgres")
            + " -D "
            + data
            + options
            + " > "
            + folder.resolve("log")
            + " 2>&1";
    Process process = shell(command);
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
    while (true) {
      try (Connection connection = connect("")) {
        Path file = data.resolve("postmaster.pid");
        long pid =
            Long.parseLong(
                Db.text(connection, "SELECT split_part(pg_read_file('" + file + "'), E'\n', 1)"));
        postmaster = ProcessHandle.of(pid).orElseThrow();
        return;
      } catch (SQLException e) {
        boolean waits = process.isAlive();
        if (System.nanoTime() > end || !waits && !log().contains("still in use")) {
          throw new IOException("the server does not start: " + log(), e);
        }
        if (!waits) {
          process = shell(command);
        }
        Thread.onSpinWait();
      }
    }
  }

  Connection connect(String options) throws SQLException {
    return DriverManager.getConnection(url("127.0.0.1", port, options));
  }

  int port() {
    return port;
  }

  static String url(String host, int port, String options) {
    return "jdbc:postgresql://" + host + ":" + port + "/postgres?user=postgres&" + options;
  }

  /** Ends the server and all of its processes with signal 9. */
  void kill() {
    List<ProcessHandle> all = new ArrayList<>(List.of(postmaster));
    postmaster.descendants().forEach(all::add);
    all.forEach(ProcessHandle::destroyForcibly);
    for (ProcessHandle process : all) {
      process.onExit().join();
    }
  }

  @Override
  public void close() throws IOException {
    kill();
    try (var files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }
}
