package dev.sqg.maven;

import java.io.File;
import java.util.List;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugin.MojoFailureException;
import org.apache.maven.plugins.annotations.LifecyclePhase;
import org.apache.maven.plugins.annotations.Mojo;
import org.apache.maven.plugins.annotations.Parameter;

/** Generates the code, before it is compiled, where the SQL or sqg.yaml has changed. */
@Mojo(name = "generate", defaultPhase = LifecyclePhase.GENERATE_SOURCES, threadSafe = true)
public class GenerateMojo extends SqgMojo {
  /** A folder of generated sources that is compiled, too; for output outside src/main/java. */
  @Parameter private File sourceRoot;

  @Override
  List<String> args() {
    return List.of("generate", "--if-changed");
  }

  @Override
  public void execute() throws MojoExecutionException, MojoFailureException {
    super.execute();
    if (sourceRoot != null) {
      project.addCompileSourceRoot(sourceRoot.getPath());
    }
  }
}
