package dev.sqg.gradle;

import dev.sqg.jvm.Sqg;
import java.io.File;
import org.gradle.api.Plugin;
import org.gradle.api.Project;
import org.gradle.api.artifacts.Dependency;
import org.gradle.api.tasks.compile.AbstractCompile;

/** Adds the task sqgGenerate, which runs before the main sources are compiled. */
public class SqgPlugin implements Plugin<Project> {
  @Override
  public void apply(Project project) {
    SqgTask task = project.getTasks().create("sqgGenerate", SqgTask.class);
    task.setGroup("build");
    task.setDescription("Generates typed code from annotated SQL.");
    task.setConfig(project.file("sqg.yaml"));
    task.setOutput(new File(project.getBuildDir(), "generated/sqg"));
    task.setSql(
        project.fileTree(
            project.getProjectDir(),
            tree -> {
              tree.include("**/*.sql");
              tree.exclude("build", "bin", ".gradle", ".git", "node_modules");
            }));
    String version = SqgPlugin.class.getPackage().getImplementationVersion();
    Dependency program =
        project
            .getDependencies()
            .create(Sqg.GROUP + ":" + Sqg.ARTIFACT + ":" + version + ":" + Sqg.classifier() + "@" + Sqg.TYPE);
    task.setProgram(project.getConfigurations().detachedConfiguration(program));
    project
        .getTasks()
        .withType(
            AbstractCompile.class,
            compile -> {
              if (compile.getName().startsWith("compile") && !compile.getName().startsWith("compileTest")) {
                compile.dependsOn(task);
              }
            });
  }
}
