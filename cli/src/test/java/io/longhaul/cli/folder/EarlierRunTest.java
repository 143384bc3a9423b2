package io.longhaul.cli.folder;

import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.sinks.ExportLayout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EarlierRunTest {
  @TempDir Path folder;

  @Test
  void aFolderWithoutARunIsLeftAsItIs() throws IOException {
    Files.writeString(folder.resolve("notes.txt"), "mine");

    assertThat(EarlierRun.moveAside(new ExportLayout(folder))).isEmpty();
    assertThat(folder.resolve("notes.txt")).hasContent("mine");
  }

  @Test
  void whatEarlierRunsLeftIsKeptUnderTheirNumbers() throws IOException {
    ExportLayout layout = new ExportLayout(folder);
    leaveRun(layout, "first");
    assertThat(EarlierRun.moveAside(layout)).contains(folder.resolve("earlier/1"));
    leaveRun(layout, "second");
    assertThat(EarlierRun.moveAside(layout)).contains(folder.resolve("earlier/2"));

    assertThat(folder.resolve("earlier/1/longhaul.json")).hasContent("first");
    assertThat(folder.resolve("earlier/2/longhaul.json")).hasContent("second");
    assertThat(layout.lake()).doesNotExist();
  }

  private static void leaveRun(ExportLayout layout, String content) throws IOException {
    Files.createDirectories(layout.lake());
    Files.createDirectories(layout.log());
    Files.writeString(layout.longhaulJson(), content);
  }
}
