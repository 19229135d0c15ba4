package dev.sqg.gradle;

import dev.sqg.jvm.Sqg;
import java.io.File;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.gradle.api.DefaultTask;
import org.gradle.api.GradleException;
import org.gradle.api.file.FileCollection;
import org.gradle.api.tasks.Input;
import org.gradle.api.tasks.InputFile;
import org.gradle.api.tasks.InputFiles;
import org.gradle.api.tasks.OutputDirectory;
import org.gradle.api.tasks.PathSensitive;
import org.gradle.api.tasks.PathSensitivity;
import org.gradle.api.tasks.TaskAction;

/** Runs sqg on a sqg.yaml where that, the SQL or what is generated has changed. */
public class SqgTask extends DefaultTask {
  private File config;
  private FileCollection sql;
  private FileCollection program;
  private File output;
  private boolean strict;

  /** The project's sqg.yaml. */
  @InputFile
  @PathSensitive(PathSensitivity.RELATIVE)
  public File getConfig() {
    return config;
  }

  public void setConfig(File config) {
    this.config = config;
  }

  /** What sqg.yaml reads: by default every SQL file of the project. */
  @InputFiles
  @PathSensitive(PathSensitivity.RELATIVE)
  public FileCollection getSql() {
    return sql;
  }

  public void setSql(FileCollection sql) {
    this.sql = sql;
  }

  /** The program of sqg: by default the one of the plugin's version. */
  @InputFiles
  @PathSensitive(PathSensitivity.NONE)
  public FileCollection getProgram() {
    return program;
  }

  public void setProgram(FileCollection program) {
    this.program = program;
  }

  /** The folder that sqg.yaml writes to. */
  @OutputDirectory
  public File getOutput() {
    return output;
  }

  public void setOutput(File output) {
    this.output = output;
  }

  /** Whether warnings are errors. */
  @Input
  public boolean getStrict() {
    return strict;
  }

  public void setStrict(boolean strict) {
    this.strict = strict;
  }

  @TaskAction
  public void generate() throws IOException, InterruptedException {
    List<String> args = new ArrayList<>(Arrays.asList("generate"));
    if (strict) {
      args.add("--strict");
    }
    int code = Sqg.run(program.getSingleFile(), args, config, this::log);
    if (code == 1) {
      throw new GradleException("sqg found errors in " + config + " or its SQL");
    }
    if (code != 0) {
      throw new GradleException("sqg ended with exit code " + code);
    }
  }

  private void log(Sqg.Level level, String line) {
    switch (level) {
      case ERROR:
        getLogger().error(line);
        break;
      case WARNING:
        getLogger().warn(line);
        break;
      default:
        getLogger().info(line);
    }
  }
}
