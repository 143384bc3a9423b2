package io.longhaul.cli;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.sinks.Dataset;
import io.longhaul.sinks.ExportLayout;
import io.longhaul.sinks.RowHash;
import io.longhaul.sinks.lake.Lake;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Reads three recorded Kafka logs again and compares every row and every document with what the
 * version that recorded them wrote. An archive {@code recorded/NAME.zip} contains the run ({@code
 * run/}: log, {@code run.json}, counts of issued requests) and the files of AIPerf and GenAI-Perf
 * ({@code expected/}), which must stay the same byte for byte. The folder {@code recorded/NAME}
 * contains the hash of the rows of each dataset, and Longhaul's own documents, which may change
 * with their wording.
 *
 * <ul>
 *   <li>{@code sessions}: conversations in a closed loop after a warm-up, with HTTP errors, GPU and
 *       server metrics
 *   <li>{@code rate}: an open loop of two generators, one of which was killed, with cancelled,
 *       timed-out and lost requests and slices by model
 *   <li>{@code trace}: a fixed schedule with truncated answers, error events and coalesced chunks
 * </ul>
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@EnabledOnOs(OS.LINUX) // starts the broker as a child process, which the helpers find in /proc
class RecordedLogsIT {
  private static final List<String> OWN_DOCUMENTS =
      List.of("longhaul.json", "slices.json", "profile_export_console.txt");

  @TempDir static Path folder;

  /** A log takes seconds to read, so each is read once. */
  private final Map<String, ReadLog> read = new HashMap<>();

  /**
   * A log and what was made of it.
   *
   * @param run folder of the recorded run
   * @param out folder of the new rows and documents
   * @param report the command that wrote them
   */
  private record ReadLog(ExportLayout run, ExportLayout out, EndedCommand report) {}

  private ReadLog read(String name) throws IOException {
    if (!read.containsKey(name)) {
      unzip(name, folder.resolve(name));
      ExportLayout run = new ExportLayout(folder.resolve(name).resolve("run"));
      ExportLayout out = new ExportLayout(folder.resolve(name).resolve("out"));
      EndedCommand report =
          EndedCommand.of(
              "report",
              run.folder().toString(),
              "--into",
              out.folder().toString(),
              "--export-format",
              "genai-perf",
              "--export-http-trace",
              "--show-trace-timing");
      read.put(name, new ReadLog(run, out, report));
    }
    return read.get(name);
  }

  @ParameterizedTest
  @CsvSource({"sessions, 0", "rate, 5", "trace, 0"})
  void aRecordedLogGivesTheSameRowsAndDocuments(String name, int exitStatus) throws Exception {
    ReadLog log = read(name);
    Path out = log.out().folder();

    assertThat(log.report().exitStatus()).as(log.report().err()).isEqualTo(exitStatus);
    assertThat(rowHashes(log.out())).isEqualTo(text(name, "rows.txt"));
    for (Path expected : filesIn(folder.resolve(name).resolve("expected"))) {
      String file = expected.getFileName().toString();
      assertThat(written(out, file)).as(file).isEqualTo(Files.readString(expected, ISO_8859_1));
    }
    for (String document : OWN_DOCUMENTS) {
      assertThat(written(out, document)).as(document).isEqualTo(text(name, document));
    }
  }

  @Test
  void aReportOfALakeCreatesItsFolder() throws Exception {
    ReadLog log = read("trace");
    assertThat(log.report().exitStatus()).as(log.report().err()).isZero();
    Path out = log.out().folder();
    Path again = folder.resolve("not/there/yet");

    EndedCommand report =
        EndedCommand.of("report", again.toString(), "--lake", log.out().lake().toString());

    assertThat(report.exitStatus()).as(report.err()).isZero();
    EndedCommand refused =
        EndedCommand.of(
            "report",
            out.resolve("slices.json/in-a-file").toString(),
            "--lake",
            log.out().lake().toString());
    assertThat(refused.exitStatus()).as(refused.err()).isEqualTo(5);
    assertThat(refused.err()).contains("Cannot write " + out.resolve("slices.json"));
    assertThat(again.resolve("slices.json")).hasSameTextualContentAs(out.resolve("slices.json"));
  }

  @Test
  void thePagesOfSeveralRunsAreWrittenWithoutTheirOtherDocuments() throws Exception {
    ReadLog log = read("sessions");
    assertThat(log.report().exitStatus()).as(log.report().err()).isZero();
    ExportLayout whole = log.out();
    String page = Files.readString(whole.reportHtml());
    Files.delete(whole.reportHtml());
    ExportLayout other = new ExportLayout(folder.resolve("other"));
    copy(whole.lake(), other.lake());

    EndedCommand pages =
        EndedCommand.of("report", "--html", whole.folder().toString(), other.folder().toString());

    assertThat(pages.exitStatus()).as(pages.err()).isZero();
    assertThat(pages.out()).isEqualTo(whole.reportHtml() + "\n" + other.reportHtml() + "\n");
    assertThat(whole.reportHtml()).hasContent(page);
    assertThat(page).contains("data-time=\"server-requests\"");
    assertThat(other.reportHtml()).exists();
    assertThat(other.longhaulJson()).doesNotExist();
  }

  private static void copy(Path from, Path to) throws IOException {
    try (Stream<Path> files = Files.walk(from)) {
      for (Path file : files.toList()) {
        Path copy = to.resolve(from.relativize(file));
        Files.createDirectories(copy.getParent());
        Files.copy(file, copy);
      }
    }
  }

  @Test
  void aRebuiltLakeAgreesWithItsLogUntilOneOfThemIsDamaged() throws Exception {
    ReadLog log = read("rate");
    assertThat(log.report().exitStatus()).as(log.report().err()).isEqualTo(5);
    ExportLayout out = log.out();
    Files.move(log.run().log(), out.log());

    EndedCommand declared = EndedCommand.of("verify", out.folder().toString());
    assertThat(declared.exitStatus()).as(declared.err()).isEqualTo(5);
    assertThat(declared.out())
        .contains("ok     I1   lake agrees with the run's Kafka log (523 records of 3 lanes)")
        .contains("Lost, as the run itself has declared:")
        .doesNotContain("WRONG");
    assertThat(declared.err())
        .contains("The data of the run is incomplete, as the run has declared");

    Path segment = out.brokerData().resolve("longhaul.timing-1/00000000000000000000.log");
    byte[] bytes = Files.readAllBytes(segment);
    bytes[bytes.length / 2] ^= 1;
    Files.write(segment, bytes);
    EndedCommand wrong = EndedCommand.of("verify", out.folder().toString());
    assertThat(wrong.exitStatus()).as(wrong.err()).isEqualTo(5);
    assertThat(wrong.out())
        .contains("WRONG  I1   lake agrees with the run's Kafka log")
        .contains("Damaged log: longhaul.timing-1/00000000000000000000.log, byte ");
    assertThat(segment).hasBinaryContent(bytes);
  }

  /** One line for each dataset: name, number of rows, hash. */
  private static String rowHashes(ExportLayout layout) throws IOException {
    Lake lake = new Lake(layout.lake());
    Map<String, String> lines = new TreeMap<>();
    for (Dataset<?> dataset : Dataset.ALL) {
      RowHash hash = RowHash.of(lake, dataset, lake.runs().get(0));
      lines.put(dataset.name(), "%s %d %s%n".formatted(dataset.name(), hash.rows(), hash));
    }
    return String.join("", lines.values());
  }

  /** A document as it was written, apart from the name of its folder. */
  private static String written(Path out, String file) throws IOException {
    return Files.readString(out.resolve(file), ISO_8859_1).replace(out.toString(), "OUT");
  }

  private static String text(String name, String file) throws IOException {
    try (InputStream in =
        RecordedLogsIT.class.getResourceAsStream("recorded/" + name + "/" + file)) {
      return new String(in.readAllBytes(), ISO_8859_1);
    }
  }

  private static List<Path> filesIn(Path folder) throws IOException {
    try (var files = Files.list(folder)) {
      return files.sorted().toList();
    }
  }

  private static void unzip(String name, Path into) throws IOException {
    try (ZipInputStream zip =
        new ZipInputStream(RecordedLogsIT.class.getResourceAsStream("recorded/" + name + ".zip"))) {
      for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
        Path file = into.resolve(entry.getName());
        Files.createDirectories(file.getParent());
        Files.copy(zip, file);
      }
    }
  }
}
