package io.longhaul.cli.launcher;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Looks into the class archive, or the caches, that the launcher makes of this build. */
@EnabledOnOs(OS.LINUX)
class ClassArchiveIT {
  private static final Path ROOT = Path.of(System.getProperty("longhaul.root"));
  private static final Path DIST = ROOT.resolve("cli/target/dist");
  private static final long LONGEST_MINUTES = 5;
  private static final String ARCHIVED = " source: shared objects file";

  @TempDir Path folder;

  /** Java leaves out classes of old class files silently if they were linked before. */
  @Test
  @EnabledForJreRange(max = JRE.JAVA_24)
  void theArchiveContainsTheLibrariesOfEachStart() throws Exception {
    run(List.of(ROOT.resolve("longhaul").toString(), "--version"));
    Path loaded = folder.resolve("loaded.txt");
    run(
        List.of(
            Path.of(System.getProperty("java.home"), "bin/java").toString(),
            "-XX:+UseSerialGC",
            "-XX:SharedArchiveFile=" + DIST.resolve("classes.jsa"),
            "-Xlog:class+load:file=" + loaded,
            "-cp",
            jar().toString(),
            "io.longhaul.cli.Main",
            "--version"));

    assertThat(loaded)
        .content()
        .contains(
            "io.longhaul.cli.Main" + ARCHIVED,
            "picocli.CommandLine" + ARCHIVED,
            "picocli.CommandLine$Model$CommandSpec" + ARCHIVED);
  }

  @Test
  @EnabledForJreRange(min = JRE.JAVA_25)
  void eachKindOfProcessHasACacheOfItsClasses() throws Exception {
    run(List.of(ROOT.resolve("longhaul").toString(), "--version"));
    for (String name : List.of("parent", "broker", "generator", "mock-server", "commands")) {
      assertThat(DIST.resolve("caches/" + name + ".aot")).exists();
    }
    Path loaded = folder.resolve("loaded.txt");
    run(
        List.of(
            Path.of(System.getProperty("java.home"), "bin/java").toString(),
            // A cache is refused if the modules have other permissions.
            "--enable-native-access=ALL-UNNAMED",
            "-XX:+UseSerialGC",
            "-XX:AOTCache=" + DIST.resolve("caches/commands.aot"),
            "-Xlog:class+load:file=" + loaded,
            "-cp",
            jar().toString(),
            "io.longhaul.cli.Main",
            "--version"));

    assertThat(loaded).content().contains("io.longhaul.cli.Main" + ARCHIVED);
  }

  private static Path jar() throws IOException {
    try (Stream<Path> files = Files.list(DIST.resolve("lib"))) {
      return files
          .filter(file -> file.getFileName().toString().startsWith("longhaul-cli-"))
          .findFirst()
          .orElseThrow();
    }
  }

  private void run(List<String> command) throws Exception {
    Path output = Files.createTempFile(folder, "output", ".txt");
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output.toFile());
    builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
    builder.environment().put("XDG_STATE_HOME", folder.resolve("state").toString());
    Process process = builder.start();
    boolean hasEnded = process.waitFor(LONGEST_MINUTES, TimeUnit.MINUTES);
    process.destroyForcibly().waitFor();

    assertThat(hasEnded).as(Files.readString(output, UTF_8)).isTrue();
    assertThat(process.exitValue()).as(Files.readString(output, UTF_8)).isZero();
  }
}
