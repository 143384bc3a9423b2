package io.longhaul.sinks.manifest;

import static io.longhaul.sinks.Rows.aRequest;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.sinks.ManifestLine;
import io.longhaul.sinks.lake.Lake;
import io.longhaul.sinks.parquet.WrittenRows;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ManifestTest {
  @TempDir Path folder;

  @Test
  void everyFinishedFileIsListedOnce() throws IOException {
    aFile("part-1.parquet", "a", "b");
    Manifest manifest = Manifest.open(new Lake(folder), "run");
    assertThat(manifest.catchUp()).isEqualTo(1);

    aFile("part-2.parquet", "c");
    assertThat(manifest.catchUp()).isEqualTo(1);
    assertThat(manifest.catchUp()).isZero();

    assertThat(manifest.lines()).extracting(ManifestLine::rows).containsExactly(2L, 1L);
  }

  @Test
  void anUnfinishedFileIsNotListed() throws IOException {
    Path hidden = aFile("part-1.parquet", "a");
    Files.move(hidden, hidden.resolveSibling("." + hidden.getFileName() + ".inprogress.x"));

    assertThat(Manifest.open(new Lake(folder), "run").catchUp()).isZero();
  }

  @Test
  void aManifestIsReadAgainAfterARestart() throws IOException {
    aFile("part-1.parquet", "a");
    Manifest.open(new Lake(folder), "run").catchUp();

    Manifest again = Manifest.open(new Lake(folder), "run");

    assertThat(again.catchUp()).isZero();
    assertThat(again.lines()).extracting(ManifestLine::rows).containsExactly(1L);
  }

  @Test
  void aLineTruncatedByACrashIsDroppedAndWrittenAgain() throws IOException {
    aFile("part-1.parquet", "a");
    Manifest.open(new Lake(folder), "run").catchUp();
    aFile("part-2.parquet", "b");
    Files.write(
        folder.resolve("manifest.jsonl"),
        "{\"file\":\"requests/2026".getBytes(UTF_8),
        StandardOpenOption.APPEND);

    Manifest again = Manifest.open(new Lake(folder), "run");
    again.catchUp();

    assertThat(linesOf("run")).hasSize(2);
  }

  @Test
  void aDamagedLineOfAnotherRunIsSkippedAndRemains() throws IOException {
    aFile("part-1.parquet", "a");
    Manifest.open(new Lake(folder), "run").catchUp();
    Path file = folder.resolve("manifest.jsonl");
    Files.writeString(file, "{\"file\":\"requ{\"file\":\n", StandardOpenOption.APPEND);
    Files.writeString(file, "x".repeat(2 << 20) + "\n", StandardOpenOption.APPEND);

    aFileOf("run-2", "part-1.parquet", "b");
    assertThat(Manifest.open(new Lake(folder), "run-2").catchUp()).isEqualTo(1);
    aFileOf("run-2", "part-2.parquet", "c");
    assertThat(Manifest.open(new Lake(folder), "run-2").catchUp()).isEqualTo(1);

    assertThat(linesOf("run")).hasSize(1);
    assertThat(linesOf("run-2")).hasSize(2);
    assertThat(Files.readAllLines(file)).hasSize(5);
  }

  @Test
  void filesOfOtherRunsAreIgnored() throws IOException {
    aFile("part-1.parquet", "a");
    Manifest manifest = Manifest.open(new Lake(folder), "run");
    manifest.catchUp();
    Manifest of2 = Manifest.open(new Lake(folder), "run-2");

    aFileOf("run-2", "part-2.parquet", "b");
    assertThat(manifest.catchUp()).isZero();
    assertThat(of2.catchUp()).isEqualTo(1);

    assertThat(linesOf("run")).extracting(ManifestLine::runId).containsExactly("run");
    assertThat(linesOf("run-2")).extracting(ManifestLine::runId).containsExactly("run-2");
  }

  @Test
  void runsThatEndAtTheSameTimeLoseNoLine() throws Exception {
    int runs = 8;
    for (int run = 0; run < runs; run++) {
      aFileOf("run-" + run, "part-1.parquet", "a");
    }
    ExecutorService threads = Executors.newFixedThreadPool(runs);
    try {
      List<Callable<Integer>> ends = new ArrayList<>();
      for (int run = 0; run < runs; run++) {
        String runId = "run-" + run;
        ends.add(() -> Manifest.open(new Lake(folder), runId).catchUp());
      }
      for (Future<Integer> end : threads.invokeAll(ends)) {
        assertThat(end.get()).isEqualTo(1);
      }
    } finally {
      threads.shutdownNow();
    }

    for (int run = 0; run < runs; run++) {
      assertThat(linesOf("run-" + run)).hasSize(1);
    }
  }

  @Test
  void openingAManifestDoesNotChangeIt() throws IOException {
    aFile("part-1.parquet", "a");
    Manifest.open(new Lake(folder), "run").catchUp();
    Path file = folder.resolve("manifest.jsonl");
    Files.write(file, "{\"fi".getBytes(UTF_8), StandardOpenOption.APPEND);
    byte[] before = Files.readAllBytes(file);

    assertThat(linesOf("run")).hasSize(1);
    assertThat(file).as("another run may be appending").hasBinaryContent(before);
  }

  private List<ManifestLine> linesOf(String runId) throws IOException {
    return Manifest.open(new Lake(folder), runId).lines();
  }

  private Path aFile(String name, String... requestIds) throws IOException {
    return aFileOf("run", name, requestIds);
  }

  private Path aFileOf(String run, String name, String... requestIds) throws IOException {
    Path file = folder.resolve("requests/2026-01-02." + run + "." + name);
    Files.createDirectories(file.getParent());
    return WrittenRows.requests(
        file, java.util.Arrays.stream(requestIds).map(id -> aRequest(run, id).build()).toList());
  }
}
