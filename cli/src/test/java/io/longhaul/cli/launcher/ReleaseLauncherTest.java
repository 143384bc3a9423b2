package io.longhaul.cli.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The launcher of a release, with a Java that only prints its command line. */
@EnabledOnOs(OS.LINUX)
class ReleaseLauncherTest {
  private static final Path ROOT = Path.of(System.getProperty("longhaul.root"));

  @TempDir Path folder;
  private Path release;
  private Path launcher;

  @BeforeEach
  void aRelease() throws IOException {
    release = Files.createDirectory(folder.toRealPath().resolve("a release"));
    launcher = release.resolve("bin/longhaul");
    Files.createDirectories(release.resolve("caches"));
    Files.createDirectories(launcher.getParent());
    Files.copy(ROOT.resolve("release/longhaul"), launcher);
    Files.createDirectories(release.resolve("lib"));
    Files.copy(ROOT.resolve("cli/src/main/sh/start.sh"), release.resolve("lib/start.sh"));
    Path java = release.resolve("runtime/bin/java");
    Files.createDirectories(java.getParent());
    Files.writeString(java, "#!/bin/sh\nprintf '%s\\n' \"$0\" \"$@\"\n");
    assertThat(java.toFile().setExecutable(true)).isTrue();
    assertThat(launcher.toFile().setExecutable(true)).isTrue();
  }

  @Test
  void itRunsItsOwnJavaWhateverTheEnvironmentSays() throws Exception {
    for (Map<String, String> environment :
        List.of(Map.<String, String>of(), Map.of("PATH", "/nowhere", "JAVA_HOME", "/nowhere"))) {
      LauncherCall call = call(launcher, environment, "profile", "--model", "two words");
      assertThat(call.err()).isEmpty();
      assertThat(call.status()).isZero();
      assertThat(call.out())
          .startsWith(release + "/runtime/bin/java")
          .contains(
              "--enable-native-access=ALL-UNNAMED",
              "-XX:AOTCache=" + release + "/caches/parent.aot",
              "-Dlonghaul.caches=" + release + "/caches",
              release + "/lib/longhaul-cli-0.1.0.jar")
          .endsWith("io.longhaul.cli.Main", "profile", "--model", "two words");
    }
  }

  @Test
  void aLinkToItIsEnough() throws Exception {
    Path link = Files.createSymbolicLink(folder.resolve("lh"), launcher);
    LauncherCall call = call(link, Map.of(), "--version");
    assertThat(call.out())
        .startsWith(release + "/runtime/bin/java")
        .contains("-XX:AOTCache=" + release + "/caches/commands.aot", "-Dlonghaul.program=" + link);
  }

  @Test
  void withoutCachesItStartsWithoutThem() throws Exception {
    Files.delete(release.resolve("caches"));
    assertThat(call(launcher, Map.of(), "demo").out())
        .noneMatch(word -> word.startsWith("-XX:AOTCache"))
        .endsWith("io.longhaul.cli.Main", "demo");
  }

  @Test
  void optionsForItsJvmComeFromTheEnvironment() throws Exception {
    assertThat(call(launcher, Map.of("LONGHAUL_JAVA_OPTS", "-Xmx4g -Xss2m"), "demo").out())
        .containsSubsequence("-Xmx1g", "-Xmx4g", "-Xss2m", "io.longhaul.cli.Main");
  }

  @Test
  void anImageStartsProcessesOfADistributedInstallationWithTheScriptForThem() throws Exception {
    Path entrypoint = release.resolve("bin/entrypoint");
    Files.copy(ROOT.resolve("release/entrypoint"), entrypoint);
    Path deployed = release.resolve("deploy/bin/longhaul");
    Files.createDirectories(deployed.getParent());
    Files.writeString(deployed, "#!/bin/sh\nprintf '%s\\n' deployed \"$@\"\n");
    assertThat(entrypoint.toFile().setExecutable(true)).isTrue();
    assertThat(deployed.toFile().setExecutable(true)).isTrue();

    assertThat(call(entrypoint, Map.of(), "kafka", "a file").out())
        .containsExactly("deployed", "kafka", "a file");
    assertThat(call(entrypoint, Map.of(), "generate", "--kafka", "kafka:9092").out())
        .containsExactly("deployed", "generate", "--kafka", "kafka:9092");
    assertThat(call(entrypoint, Map.of(), "profile", "--model", "kafka").out())
        .startsWith(release + "/runtime/bin/java")
        .endsWith("io.longhaul.cli.Main", "profile", "--model", "kafka");
  }

  private LauncherCall call(Path name, Map<String, String> environment, String... arguments)
      throws IOException, InterruptedException {
    Path out = folder.resolve("out");
    Path err = folder.resolve("err");
    List<String> words = new ArrayList<>(List.of(name.toString()));
    words.addAll(List.of(arguments));
    ProcessBuilder builder =
        new ProcessBuilder(words).redirectOutput(out.toFile()).redirectError(err.toFile());
    builder.environment().clear();
    builder.environment().putAll(environment);
    return new LauncherCall(builder.start(), out, err).awaitEnd();
  }
}
