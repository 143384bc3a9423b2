package io.longhaul.cli.log;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.nio.file.StandardOpenOption.APPEND;
import static java.nio.file.StandardOpenOption.CREATE;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LogRotationTest {
  @TempDir Path folder;

  @Test
  void aLargeFileIsMovedAwayAndItsWriterContinues() throws IOException {
    Path log = folder.resolve("kafka.log");
    try (LogRotation rotation = new LogRotation(folder, 20);
        OutputStream writer = Files.newOutputStream(log, CREATE, APPEND)) {
      writer.write("first line of the log\n".getBytes(UTF_8));
      rotation.check();
      writer.write("second line of the log\n".getBytes(UTF_8));
      rotation.check();
      writer.write("third\n".getBytes(UTF_8));
      rotation.check();
    }

    assertThat(log).hasContent("third\n");
    assertThat(folder.resolve("kafka.log.1")).hasContent("second line of the log\n");
  }

  @Test
  void otherFilesAndLinksAreLeftAlone() throws IOException {
    Path counts = Files.writeString(folder.resolve("generator-g0.issued"), "x".repeat(50));
    Path outside = Files.writeString(folder.resolve("outside"), "y".repeat(50));
    Files.createSymbolicLink(folder.resolve("a.log"), outside);

    try (LogRotation rotation = new LogRotation(folder, 20)) {
      rotation.check();
    }

    assertThat(counts).hasContent("x".repeat(50));
    assertThat(outside).hasContent("y".repeat(50));
  }
}
