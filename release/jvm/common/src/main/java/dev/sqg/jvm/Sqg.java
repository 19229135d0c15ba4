package dev.sqg.jvm;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.BiConsumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The program of sqg: which one fits this machine, and what it says. */
public final class Sqg {
  /** How much a line matters. */
  public enum Level {
    INFO,
    WARNING,
    ERROR
  }

  /** The program as an artifact; its classifier is {@link #classifier()}, its type exe. */
  public static final String GROUP = "dev.sqg", ARTIFACT = "sqg-cli", TYPE = "exe";

  private static final Pattern DIAGNOSTIC =
      Pattern.compile("(?:.*:\\d+:\\d+: |.*: )?(error|warning)(?:\\[SQG\\d+])?: .*");

  private Sqg() {}

  /** Returns the classifier of the program for this machine. */
  public static String classifier() {
    String name = System.getProperty("os.name").toLowerCase(Locale.ROOT);
    String arch = System.getProperty("os.arch");
    String cpu = arch.equals("aarch64") || arch.equals("arm64") ? "aarch_64" : "x86_64";
    if (name.contains("windows")) {
      return "windows-" + cpu;
    }
    if (name.contains("mac")) {
      return "osx-" + cpu;
    }
    String loader = cpu.equals("x86_64") ? "/lib64/ld-linux-x86-64.so.2" : "/lib/ld-linux-aarch64.so.1";
    return "linux-" + cpu + (new File(loader).exists() ? "" : "-musl");
  }

  /**
   * Runs sqg and returns its exit code: 0 done, 1 the project is wrong, 2 and 3 anything else.
   *
   * @param program a file, which is made executable where it is not
   * @param config the project's sqg.yaml
   * @param line takes each line that sqg prints
   */
  public static int run(File program, List<String> args, File config, BiConsumer<Level, String> line)
      throws IOException, InterruptedException {
    if (!program.canExecute() && !program.setExecutable(true)) {
      throw new IOException(program + " cannot be made executable");
    }
    List<String> command = new ArrayList<>();
    command.add(program.getAbsolutePath());
    command.addAll(args);
    command.add("--format=line");
    command.add(config.getAbsolutePath());
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    process.getOutputStream().close();
    try (BufferedReader out =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      for (String text = out.readLine(); text != null; text = out.readLine()) {
        Matcher m = DIAGNOSTIC.matcher(text);
        Level level = !m.matches() ? Level.INFO : m.group(1).equals("error") ? Level.ERROR : Level.WARNING;
        line.accept(level, text);
      }
      return process.waitFor();
    } finally {
      process.destroy();
    }
  }
}
