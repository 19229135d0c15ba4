package dev.sqg.maven;

import dev.sqg.jvm.Sqg;
import java.io.File;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.maven.plugin.AbstractMojo;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugin.MojoFailureException;
import org.apache.maven.plugin.logging.Log;
import org.apache.maven.plugins.annotations.Component;
import org.apache.maven.plugins.annotations.Parameter;
import org.apache.maven.project.MavenProject;
import org.eclipse.aether.RepositorySystem;
import org.eclipse.aether.RepositorySystemSession;
import org.eclipse.aether.artifact.DefaultArtifact;
import org.eclipse.aether.repository.RemoteRepository;
import org.eclipse.aether.resolution.ArtifactRequest;
import org.eclipse.aether.resolution.ArtifactResolutionException;

/** Fetches the program of sqg and runs it on the project's sqg.yaml. */
abstract class SqgMojo extends AbstractMojo {
  /** The project's sqg.yaml. */
  @Parameter(property = "sqg.config", defaultValue = "${project.basedir}/sqg.yaml")
  private File config;

  /** A program of sqg to use, instead of the one that comes with the plugin. */
  @Parameter(property = "sqg.executable")
  private File executable;

  /** Whether warnings are errors. */
  @Parameter(property = "sqg.strict")
  private boolean strict;

  /** Whether to do nothing. */
  @Parameter(property = "sqg.skip")
  private boolean skip;

  @Parameter(defaultValue = "${plugin.version}", readonly = true)
  private String version;

  @Parameter(defaultValue = "${project}", readonly = true)
  MavenProject project;

  @Parameter(defaultValue = "${repositorySystemSession}", readonly = true)
  private RepositorySystemSession session;

  @Component private RepositorySystem repositories;

  /** What sqg is told to do. */
  abstract List<String> args();

  @Override
  public void execute() throws MojoExecutionException, MojoFailureException {
    if (skip) {
      getLog().info("skipped");
      return;
    }
    List<String> args = new ArrayList<>(args());
    if (strict) {
      args.add("--strict");
    }
    int code;
    try {
      code = Sqg.run(executable != null ? executable : fetched(), args, config, this::log);
    } catch (IOException e) {
      throw new MojoExecutionException("sqg does not run: " + e.getMessage(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new MojoExecutionException("interrupted", e);
    }
    if (code == 1) {
      throw new MojoFailureException("sqg found errors in " + config + " or its SQL");
    }
    if (code != 0) {
      throw new MojoExecutionException("sqg ended with exit code " + code);
    }
  }

  private void log(Sqg.Level level, String line) {
    Log log = getLog();
    switch (level) {
      case ERROR:
        log.error(line);
        break;
      case WARNING:
        log.warn(line);
        break;
      default:
        log.info(line);
    }
  }

  private File fetched() throws MojoExecutionException {
    List<RemoteRepository> from = new ArrayList<>(project.getRemotePluginRepositories());
    from.addAll(project.getRemoteProjectRepositories());
    DefaultArtifact program = new DefaultArtifact(Sqg.GROUP, Sqg.ARTIFACT, Sqg.classifier(), Sqg.TYPE, version);
    try {
      return repositories.resolveArtifact(session, new ArtifactRequest(program, from, null)).getArtifact().getFile();
    } catch (ArtifactResolutionException e) {
      throw new MojoExecutionException("there is no sqg for this machine: " + e.getMessage(), e);
    }
  }
}
