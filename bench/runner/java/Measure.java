import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** What the kernel has counted; where it is not Linux, nothing. */
final class Measure {
  private Measure() {}

  /** Processor time of this process in milliseconds, of all its threads. */
  static double client() {
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
