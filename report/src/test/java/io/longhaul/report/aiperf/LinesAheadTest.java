package io.longhaul.report.aiperf;

import static io.longhaul.sinks.Rows.aRequest;
import static io.longhaul.sinks.Rows.anError;
import static io.longhaul.sinks.Rows.at;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.longhaul.export.RequestRow;
import io.longhaul.report.figures.FakePipeline;
import io.longhaul.report.figures.RunReport;
import io.longhaul.sinks.Dataset;
import io.longhaul.sinks.ExportLayout;
import io.longhaul.sinks.lake.Lake;
import io.longhaul.sinks.parquet.WrittenRows;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class LinesAheadTest {
  private static final String RUN = "run";
  private static final RecordJson.Format FORMAT =
      new RecordJson.Format("client_tokenizer", false, false);

  /** Milliseconds from the run's start, 03:04:05, to the next hour. */
  private static final long TO_THE_NEXT_HOUR_MS = 56 * 60_000;

  @TempDir Path folder;
  private Path ahead;
  private Path atTheEnd;
  private LinesAhead lines;

  @BeforeEach
  void emptyFolders() throws IOException {
    ahead = Files.createDirectory(folder.resolve("ahead")).resolve("profile_export.jsonl");
    atTheEnd = Files.createDirectory(folder.resolve("at-the-end")).resolve("profile_export.jsonl");
  }

  @AfterEach
  void closeLines() throws IOException {
    if (lines != null) {
      lines.close();
    }
  }

  @Test
  void linesOfEachCheckpointAreThoseOfTheEndAndAreOnlyRenamed() throws IOException {
    Lake lake = inFilesOf(3, requests().finished(at(20_000)));
    follow(lake, FORMAT, Long.MAX_VALUE);
    Object hidden = identityOf(onlyFile(ahead));

    assertThat(publish(lake)).isTrue();

    assertSameFiles(lake, Long.MAX_VALUE);
    assertThat(identityOf(ahead)).isEqualTo(hidden);
  }

  @Test
  void aFileOfEarlierRequestsThatIsCommittedLaterGoesToItsPlace() throws IOException {
    Lake lake = inFilesOf(3, requests().finished(at(20_000)));
    List<Path> files = new ArrayList<>(lake.files(Dataset.REQUESTS, RUN));
    files.add(files.remove(0));
    follow(lake, files, FORMAT, Long.MAX_VALUE);

    assertThat(publish(lake)).isTrue();

    assertSameFiles(lake, Long.MAX_VALUE);
    assertThat(Files.readAllLines(ahead).get(0)).contains("\"x_request_id\":\"r0\"");
  }

  @Test
  void linesAreCopiedOnlyIfTheDiskHasSpaceForThem() throws IOException {
    Lake lake = inFilesOf(3, requests().finished(at(20_000)));
    List<Path> files = new ArrayList<>(lake.files(Dataset.REQUESTS, RUN));
    files.add(files.remove(0));
    follow(lake, files, FORMAT, Long.MAX_VALUE);
    long size = Files.size(onlyFile(ahead));
    List<Long> asked = new ArrayList<>();

    assertThatThrownBy(
            () ->
                publish(
                    lake,
                    bytes -> {
                      asked.add(bytes);
                      throw new IOException("only 1 MB is free");
                    }))
        .hasMessage("only 1 MB is free");

    assertThat(asked).containsExactly(size);
    assertThat(ahead).doesNotExist();
  }

  @Test
  void linesThatAreRenamedNeedNoSpace() throws IOException {
    Lake lake = inFilesOf(3, requests().finished(at(20_000)));
    follow(lake, FORMAT, Long.MAX_VALUE);

    assertThat(
            publish(
                lake,
                bytes -> {
                  throw new IOException("only 1 MB is free");
                }))
        .isTrue();
  }

  @Test
  void aPauseIsTakenBeforeEachFileIsOpened() throws IOException {
    Lake lake = inFilesOf(3, requests().finished(at(20_000)));
    lines = new LinesAhead(ahead, lake, RUN, FORMAT, Long.MAX_VALUE);
    int[] pauses = {0};

    lines.append(
        lines.fresh(),
        () -> {
          if (files(ahead).isEmpty()) {
            pauses[0]++;
          }
        });

    assertThat(pauses[0]).isEqualTo(lake.files(Dataset.REQUESTS, RUN).size() + 1);
  }

  @Test
  void aHiddenFileThatCannotBeDeletedDoesNotKeepTheOthers() throws IOException {
    Lake lake =
        inFilesOf(
            1,
            new FakePipeline(folder.resolve("lake"), RUN)
                .with(aRequest(RUN, "a", 0, 300))
                .with(aRequest(RUN, "b", 0, 400))
                .with(aRequest(RUN, "c", 0, TO_THE_NEXT_HOUR_MS))
                .finished(at(1000)));
    follow(lake, FORMAT, 1);
    assertThat(files(ahead)).hasSize(2);
    Path first = ahead.resolveSibling(".profile_export.jsonl.ahead-0");
    Files.delete(first);
    Files.createDirectories(first.resolve("in the way"));

    assertThatThrownBy(lines::close).isInstanceOf(DirectoryNotEmptyException.class);

    assertThat(ahead.getParent()).isDirectoryNotContaining("glob:**.ahead-1");
    lines.close();
  }

  @Test
  void linesOfAWarmUpAreThoseOfTheEnd() throws IOException {
    Lake lake =
        inFilesOf(
            3,
            requests()
                .with(aRequest(RUN, "w", -900, -400).setPhase("warmup"))
                .warmedUpBy(1)
                .finished(at(20_000)));
    follow(lake, new RecordJson.Format("client_tokenizer", true, false), Long.MAX_VALUE);

    assertThat(publish(lake)).isTrue();

    assertSameFiles(lake, Long.MAX_VALUE);
  }

  @Test
  void filesOfManyRequestsAreDividedByHour() throws IOException {
    for (long maxInOneFile : List.of(1L, 3L, 5L, 11L)) {
      Path ofThis = folder.resolve("lake-" + maxInOneFile);
      Lake lake =
          inFilesOf(
              2,
              new FakePipeline(ofThis, RUN)
                  .with(aRequest(RUN, "a", 0, 300))
                  .with(aRequest(RUN, "b", 0, 400))
                  .with(aRequest(RUN, "c", 0, TO_THE_NEXT_HOUR_MS))
                  .with(aRequest(RUN, "straggler", 0, 500))
                  .with(aRequest(RUN, "d", 0, TO_THE_NEXT_HOUR_MS + 1))
                  .with(aRequest(RUN, "e", 0, TO_THE_NEXT_HOUR_MS + 2))
                  .with(aRequest(RUN, "f", 0, 2 * TO_THE_NEXT_HOUR_MS + 4 * 60_000))
                  .with(aRequest(RUN, "g", 0, TO_THE_NEXT_HOUR_MS + 3))
                  .with(aRequest(RUN, "h", 0, 3 * TO_THE_NEXT_HOUR_MS + 8 * 60_000))
                  .with(aRequest(RUN, "i", 0, 3 * TO_THE_NEXT_HOUR_MS + 9 * 60_000))
                  .with(aRequest(RUN, "j", 0, 3 * TO_THE_NEXT_HOUR_MS + 10 * 60_000))
                  .finished(at(1000)));
      follow(lake, FORMAT, maxInOneFile);

      assertThat(publish(lake)).isTrue();

      assertSameFiles(lake, maxInOneFile);
      lines.close();
    }
  }

  @Test
  void filesOfAnEarlierWriteAreDeleted() throws IOException {
    Lake lake = inFilesOf(3, requests().finished(at(20_000)));
    Path ofHour = ExportLayout.ofHour(ahead, 491_000);
    Files.writeString(ofHour, "earlier");
    follow(lake, FORMAT, Long.MAX_VALUE);

    assertThat(publish(lake)).isTrue();

    assertThat(ofHour).doesNotExist();
  }

  @Test
  void nothingIsPublishedIfTheRunEndsWithAnotherFormat() throws IOException {
    Lake lake = inFilesOf(3, requests().finished(at(20_000)));
    for (RecordJson.Format other :
        List.of(
            new RecordJson.Format("server_usage", false, false),
            new RecordJson.Format("client_tokenizer", true, false),
            new RecordJson.Format("client_tokenizer", false, true))) {
      follow(lake, other, Long.MAX_VALUE);

      assertThat(publish(lake)).as(other.toString()).isFalse();

      lines.close();
      assertThat(files(ahead)).isEmpty();
    }
  }

  @Test
  void nothingIsPublishedIfAFileIsMissingOrWasReplaced() throws IOException {
    Lake lake = inFilesOf(3, requests().finished(at(20_000)));
    List<Path> files = lake.files(Dataset.REQUESTS, RUN);
    follow(lake, files.subList(1, files.size()), FORMAT, Long.MAX_VALUE);
    assertThat(publish(lake)).isFalse();
    lines.close();

    follow(lake, FORMAT, Long.MAX_VALUE);
    Files.setLastModifiedTime(files.get(0), FileTime.fromMillis(1));
    assertThat(publish(lake)).isFalse();
    lines.close();

    follow(lake, FORMAT, Long.MAX_VALUE);
    Files.delete(files.get(0));
    assertThat(publish(lake)).isFalse();
  }

  @Test
  void nothingIsPublishedAfterACrash() throws IOException {
    FakePipeline pipeline = requests();
    Lake crashed = pipeline.crashedAfter(pipeline.slicesUpTo(at(1000)));
    follow(crashed, FORMAT, Long.MAX_VALUE);

    assertThat(publish(crashed)).isFalse();
  }

  @Test
  void aPauseCanEndTheWriting() throws IOException {
    Lake lake = inFilesOf(3, requests().finished(at(20_000)));
    lines = new LinesAhead(ahead, lake, RUN, FORMAT, Long.MAX_VALUE);
    int[] requests = {0};

    assertThatThrownBy(
            () ->
                lines.append(
                    lines.fresh(),
                    () -> {
                      if (requests[0]++ == 5) {
                        throw new InterruptedIOException("enough");
                      }
                    }))
        .isInstanceOf(InterruptedIOException.class);
    lines.close();

    assertThat(files(ahead)).isEmpty();
  }

  @Test
  @Timeout(60)
  void hiddenFilesOfAKilledProcessAreDeletedAndThoseInUseAreNot() throws Exception {
    Lake lake = inFilesOf(3, requests().finished(at(20_000)));
    follow(lake, FORMAT, Long.MAX_VALUE);
    Path abandoned = ahead.resolveSibling(".profile_export.jsonl.ahead-7");
    Files.writeString(abandoned, "left");
    Path inUse = ahead.resolveSibling(".profile_export.jsonl.ahead-0");

    Process other =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                AbandonedLinesMain.class.getName(),
                ahead.toString())
            .inheritIO()
            .start();
    assertThat(other.waitFor()).isZero();

    assertThat(files(ahead)).containsOnlyKeys(inUse.getFileName().toString());
  }

  private FakePipeline requests() {
    FakePipeline pipeline = new FakePipeline(folder.resolve("lake"), RUN);
    for (int i = 0; i < 9; i++) {
      pipeline.with(aRequest(RUN, "r" + i, 100L * i, 100L * i + 500));
      pipeline.with(anError(RUN, "e" + i, 100L * i, 100L * i + 400));
    }
    return pipeline;
  }

  /** Divides the requests into files, as several checkpoints would. */
  private static Lake inFilesOf(int rowsOfFile, Lake lake) throws IOException {
    List<RequestRow> rows = lake.rows(Dataset.REQUESTS, RUN);
    for (Path file : lake.files(Dataset.REQUESTS, RUN)) {
      Files.delete(file);
    }
    Path folder = ExportLayout.dataset(lake.folder(), Dataset.REQUESTS);
    for (int first = 0; first < rows.size(); first += rowsOfFile) {
      WrittenRows.requests(
          folder.resolve("2026-01-02.run.part-%02d.parquet".formatted(first)),
          rows.subList(first, Math.min(first + rowsOfFile, rows.size())));
    }
    return lake;
  }

  private void follow(Lake lake, RecordJson.Format format, long maxInOneFile) throws IOException {
    follow(lake, lake.files(Dataset.REQUESTS, RUN), format, maxInOneFile);
  }

  /** Commits the files one after another, and appends their lines after each. */
  private void follow(Lake lake, List<Path> committed, RecordJson.Format format, long maxInOneFile)
      throws IOException {
    List<Path> all = lake.files(Dataset.REQUESTS, RUN);
    assertThat(all).hasSizeGreaterThan(1);
    for (Path file : all) {
      Files.move(file, hiddenOf(file));
    }
    lines = new LinesAhead(ahead, lake, RUN, format, maxInOneFile);
    for (Path file : committed) {
      Files.move(hiddenOf(file), file);
      lines.append(lines.fresh(), () -> {});
    }
    for (Path file : all) {
      if (!Files.exists(file)) {
        Files.move(hiddenOf(file), file);
      }
    }
  }

  private static Path hiddenOf(Path file) {
    return file.resolveSibling("." + file.getFileName());
  }

  private boolean publish(Lake lake) throws IOException {
    return publish(lake, bytes -> {});
  }

  private boolean publish(Lake lake, LinesAhead.SpaceCheck space) throws IOException {
    return lines.publish(new ReportedRequests(RunReport.read(lake, RUN), lake), false, space);
  }

  private void assertSameFiles(Lake lake, long maxInOneFile) throws IOException {
    lines.close();
    RunReport report = RunReport.read(lake, RUN);
    RecordJson record = RecordJson.of(report.run(), false);
    new RequestLines(new ReportedRequests(report, lake), atTheEnd, record::write)
        .write(maxInOneFile);
    assertThat(files(ahead)).isEqualTo(files(atTheEnd)).isNotEmpty();
  }

  private static Path onlyFile(Path whole) throws IOException {
    Map<String, String> files = files(whole);
    assertThat(files).hasSize(1);
    return whole.resolveSibling(files.keySet().iterator().next());
  }

  private static Object identityOf(Path file) throws IOException {
    return Files.getAttribute(file, "unix:ino");
  }

  private static Map<String, String> files(Path whole) throws IOException {
    Map<String, String> contents = new TreeMap<>();
    try (Stream<Path> all = Files.list(whole.getParent())) {
      for (Path file : (Iterable<Path>) all::iterator) {
        contents.put(file.getFileName().toString(), Files.readString(file));
      }
    }
    return contents;
  }
}
