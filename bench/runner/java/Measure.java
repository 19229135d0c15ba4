import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** What the kernel has counted; where it is not Linux, nothing. */
final class Measure {
  private static final double TICK = 10;

  private static final OperatingSystemMXBean PROCESS =
      ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

  private Measure() {}

  /** Processor time of this process in milliseconds, from now on. */
  static Client client() {
    return new Client(threads(), PROCESS.getProcessCpuTime() / 1e6);
  }

  /**
   * What a process had taken: its threads that live, to the nanosecond, and all that it ever had,
   * in ticks. Either is a lower bound: threads that end take their count with them.
   */
  record Client(double threads, double ticks) {
    /** Processor time since then. */
    double taken() {
      Client now = client();
      return Math.max(now.threads - threads, now.ticks - ticks - TICK);
    }
  }

  private static double threads() {
    try (Stream<Path> threads = Files.list(Path.of("/proc/self/task"))) {
      return threads.mapToDouble(Measure::runTime).sum();
    } catch (IOException e) {
      return 0;
    }
  }

  /**
   * Processor time of a process or thread in milliseconds, by its folder in /proc. The kernel
   * counts nanoseconds here, ticks of 10 ms elsewhere.
   */
  static double runTime(Path task) {
    try {
      return Long.parseLong(Files.readString(task.resolve("schedstat")).split(" ")[0]) / 1e6;
    } catch (IOException e) {
      return 0; // the thread has ended, or this is no Linux
    }
  }
}
