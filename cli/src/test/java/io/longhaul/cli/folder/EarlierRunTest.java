package io.longhaul.cli.folder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.longhaul.sinks.AlsoWritten;
import io.longhaul.sinks.ExportLayout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
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

  @Test
  void whatIsNotOfARunStaysWhereItIs() throws IOException {
    ExportLayout layout = new ExportLayout(folder);
    Files.writeString(folder.resolve("notes.txt"), "mine");
    Files.writeString(folder.resolve("trace.jsonl"), "mine");
    Files.writeString(layout.inputsJson(), "mine");
    Files.writeString(Files.createDirectory(layout.processLogs()).resolve("app.log"), "mine");
    Files.createDirectories(folder.resolve("src/main"));
    leaveRun(layout, "first");
    Files.writeString(folder.resolve("profile_export.2026-11-22T09.jsonl"), "lines");
    Files.writeString(folder.resolve("other.2026-11-22T09.jsonl"), "mine");

    assertThat(EarlierRun.moveAside(layout)).contains(folder.resolve("earlier/1"));

    assertThat(namesIn(folder))
        .containsExactlyInAnyOrder(
            "earlier",
            "inputs.json",
            "logs",
            "notes.txt",
            "other.2026-11-22T09.jsonl",
            "src",
            "trace.jsonl");
    assertThat(namesIn(folder.resolve("earlier/1")))
        .containsExactlyInAnyOrder(
            ".longhaul.claims",
            "lake",
            "log",
            "longhaul.json",
            "profile_export.2026-11-22T09.jsonl");
    assertThat(layout.inputsJson()).hasContent("mine");
  }

  @Test
  void aRunWithAnotherPrefixIsKnown() throws IOException {
    ExportLayout named = new ExportLayout(folder, "mine", Set.of(AlsoWritten.GENAI_PERF));
    leaveRun(named, "first");
    Files.writeString(named.profileJson(), "first");
    Files.writeString(named.genAiPerfJson(), "first");

    assertThat(EarlierRun.moveAside(new ExportLayout(folder))).isPresent();
    assertThat(namesIn(folder)).containsExactly("earlier");
  }

  @Test
  void aRunThatHasNotReachedItsServerLeavesNothingToMove() throws IOException {
    ExportLayout layout = new ExportLayout(folder);
    new ClaimedNames(layout).claimAlone(layout.documentNames());
    Files.createDirectories(layout.processLogs());

    assertThat(EarlierRun.moveAside(layout)).isEmpty();
    new ClaimedNames(layout).claimAlone(layout.documentNames());
  }

  @Test
  void whatIsSomebodyElsesIsNamedAndNothingIsClaimed() throws IOException {
    ExportLayout layout = new ExportLayout(folder);
    Files.writeString(layout.profileJson(), "mine");
    Files.writeString(layout.inputsJson(), "mine");

    assertThatThrownBy(() -> new ClaimedNames(layout).claimAlone(layout.documentNames()))
        .hasMessage(
            "Cannot write into "
                + folder
                + ": its inputs.json, profile_export_aiperf.json are of no run that is known (move"
                + " them, or give another --artifact-dir)");
    assertThat(namesIn(folder))
        .containsExactlyInAnyOrder("inputs.json", "profile_export_aiperf.json");
  }

  /** They are added to: nothing of theirs is lost. */
  @Test
  void logsMayLieBesideThoseOfOthers() throws IOException {
    ExportLayout layout = new ExportLayout(folder);
    Files.writeString(Files.createDirectory(layout.processLogs()).resolve("app.log"), "mine");

    new ClaimedNames(layout).claimAlone(layout.documentNames());
    Files.writeString(layout.longhaulJson(), "of the run");

    assertThat(EarlierRun.moveAside(layout)).isPresent();
    assertThat(layout.processLogs().resolve("app.log")).hasContent("mine");
  }

  @Test
  void aLogThatIsSomebodyElsesIsNotWrittenInto() throws IOException {
    ExportLayout layout = new ExportLayout(folder);
    Files.createDirectories(layout.log());

    assertThat(EarlierRun.moveAside(layout)).isEmpty();
    assertThatThrownBy(() -> new ClaimedNames(layout).claimAlone(layout.groundNames()))
        .hasMessage(
            "Cannot write into "
                + folder
                + ": its log is of no run that is known (move it, or give another --artifact-dir)");
  }

  private static List<String> namesIn(Path folder) throws IOException {
    try (Stream<Path> all = Files.list(folder)) {
      return all.map(each -> each.getFileName().toString()).toList();
    }
  }

  private static void leaveRun(ExportLayout layout, String content) throws IOException {
    ClaimedNames claimed = new ClaimedNames(layout);
    claimed.claimAlone(layout.groundNames());
    claimed.claim(layout.documentNames());
    Files.createDirectories(layout.lake());
    Files.createDirectories(layout.log());
    Files.writeString(layout.longhaulJson(), content);
  }
}
