package dev.sqg.maven;

import java.util.List;
import org.apache.maven.plugins.annotations.LifecyclePhase;
import org.apache.maven.plugins.annotations.Mojo;

/** Fails where generated files are stale, missing or left over, for those that keep them in version control. */
@Mojo(name = "check", defaultPhase = LifecyclePhase.VERIFY, threadSafe = true)
public class CheckMojo extends SqgMojo {
  @Override
  List<String> args() {
    return List.of("check");
  }
}
