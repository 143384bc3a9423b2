package io.longhaul.sinks.folder;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RunFolderTest {
  @TempDir Path parent;

  @Test
  @SuppressWarnings("try") // the folder only has to be locked
  void theProcessThatHoldsAFolderIsKnown() throws IOException {
    Path folder = parent.resolve("run");
    try (RunFolder held = RunFolder.hold(folder)) {
      assertThat(RunFolder.tryHold(folder)).isEmpty();
      assertThat(RunFolder.holder(folder)).contains(ProcessHandle.current().pid());
    }
    assertThat(RunFolder.holder(folder.resolve("nowhere"))).isEmpty();
  }

  @Test
  void aCreatableFolderHasNoProblemAndIsNotCreated() throws IOException {
    assertThat(RunFolder.problemWith(parent.resolve("a/b/c"))).isEmpty();
    assertThat(RunFolder.problemWith(parent)).isEmpty();
    assertThat(filesIn(parent)).isEmpty();
  }

  @Test
  void aFileInPlaceOfTheFolderIsAProblem() throws IOException {
    Path file = Files.writeString(parent.resolve("file"), "");

    assertThat(RunFolder.problemWith(file)).contains("it is a file");
    assertThat(RunFolder.problemWith(file.resolve("out/1"))).contains(file + " is a file");
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void anUnwritableFolderIsAProblem() {
    assertThat(RunFolder.problemWith(Path.of("/proc/longhaul"))).isPresent();
  }

  @ParameterizedTest
  @ValueSource(strings = {".longhaul.lock", "logs/longhaul.log", "logs/kafka.log", "logs"})
  void aLinkInPlaceOfALogIsRejected(String name) throws IOException {
    Path victim = Files.writeString(parent.resolve("victim"), "precious");
    Path folder = Files.createDirectory(parent.resolve("out"));
    Path link = folder.resolve(name);
    Files.createDirectories(link.getParent());
    Files.createSymbolicLink(link, victim);

    assertThat(RunFolder.problemWith(folder)).contains("its " + name + " is a symbolic link");
    assertThatThrownBy(() -> RunFolder.hold(folder))
        .isInstanceOf(ForeignFilesException.class)
        .hasMessage(
            "Cannot write into "
                + folder
                + ": its "
                + name
                + " is a symbolic link (give another --artifact-dir)");
    assertThat(victim).hasContent("precious");
  }

  @Test
  void aFolderIsLockedUntilClosed() throws IOException {
    Path folder = parent.resolve("out");
    try (RunFolder held = RunFolder.hold(folder)) {
      assertThat(held).isNotNull();
      assertThat(RunFolder.problemWith(folder)).contains("another run is writing there");
      assertThatThrownBy(() -> RunFolder.hold(folder))
          .isInstanceOf(IOException.class)
          .hasMessage(
              "Cannot write into "
                  + folder
                  + ": another run is writing there (give another --artifact-dir)");
    }
    assertThat(RunFolder.problemWith(folder)).isEmpty();
    RunFolder.hold(folder).close();
  }

  @Test
  void whetherAFolderIsHeldIsUnknownIfItsLockCannotBeRead() throws IOException {
    Path folder = Files.createDirectory(parent.resolve("out"));
    assertThat(RunFolder.holding(folder)).as("no lock").isEqualTo(RunFolder.Holding.FREE);

    Path lock = folder.resolve(".longhaul.lock");
    Files.createSymbolicLink(lock, lock);
    assertThat(RunFolder.holding(folder)).isEqualTo(RunFolder.Holding.UNKNOWN);
  }

  @Test
  @Timeout(60)
  void aFolderIsLockedByAnotherProcessUntilItExits() throws Exception {
    Path folder = parent.resolve("out");
    Process holder = startHolder(folder);
    try (BufferedReader output =
        new BufferedReader(new InputStreamReader(holder.getInputStream(), UTF_8))) {
      assertThat(output.readLine()).isEqualTo("held");
      assertThat(RunFolder.holding(folder)).isEqualTo(RunFolder.Holding.HELD);
      Files.writeString(folder.resolve(".longhaul.lock"), Long.toString(Long.MAX_VALUE));
      assertThat(RunFolder.holding(folder))
          .as("the process has another ID in its container")
          .isEqualTo(RunFolder.Holding.HELD);
      assertThat(RunFolder.problemWith(folder)).contains("another run is writing there");
      assertThatThrownBy(() -> RunFolder.hold(folder)).isInstanceOf(IOException.class);
    } finally {
      holder.destroyForcibly();
    }
    assertThat(holder.waitFor(30, TimeUnit.SECONDS)).isTrue();
    assertThat(RunFolder.holding(folder)).isEqualTo(RunFolder.Holding.FREE);
    assertThat(RunFolder.problemWith(folder)).isEmpty();
  }

  private static Process startHolder(Path folder) throws IOException {
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:TieredStopAtLevel=1",
            "-cp",
            System.getProperty("java.class.path"),
            FolderHolderMain.class.getName(),
            folder.toString())
        .redirectError(ProcessBuilder.Redirect.INHERIT)
        .start();
  }

  private static List<Path> filesIn(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.toList();
    }
  }
}
