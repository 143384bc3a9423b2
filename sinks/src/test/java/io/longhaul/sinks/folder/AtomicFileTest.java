package io.longhaul.sinks.folder;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class AtomicFileTest {
  @TempDir Path folder;
  private Path document;
  private Path hidden;

  @BeforeEach
  void names() {
    document = folder.resolve("lines.jsonl");
    hidden = folder.resolve(".lines.jsonl.ahead-0");
  }

  @Test
  void theLockRemainsWhenAPartIsCopied() throws Exception {
    try (AtomicFile file = locked()) {
      ByteArrayOutputStream copy = new ByteArrayOutputStream();
      long bytes = file.size();

      file.copy(2, bytes - 2, copy);
      file.out().write('!');

      assertThat(copy.toString(UTF_8)).isEqualTo("xt");
      assertThat(lockOfHidden()).isEqualTo("locked");
      file.publish();
      assertThat(document).hasContent("text!");
    }
  }

  @Test
  void theLockRemainsUntilTheFileHasItsName() throws Exception {
    Files.createDirectories(document.resolve("in the way"));
    try (AtomicFile file = locked()) {
      assertThatThrownBy(file::publish).isInstanceOf(IOException.class);

      assertThat(lockOfHidden()).isEqualTo("locked");
    }
    assertThat(hidden).doesNotExist();
  }

  @Test
  void aFileThatWasDeletedBeforeItIsLockedIsRefused() throws Exception {
    try (AtomicFile file = AtomicFile.ofEnding(document, ".ahead-0")) {
      Files.delete(hidden);

      assertThatThrownBy(file::lock)
          .hasMessage("Cannot lock " + hidden + ": another process has deleted it");
    }
  }

  private AtomicFile locked() throws IOException {
    AtomicFile file = AtomicFile.ofEnding(document, ".ahead-0");
    file.lock();
    file.out().write("text".getBytes(UTF_8));
    return file;
  }

  /** Asks another process, because a process does not see its own locks. */
  private String lockOfHidden() throws Exception {
    Process asked =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                FileLockMain.class.getName(),
                hidden.toString())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    try (InputStream answer = asked.getInputStream()) {
      return new String(answer.readAllBytes(), UTF_8);
    } finally {
      asked.waitFor();
    }
  }
}
