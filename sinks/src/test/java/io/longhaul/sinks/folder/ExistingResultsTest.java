package io.longhaul.sinks.folder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.longhaul.sinks.ExportLayout;
import io.longhaul.sinks.OptionalExport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExistingResultsTest {
  @TempDir Path folder;

  @Test
  void aFolderWithoutARunHasNoResults() throws IOException {
    Files.writeString(folder.resolve("notes.txt"), "mine");
    ExistingResults results = new ExistingResults(new ExportLayout(folder));

    assertThat(results.exist()).isFalse();
    results.requireNone();
    results.delete();
    assertThat(folder.resolve("notes.txt")).hasContent("mine");
    assertThat(new ExistingResults(new ExportLayout(folder.resolve("none"))).exist()).isFalse();
  }

  @Test
  void aFolderWithResultsIsRejectedAndUnchanged() throws IOException {
    ExportLayout layout = new ExportLayout(folder);
    leaveRun(layout, "first");
    List<String> before = namesIn(folder);

    assertThatThrownBy(() -> new ExistingResults(layout).requireNone())
        .isInstanceOf(ForeignFilesException.class)
        .hasMessage(
            "Cannot write into "
                + folder
                + ": it contains the results of a run (give another --artifact-dir, or --replace,"
                + " which deletes them)");
    assertThat(namesIn(folder)).containsExactlyElementsOf(before);
  }

  @Test
  void onlyClaimedFilesAreDeleted() throws IOException {
    ExportLayout layout = new ExportLayout(folder);
    Files.writeString(folder.resolve("notes.txt"), "mine");
    Files.writeString(folder.resolve("trace.jsonl"), "mine");
    Files.writeString(layout.inputsJson(), "mine");
    Files.writeString(Files.createDirectory(layout.processLogs()).resolve("app.log"), "mine");
    Files.createDirectories(folder.resolve("src/main"));
    leaveRun(layout, "first");
    Files.writeString(layout.lake().resolve("manifest.jsonl"), "lines");
    Files.writeString(folder.resolve("profile_export.2026-11-22T09.jsonl"), "lines");
    Files.writeString(folder.resolve(".profile_export.jsonl.ahead-0"), "lines of a killed process");
    Files.writeString(folder.resolve("other.2026-11-22T09.jsonl"), "mine");
    Files.writeString(folder.resolve(".other.jsonl.ahead-0"), "mine");

    new ExistingResults(layout).delete();

    assertThat(namesIn(folder))
        .containsExactlyInAnyOrder(
            ".longhaul.claims",
            ".other.jsonl.ahead-0",
            "inputs.json",
            "logs",
            "notes.txt",
            "other.2026-11-22T09.jsonl",
            "src",
            "trace.jsonl");
    assertThat(layout.inputsJson()).hasContent("mine");
    assertThat(layout.processLogs().resolve("app.log")).hasContent("mine");
    assertThat(new ExistingResults(layout).exist()).isFalse();
  }

  @Test
  void aLinkIsDeletedButNotItsTarget(@TempDir Path elsewhere) throws IOException {
    ExportLayout layout = new ExportLayout(folder);
    Path kept = Files.writeString(elsewhere.resolve("kept.txt"), "kept");
    leaveRun(layout, "first");
    Files.createSymbolicLink(layout.checkpoints(), elsewhere);
    Files.createSymbolicLink(layout.lake().resolve("requests"), elsewhere);

    new ExistingResults(layout).delete();

    assertThat(kept).hasContent("kept");
    assertThat(namesIn(folder)).containsExactly(".longhaul.claims");
  }

  @Test
  void onlyTheCurrentLogRemains() throws IOException {
    ExportLayout layout = new ExportLayout(folder);
    leaveRun(layout, "first");
    Files.createDirectory(layout.processLogs());
    Files.writeString(layout.processLog(), "now");
    Files.writeString(layout.processLogs().resolve("generator-g0.issued"), "700");

    new ExistingResults(layout).delete();

    assertThat(namesIn(layout.processLogs())).containsExactly("longhaul.log");
  }

  @Test
  void aRunWithAnotherPrefixIsRecognized() throws IOException {
    ExportLayout named = new ExportLayout(folder, "mine", Set.of(OptionalExport.GENAI_PERF));
    leaveRun(named, "first");
    Files.writeString(named.profileJson(), "first");
    Files.writeString(named.genAiPerfJson(), "first");

    assertThat(new ExistingResults(new ExportLayout(folder)).exist()).isTrue();
    new ExistingResults(new ExportLayout(folder)).delete();
    assertThat(namesIn(folder)).containsExactly(".longhaul.claims");
  }

  @Test
  void aRunThatDidNotReachItsServerLeavesNoResults() throws IOException {
    ExportLayout layout = new ExportLayout(folder);
    new ClaimedNames(layout).claimExclusively(layout.documentNames());
    Files.createDirectories(layout.processLogs());

    assertThat(new ExistingResults(layout).exist()).isFalse();
    new ClaimedNames(layout).claimExclusively(layout.documentNames());
  }

  @Test
  void foreignFilesAreNamedAndNothingIsClaimed() throws IOException {
    ExportLayout layout = new ExportLayout(folder);
    Files.writeString(layout.profileJson(), "mine");
    Files.writeString(layout.inputsJson(), "mine");

    assertThatThrownBy(() -> new ClaimedNames(layout).claimExclusively(layout.documentNames()))
        .hasMessage(
            "Cannot write into "
                + folder
                + ": its inputs.json, profile_export_aiperf.json do not belong to a known run (move"
                + " them, or give another --artifact-dir)");
    assertThat(namesIn(folder))
        .containsExactlyInAnyOrder("inputs.json", "profile_export_aiperf.json");
  }

  /** Logs are appended, so nothing is lost. */
  @Test
  void theLogFolderMayContainForeignLogs() throws IOException {
    ExportLayout layout = new ExportLayout(folder);
    Files.writeString(Files.createDirectory(layout.processLogs()).resolve("app.log"), "mine");

    new ClaimedNames(layout).claimExclusively(layout.documentNames());
    Files.writeString(layout.longhaulJson(), "of the run");

    new ExistingResults(layout).delete();
    assertThat(layout.longhaulJson()).doesNotExist();
    assertThat(layout.processLogs().resolve("app.log")).hasContent("mine");
  }

  @Test
  void aBrokenLinkIsForeign(@TempDir Path elsewhere) throws IOException {
    ExportLayout layout = new ExportLayout(folder);
    Files.createSymbolicLink(layout.inputsJson(), elsewhere.resolve("none"));

    assertThatThrownBy(() -> new ClaimedNames(layout).claimExclusively(layout.documentNames()))
        .hasMessageContaining("its inputs.json does not belong to a known run");
  }

  @Test
  void aForeignLogIsNotOverwritten() throws IOException {
    ExportLayout layout = new ExportLayout(folder);
    Files.createDirectories(layout.log());

    assertThat(new ExistingResults(layout).exist()).isFalse();
    assertThatThrownBy(() -> new ClaimedNames(layout).claimExclusively(layout.groundNames()))
        .hasMessage(
            "Cannot write into "
                + folder
                + ": its log does not belong to a known run (move it, or give another"
                + " --artifact-dir)");
  }

  private static List<String> namesIn(Path folder) throws IOException {
    try (Stream<Path> all = Files.list(folder)) {
      return all.map(each -> each.getFileName().toString()).toList();
    }
  }

  private static void leaveRun(ExportLayout layout, String content) throws IOException {
    ClaimedNames claimed = new ClaimedNames(layout);
    claimed.claimExclusively(layout.groundNames());
    claimed.claim(layout.documentNames());
    Files.createDirectories(layout.lake());
    Files.createDirectories(layout.log());
    Files.writeString(layout.longhaulJson(), content);
  }
}
