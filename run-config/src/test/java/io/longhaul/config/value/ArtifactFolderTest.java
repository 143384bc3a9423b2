package io.longhaul.config.value;

import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.sinks.ExportLayout;
import io.longhaul.sinks.folder.ClaimedNames;
import io.longhaul.sinks.folder.RunFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ArtifactFolderTest {
  @TempDir Path parent;

  @Test
  void aFolderWithoutARunIsTakenAsItIs() throws IOException {
    Path folder = Files.createDirectory(parent.resolve("m-openai-chat-concurrency1"));
    Files.writeString(folder.resolve("notes.txt"), "mine");

    assertThat(ArtifactFolder.unused(folder)).isEqualTo(folder);
    assertThat(ArtifactFolder.unused(parent.resolve("none"))).isEqualTo(parent.resolve("none"));
  }

  @Test
  void besideAFolderThatHoldsARunThereIsOneWithTheTime() throws IOException {
    ExportLayout earlier = new ExportLayout(Files.createDirectory(parent.resolve("m-chat")));
    new ClaimedNames(earlier).claim(earlier.documentNames());
    Files.writeString(earlier.longhaulJson(), "{}");

    assertThat(ArtifactFolder.unused(earlier.folder()).toString())
        .matches(parent + "/m-chat-\\d{8}-\\d{6}");
  }

  @Test
  void besideAFolderThatARunIsWritingThereIsOneWithTheTime() throws IOException {
    Path folder = parent.resolve("m-chat");
    try (RunFolder held = RunFolder.hold(folder)) {
      assertThat(held).isNotNull();
      assertThat(ArtifactFolder.unused(folder).toString())
          .matches(parent + "/m-chat-\\d{8}-\\d{6}");
    }
  }
}
