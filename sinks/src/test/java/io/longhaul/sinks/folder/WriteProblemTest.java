package io.longhaul.sinks.folder;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class WriteProblemTest {
  @TempDir Path folder;

  @Test
  void aWritableFolderHasNoProblemAndStaysEmpty() throws IOException {
    assertThat(WriteProblem.to(folder.resolve("not/there/yet"))).isEmpty();
    try (var left = Files.list(folder)) {
      assertThat(left).isEmpty();
    }
  }

  @Test
  void aFileInPlaceOfTheFolderIsNamed() throws IOException {
    Path file = Files.createFile(folder.resolve("results"));

    assertThat(WriteProblem.to(file)).contains("it is a file");
    assertThat(WriteProblem.to(file.resolve("run"))).contains(file + " is a file");
  }

  @Test
  @EnabledOnOs(OS.LINUX) // no user can create a file in /proc, not even root
  void theReasonIsNeverTheProbesName() {
    assertThat(WriteProblem.to(Path.of("/proc/results")))
        .contains("no file can be created in /proc");
  }

  @Test
  void theSystemsReasonIsUsed() {
    assertThat(
            WriteProblem.inWords(
                new FileSystemException(
                    "/data/.longhaul-1.probe", null, "No space left on device")))
        .isEqualTo("No space left on device");
    assertThat(WriteProblem.inWords(new NoSuchFileException("/data/.longhaul-1.probe")))
        .isEqualTo("no file can be created in /data");
    assertThat(WriteProblem.inWords(new IOException("Disk quota exceeded")))
        .isEqualTo("Disk quota exceeded");
  }
}
