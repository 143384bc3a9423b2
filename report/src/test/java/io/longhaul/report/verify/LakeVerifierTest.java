package io.longhaul.report.verify;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.export.GpuSliceRow;
import io.longhaul.export.LaneEnd;
import io.longhaul.export.LateRow;
import io.longhaul.export.LedgerRow;
import io.longhaul.export.RejectedRow;
import io.longhaul.export.RequestRow;
import io.longhaul.export.RunRow;
import io.longhaul.export.SliceRow;
import io.longhaul.metrics.Outcome;
import io.longhaul.sinks.Dataset;
import io.longhaul.sinks.ExportLayout;
import io.longhaul.sinks.RejectionReason;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Plants violations in a real lake; each one must be found by the check that is meant for it. */
class LakeVerifierTest {
  @TempDir Path folder;
  private StoredRun run;

  @BeforeEach
  void unzip() throws IOException {
    run = StoredRun.unzip("sessions", folder.resolve("sessions"));
  }

  /** The lake was written before slices had causes of distrust. */
  @Test
  void listsThatAnOlderReleaseDidNotWriteAreEmpty() throws IOException {
    assertThat(run.lake().rows(Dataset.SLICES, run.runId()))
        .isNotEmpty()
        .allSatisfy(slice -> assertThat(slice.getDistrustCauses()).isEmpty());
    assertThat(run.lake().rows(Dataset.RUNS, run.runId()).get(0).getTotals().getDistrustCauses())
        .isEmpty();
  }

  @Test
  void aCompleteRunAgreesInEveryCheck() throws IOException {
    Verification verification = run.verify();

    assertThat(verification.offenders()).isEmpty();
    assertThat(verification.isWhole()).isTrue();
    assertThat(verification.results())
        .extracting(CheckResult::check)
        .containsExactly(
            Check.FILES,
            Check.CHECKSUMS,
            Check.ROWS,
            Check.ACCOUNTING,
            Check.EVENTS,
            Check.REJECTED,
            Check.SLICES,
            Check.TOTALS,
            Check.LEDGER,
            Check.REQUESTS,
            Check.REQUEST_IDS,
            Check.REQUEST_SLICES,
            Check.DISTRIBUTIONS);
    assertThat(new VerificationText(verification).lines())
        .hasSize(13)
        .allMatch(line -> line.startsWith("ok "));
  }

  @Test
  void aLostLaneIsADeclaredLossAndNoDisagreement() throws IOException {
    StoredRun lossy = StoredRun.unzip("rate", folder.resolve("rate"));

    Verification verification = lossy.verify();

    assertThat(verification.offenders()).isEmpty();
    assertThat(verification.isWhole()).isFalse();
    assertThat(verification.declared())
        .singleElement()
        .asString()
        .endsWith(".p was lost: its process ended");
    assertThat(new VerificationText(verification).lines())
        .contains("Lost, as the run itself has declared:");
  }

  @Test
  void aLostLaneHasAtLeastTheRequestsOfItsLedger() throws IOException {
    StoredRun lossy = StoredRun.unzip("rate", folder.resolve("rate"));
    String lost =
        lossy.lake().rows(Dataset.RUNS, lossy.runId()).get(0).getLanes().get(0).getLaneId();
    lossy.change(
        Dataset.REQUESTS,
        rows -> rows.removeIf(row -> row.getLaneId().equals(lost) && row.getSliceIndex() == 0));

    assertThat(offenders(lossy.verify(), Check.REQUESTS))
        .singleElement()
        .asString()
        .startsWith("Lane " + lost + ", slice 0: ledger and requests count ok ");
  }

  @Test
  void aLaneThatMayHaveBeenLostHasAtLeastTheRequestsOfItsLedgerWithoutASummary()
      throws IOException {
    StoredRun unfinished = StoredRun.unzip("rate", folder.resolve("rate"));
    List<LaneEnd> lanes =
        unfinished.lake().rows(Dataset.RUNS, unfinished.runId()).get(0).getLanes();
    Files.delete(unfinished.file(Dataset.RUNS));
    String lost = lanes.get(0).getLaneId();
    countOneLess(unfinished, lost);

    assertThat(offenders(unfinished.verify(), Check.REQUESTS)).isEmpty();

    String ended =
        lanes.stream()
            .filter(lane -> lane.getEnd().equals("ended") && lane.getIssued() > 0)
            .findFirst()
            .orElseThrow()
            .getLaneId();
    countOneLess(unfinished, ended);

    assertThat(offenders(unfinished.verify(), Check.REQUESTS))
        .singleElement()
        .asString()
        .startsWith("Lane " + ended + ", slice ");
  }

  /** Changes the last slice of a lane in the ledger, as if its requests had been counted later. */
  private static void countOneLess(StoredRun run, String lane) throws IOException {
    run.change(
        Dataset.LEDGER,
        rows -> {
          LedgerRow last =
              rows.stream()
                  .filter(row -> row.getLaneId().equals(lane) && !row.getTotals())
                  .filter(row -> row.getOk() > 0)
                  .max((one, other) -> Long.compare(one.getSliceIndex(), other.getSliceIndex()))
                  .orElseThrow();
          last.put("ok", last.getOk() - 1);
        });
  }

  @Test
  void aDeletedFileIsMissingAndTheRestIsCompared() throws IOException {
    Path file = run.file(Dataset.REQUESTS);
    Files.delete(file);

    Verification verification = run.verify();

    assertThat(offenders(verification, Check.FILES))
        .containsExactly("Missing file: " + run.name(file) + " (85 rows)");
    assertThat(offenders(verification, Check.ROWS))
        .containsExactly("Dataset requests has 0 rows instead of 85");
    assertThat(offenders(verification, Check.TOTALS)).isEmpty();
    assertThat(offenders(verification, Check.LEDGER)).isEmpty();
    assertThat(new VerificationText(verification).lines())
        .contains("What to do:")
        .anyMatch(line -> line.startsWith("WRONG") && line.contains("I6"));
  }

  @Test
  void aCopiedFileIsUnlistedAndItsRequestsAreDuplicates() throws IOException {
    Path file = run.file(Dataset.REQUESTS);
    Path copy = file.resolveSibling("2026-11-23." + run.runId() + ".part-copy-0.parquet");
    Files.copy(file, copy);

    Verification verification = run.verify();

    assertThat(offenders(verification, Check.FILES))
        .singleElement()
        .asString()
        .startsWith("Unlisted file: " + run.name(copy) + " (85 rows");
    assertThat(offenders(verification, Check.ROWS))
        .containsExactly("Dataset requests has 170 rows instead of 85");
    assertThat(offenders(verification, Check.REQUEST_IDS))
        .filteredOn(line -> line.startsWith("Duplicate request: "))
        .hasSize(85);
  }

  @Test
  void aFileOfEventsThatArrivedAfterTheEndOfTheRunNeedNotBeInTheManifest() throws IOException {
    run.change(Dataset.LATE, rows -> rows.add(late("c.1.0")));
    Path manifest = ExportLayout.manifest(run.lake().folder());
    List<String> lines = Files.readAllLines(manifest);
    Files.write(
        manifest, lines.stream().filter(line -> !line.contains("\"dataset\":\"late\"")).toList());
    assertThat(Files.readAllLines(manifest)).hasSizeLessThan(lines.size());

    Verification verification = run.verify();

    assertThat(offenders(verification, Check.FILES)).isEmpty();
    assertThat(new VerificationText(verification).lines())
        .anyMatch(line -> line.contains("; 1 file of events after the end)"));
  }

  @Test
  void aVisibleFileThatNoJobHasWrittenIsFound() throws IOException {
    Path file = run.file(Dataset.SLICES);
    Files.write(file.resolveSibling("partial.parquet"), new byte[] {'P', 'A', 'R', '1'});

    assertThat(offenders(run.verify(), Check.FILES))
        .containsExactly(
            "Unknown file: slices/partial.parquet (tools that read *.parquet would read it)");
  }

  @Test
  void everyFlippedBitIsFound() throws IOException {
    Path file = run.file(Dataset.REQUESTS);
    byte[] whole = Files.readAllBytes(file);
    for (int offset = 0; offset < whole.length; offset += whole.length / 15) {
      run.flipBit(file, offset);

      Verification verification = run.verify();

      assertThat(verification.offenders())
          .as("offset " + offset)
          .anyMatch(line -> line.contains(run.name(file)));
      assertThat(offenders(verification, Check.TOTALS)).isEmpty();
      Files.write(file, whole);
    }
  }

  @Test
  void aFlippedBitInAPageIsNamedWithTheOffsetOfThePage() throws IOException {
    Path file = run.file(Dataset.SLICES);
    run.flipBit(file, Files.size(file) / 8); // the footer is half of the file

    assertThat(offenders(run.verify(), Check.CHECKSUMS))
        .singleElement()
        .asString()
        .matches(
            "Damaged file: \\Q%s\\E, byte [0-9,]+: the checksum of a page of column .+ is wrong"
                .formatted(run.name(file)));
  }

  @Test
  void aTruncatedFileIsNamedWithItsOffsetAndTheRestIsCompared() throws IOException {
    Path file = run.file(Dataset.LEDGER);
    byte[] whole = Files.readAllBytes(file);
    Files.write(file, java.util.Arrays.copyOf(whole, whole.length - 10));

    Verification verification = run.verify();

    assertThat(offenders(verification, Check.FILES))
        .anyMatch(line -> line.startsWith("Changed file: " + run.name(file)))
        .anyMatch(
            line -> line.startsWith("Damaged file: " + run.name(file)) && line.contains("footer"));
    assertThat(offenders(verification, Check.DISTRIBUTIONS)).isEmpty();
    assertThat(offenders(verification, Check.REQUEST_SLICES)).isEmpty();
  }

  @Test
  void anotherHashInTheManifestIsFound() throws IOException {
    Path manifest = ExportLayout.manifest(run.lake().folder());
    String text = Files.readString(manifest);
    int at = text.indexOf("sha256") + 12;
    Files.writeString(
        manifest,
        text.substring(0, at) + (text.charAt(at) == '0' ? '1' : '0') + text.substring(at + 1));

    assertThat(offenders(run.verify(), Check.CHECKSUMS))
        .singleElement()
        .asString()
        .endsWith("(its SHA-256 is not that of the manifest)");
  }

  @Test
  void aTruncatedManifestIsNamedWithItsOffsetAndStaysUnchanged() throws IOException {
    Path manifest = ExportLayout.manifest(run.lake().folder());
    byte[] whole = Files.readAllBytes(manifest);
    byte[] truncated = java.util.Arrays.copyOf(whole, whole.length - 30);
    Files.write(manifest, truncated);

    List<String> offenders = offenders(run.verify(), Check.FILES);

    assertThat(offenders)
        .hasSize(2)
        .anyMatch(
            line -> line.matches("Damaged line: manifest.jsonl, byte [0-9,]+ .+not complete.+"))
        .anyMatch(line -> line.startsWith("Unlisted file: "));
    assertThat(manifest).hasBinaryContent(truncated);
  }

  @Test
  void aLineThatLeadsOutOfTheLakeIsNotFollowed() throws IOException {
    Path manifest = ExportLayout.manifest(run.lake().folder());
    Files.writeString(
        manifest,
        Files.readString(manifest)
            + "{\"file\":\"requests/../../../etc/passwd\",\"dataset\":\"requests\",\"run_id\":\"%s\",\"rows\":1,\"bytes\":1,\"sha256\":\"\"}\n"
                .formatted(run.runId()));

    assertThat(offenders(run.verify(), Check.FILES))
        .containsExactly(
            "Invalid line in manifest.jsonl: requests/../../../etc/passwd (a file in the lake)");
  }

  @Test
  void aMissingManifestIsFound() throws IOException {
    Files.delete(ExportLayout.manifest(run.lake().folder()));

    assertThat(offenders(run.verify(), Check.FILES))
        .hasSize(7)
        .allMatch(line -> line.startsWith("Unlisted file: "));
  }

  @Test
  void anotherCountInTheLedgerIsFound() throws IOException {
    run.change(
        Dataset.LEDGER,
        rows -> {
          LedgerRow row = profilingSlice(rows);
          row.put("ok", row.getOk() + 1);
        });

    Verification verification = run.verify();

    assertThat(offenders(verification, Check.LEDGER))
        .anyMatch(line -> line.contains("slices and totals count ok "))
        .anyMatch(line -> line.startsWith("Ledger and summary: ok "));
    assertThat(offenders(verification, Check.REQUESTS))
        .singleElement()
        .asString()
        .contains("ledger and requests count ok ");
  }

  @Test
  void otherIdsWithTheSameCountsAreFound() throws IOException {
    run.change(
        Dataset.LEDGER,
        rows -> {
          LedgerRow row = profilingSlice(rows);
          row.put("id_hash_lo", row.getIdHashLo() + 1);
        });

    Verification verification = run.verify();

    assertThat(offenders(verification, Check.LEDGER))
        .singleElement()
        .asString()
        .endsWith("slices and totals have different IDs");
    assertThat(offenders(verification, Check.REQUESTS))
        .singleElement()
        .asString()
        .endsWith("but not the same IDs");
  }

  @Test
  void aMissingLedgerRowIsFound() throws IOException {
    run.change(Dataset.LEDGER, rows -> rows.remove(profilingSlice(rows)));

    assertThat(offenders(run.verify(), Check.REQUESTS))
        .singleElement()
        .asString()
        .endsWith("but the ledger none");
  }

  @Test
  void aRepeatedLedgerRowIsFound() throws IOException {
    run.change(Dataset.LEDGER, rows -> rows.add(profilingSlice(rows)));

    assertThat(offenders(run.verify(), Check.LEDGER))
        .anyMatch(line -> line.endsWith("has more than one row"));
  }

  private static LedgerRow profilingSlice(List<LedgerRow> rows) {
    return rows.stream()
        .filter(row -> !row.getTotals() && row.getPhase().equals("profiling") && row.getOk() > 0)
        .findFirst()
        .orElseThrow();
  }

  @Test
  void aMissingRequestIsNamed() throws IOException {
    String[] removed = new String[1];
    run.change(
        Dataset.REQUESTS,
        rows -> {
          List<RequestRow> load =
              rows.stream().filter(row -> row.getPhase().equals("profiling")).toList();
          RequestRow one = load.get(load.size() / 2);
          removed[0] = one.getRequestId();
          rows.remove(one);
        });

    Verification verification = run.verify();

    assertThat(offenders(verification, Check.REQUEST_IDS))
        .hasSize(2)
        .anyMatch(line -> line.endsWith("rows of requests instead of 77"))
        .anyMatch(line -> line.startsWith("Missing request: " + removed[0] + " of lane g0."));
    assertThat(offenders(verification, Check.REQUESTS)).hasSize(1);
    assertThat(offenders(verification, Check.REQUEST_SLICES)).hasSize(1);
    assertThat(offenders(verification, Check.ROWS)).hasSize(1);
  }

  @Test
  void aRequestThatReplacesAnotherIsFound() throws IOException {
    run.change(Dataset.REQUESTS, rows -> rows.set(3, rows.get(4)));

    assertThat(offenders(run.verify(), Check.REQUEST_IDS))
        .singleElement()
        .asString()
        .startsWith("Duplicate request: ");
  }

  @Test
  void anotherOutcomeOfARequestIsFound() throws IOException {
    run.change(
        Dataset.REQUESTS,
        rows ->
            rows.stream()
                .filter(row -> row.getOutcome().equals("ok") && row.getSliceIndex() == 1)
                .findFirst()
                .orElseThrow()
                .put("outcome", "timeout"));

    Verification verification = run.verify();

    assertThat(offenders(verification, Check.REQUESTS))
        .singleElement()
        .asString()
        .contains("slice 1: ledger and requests count ok ")
        .contains("timeout 0 and 1");
    assertThat(offenders(verification, Check.REQUEST_SLICES))
        .singleElement()
        .asString()
        .startsWith("Slice 1: slices and requests count ok ");
  }

  @Test
  void anotherLatencyOfARequestIsFound() throws IOException {
    run.change(
        Dataset.REQUESTS,
        rows -> {
          RequestRow row =
              rows.stream()
                  .filter(each -> each.getPhase().equals("profiling"))
                  .filter(each -> each.getRequestLatencyNs() != null)
                  .findFirst()
                  .orElseThrow();
          row.put("request_latency_ns", row.getRequestLatencyNs() + 1);
        });

    assertThat(offenders(run.verify(), Check.DISTRIBUTIONS))
        .singleElement()
        .asString()
        .startsWith("request_latency_ns: requests has sum ");
  }

  @Test
  void anotherCountInASliceIsFound() throws IOException {
    run.change(
        Dataset.SLICES, rows -> rows.get(1).put("requests_ok", rows.get(1).getRequestsOk() + 1));

    Verification verification = run.verify();

    assertThat(offenders(verification, Check.TOTALS))
        .singleElement()
        .asString()
        .startsWith("Totals of all requests, requests_ok: the slices add up to ");
    assertThat(offenders(verification, Check.REQUEST_SLICES)).hasSize(1);
  }

  @Test
  void anotherBucketInASliceIsFound() throws IOException {
    run.change(
        Dataset.SLICES,
        rows -> {
          SliceRow one = rows.get(1);
          one.put("client_overhead_ns", rows.get(0).getClientOverheadNs());
        });

    assertThat(offenders(run.verify(), Check.TOTALS))
        .singleElement()
        .asString()
        .startsWith("Totals of all requests, client_overhead_ns: the merged slices have ");
  }

  @Test
  void missingAndRepeatedSlicesAreFound() throws IOException {
    run.change(
        Dataset.SLICES,
        rows -> {
          rows.remove(1);
          rows.add(rows.get(0));
        });

    assertThat(offenders(run.verify(), Check.SLICES))
        .containsExactlyInAnyOrder("Slice 1 has no row", "Slice 0 has more than one row");
  }

  @Test
  void aSliceAtAnotherTimeIsFound() throws IOException {
    run.change(
        Dataset.SLICES,
        rows -> rows.get(2).put("start_epoch_ns", rows.get(2).getStartEpochNs() + 1));

    assertThat(offenders(run.verify(), Check.SLICES))
        .singleElement()
        .asString()
        .startsWith("Slice 2 starts at ");
  }

  @Test
  void labelSetsThatDoNotAddUpAreFound() throws IOException {
    StoredRun labelled = StoredRun.unzip("rate", folder.resolve("rate"));
    labelled.change(
        Dataset.SLICES,
        rows -> {
          SliceRow row =
              rows.stream()
                  .filter(each -> each.getLabelSet().equals("model=tiny"))
                  .filter(each -> each.getSliceIndex() == 2)
                  .findFirst()
                  .orElseThrow();
          row.put("requests_ended", row.getRequestsEnded() - 1);
        });

    Verification verification = labelled.verify();

    assertThat(offenders(verification, Check.SLICES))
        .containsExactly(
            "Slice 2: its rows of model count 1 requests less than that of all requests");
    assertThat(offenders(verification, Check.TOTALS))
        .singleElement()
        .asString()
        .startsWith("Totals of model=tiny, requests_ended: ");
  }

  @Test
  void anotherEnergyInAGpuSliceIsFound() throws IOException {
    run.change(
        Dataset.GPU_SLICES,
        rows -> {
          GpuSliceRow row = rows.get(0);
          row.put("samples", row.getSamples() + 1);
        });

    assertThat(offenders(run.verify(), Check.TOTALS))
        .singleElement()
        .asString()
        .matches("GPU .+, samples: the slices add up to .+");
  }

  @Test
  void missingGpuAndServerRowsAreFound() throws IOException {
    run.change(Dataset.GPU_SAMPLES, rows -> rows.remove(0));
    run.change(Dataset.SERVER_SAMPLES, rows -> rows.remove(0));

    assertThat(offenders(run.verify(), Check.ROWS))
        .containsExactly(
            "Dataset gpu_samples has 37 rows instead of 38",
            "Dataset server_samples has 189 rows instead of 190");
  }

  @Test
  void aSummaryThatDoesNotAddUpIsFound() throws IOException {
    changeSummary(summary -> summary.put("issued", summary.getIssued() + 1));

    assertThat(offenders(run.verify(), Check.ACCOUNTING))
        .anyMatch(line -> line.startsWith("Summary: 78 requests issued, but 77 "));
  }

  @Test
  void aGapInTheEventsOfALaneIsFound() throws IOException {
    changeSummary(
        summary -> {
          LaneEnd lane = summary.getLanes().get(0);
          lane.put("events", lane.getEvents() - 1);
        });

    assertThat(offenders(run.verify(), Check.EVENTS))
        .singleElement()
        .asString()
        .startsWith("Lane ");
  }

  @Test
  void aRejectedEventThatNoLaneCountsAsLostIsFound() throws IOException {
    String lane = firstLane();
    run.change(Dataset.REJECTED, rows -> rows.add(rejected(lane, "Invalid time: 7")));

    Verification verification = run.verify();

    assertThat(offenders(verification, Check.REJECTED))
        .singleElement()
        .asString()
        .startsWith("Lane " + lane)
        .endsWith("1 in rejected");
  }

  @Test
  void anEventOfAClosedLaneIsADeclaredLoss() throws IOException {
    String lane = firstLane();
    run.change(
        Dataset.REJECTED,
        rows -> rows.add(rejected(lane, RejectionReason.UNPLACED + ": its lane has ended")));

    Verification verification = run.verify();

    assertThat(verification.offenders()).isEmpty();
    assertThat(verification.declared())
        .singleElement()
        .asString()
        .contains("1 rejected events that no lane counts");
  }

  @Test
  void aLateEventOfALaneThatWasNotLostIsFound() throws IOException {
    String lane = firstLane();
    run.change(Dataset.LATE, rows -> rows.add(late(lane)));

    assertThat(offenders(run.verify(), Check.REJECTED))
        .containsExactly("Lane " + lane + ": 1 late events, but it was not lost");
  }

  @Test
  void aLateHeartbeatOfAReplacedCoordinatorIsHarmless() throws IOException {
    run.change(Dataset.LATE, rows -> rows.add(late("c.1.0")));

    assertThat(offenders(run.verify(), Check.REJECTED)).isEmpty();
  }

  private LateRow late(String lane) {
    return LateRow.newBuilder()
        .setRunId(run.runId())
        .setLaneId(lane)
        .setKind("fragment")
        .setSeq(7)
        .setTopic("longhaul.timing")
        .setPartition(0)
        .setOffset(7)
        .setAppendEpochMs(1_763_900_000_000L)
        .setRequestId("")
        .setOutcome("")
        .setPayload(ByteBuffer.allocate(0))
        .build();
  }

  private RejectedRow rejected(String lane, String reason) {
    return RejectedRow.newBuilder()
        .setRunId(run.runId())
        .setLaneId(lane)
        .setKind("fragment")
        .setSeq(7)
        .setTopic("longhaul.timing")
        .setPartition(0)
        .setOffset(7)
        .setAppendEpochMs(1_763_900_000_000L)
        .setReason(reason)
        .setKey(ByteBuffer.allocate(0))
        .setPayload(ByteBuffer.allocate(0))
        .build();
  }

  @Test
  void aRunWithoutASummaryIsFoundAndTheRestIsCompared() throws IOException {
    Files.delete(run.file(Dataset.RUNS));
    run.renewManifest();

    Verification verification = run.verify();

    assertThat(verification.offenders())
        .singleElement()
        .asString()
        .startsWith("Dataset runs has no row of run " + run.runId());
    assertThat(verification.results()).extracting(CheckResult::check).contains(Check.REQUESTS);
  }

  @Test
  void theCheapFormReadsNoRequestsAndFindsTheRest() throws IOException {
    Path requests = run.file(Dataset.REQUESTS);
    run.flipBit(requests, Files.size(requests) / 2);
    assertThat(LakeVerifier.cheap(run.lake(), run.runId()).offenders()).isEmpty();

    run.change(
        Dataset.SLICES, rows -> rows.get(1).put("requests_ok", rows.get(1).getRequestsOk() + 1));
    Files.delete(run.file(Dataset.GPU_SAMPLES));

    Verification verification = LakeVerifier.cheap(run.lake(), run.runId());
    assertThat(offenders(verification, Check.FILES)).hasSize(1);
    assertThat(offenders(verification, Check.TOTALS)).hasSize(1);
    assertThat(offenders(verification, Check.ROWS)).hasSize(1);
  }

  @Test
  void documentsOfTheRunAgree() throws IOException {
    CheckResult result = DocumentsCheck.compare(summary(), run.layout());

    assertThat(result.offenders()).isEmpty();
    assertThat(result.compared()).isEqualTo("24 counts of 2 documents");
  }

  @Test
  void anotherCountInADocumentIsFound() throws IOException {
    replace(run.layout().longhaulJson(), "\"timeout\": 0,", "\"timeout\": 1,");
    replace(run.layout().profileJson(), "\"avg\": 72.0", "\"avg\": 71.0");

    assertThat(DocumentsCheck.compare(summary(), run.layout()).offenders())
        .containsExactly(
            "longhaul.json, outcomes.timeout: 1 instead of 0",
            "profile_export_aiperf.json, request_count: 71.0 instead of 72");
  }

  @Test
  void aTruncatedDocumentIsNamedWithItsOffset() throws IOException {
    Path document = run.layout().longhaulJson();
    Files.writeString(document, Files.readString(document, UTF_8).substring(0, 500), UTF_8);

    assertThat(DocumentsCheck.compare(summary(), run.layout()).offenders())
        .singleElement()
        .asString()
        .startsWith("Damaged document: longhaul.json, byte ");
  }

  @Test
  void aLogWithoutItsBeginningIsComparedAsFarAsPossible() throws IOException {
    Map<String, LoggedLane> lanes = loggedLanes();
    String deleted = lanes.keySet().iterator().next();
    lanes.remove(deleted);
    String generator =
        lanes.keySet().stream().filter(name -> name.endsWith(".p")).findFirst().orElseThrow();
    LoggedLane whole = lanes.get(generator);
    lanes.put(generator, endOf(whole.lastSeq()));

    assertThat(offenders(verifyWith(lanes, List.of()), Check.LOG))
        .as("only a part of a log that is said to be whole")
        .isNotEmpty();
    CheckResult result = logResult(lanes, 1_234);
    assertThat(result.offenders()).isEmpty();
    assertThat(result.compared())
        .endsWith(
            "; not compared: 2 lanes, because records were deleted from the beginning of the log"
                + " (1,234)");

    lanes.put(generator, endOf(whole.lastSeq() - 1));
    assertThat(logResult(lanes, 1_234).offenders())
        .singleElement()
        .asString()
        .startsWith("Lane " + generator + ", last event: log ");
  }

  private static LoggedLane endOf(long lastSeq) {
    return new LoggedLane(false, 1, 0, lastSeq, 0, Map.of(), 0, 0);
  }

  private CheckResult logResult(Map<String, LoggedLane> lanes, long deleted) throws IOException {
    LogContent log = new LogContent(lanes, List.of(), List.of(), lanes.size(), deleted);
    return LakeVerifier.full(run.lake(), run.runId(), Optional.of(log)).results().stream()
        .filter(each -> each.check() == Check.LOG)
        .findFirst()
        .orElseThrow();
  }

  private Map<String, LoggedLane> loggedLanes() throws IOException {
    Map<String, LoggedLane> lanes = new HashMap<>();
    for (LaneEnd lane : summary().getLanes()) {
      Map<Outcome, Long> ended = new EnumMap<>(Outcome.class);
      long hi = 0;
      long lo = 0;
      for (LedgerRow row : run.lake().rows(Dataset.LEDGER, run.runId())) {
        if (row.getTotals() && row.getLaneId().equals(lane.getLaneId())) {
          hi = row.getIdHashHi();
          lo = row.getIdHashLo();
          for (Outcome outcome : Outcome.values()) {
            if (outcome != Outcome.LOST) {
              ended.put(outcome, (Long) row.get(outcome.rowName()));
            }
          }
        }
      }
      lanes.put(
          lane.getLaneId(),
          new LoggedLane(
              true, lane.getEvents(), lane.getDuplicates(), lane.getLastSeq(), 0, ended, hi, lo));
    }
    return lanes;
  }

  @Test
  void aLogWithOtherRequestsIsFound() throws IOException {
    Map<String, LoggedLane> lanes = loggedLanes();
    assertThat(offenders(verifyWith(lanes, List.of()), Check.LOG)).isEmpty();

    String generator =
        lanes.keySet().stream().filter(name -> name.endsWith(".p")).findFirst().orElseThrow();
    LoggedLane whole = lanes.get(generator);
    Map<Outcome, Long> fewer = new EnumMap<>(whole.ended());
    fewer.merge(Outcome.OK, -1L, Long::sum);
    lanes.put(
        generator,
        new LoggedLane(
            true,
            whole.events() - 1,
            whole.duplicates(),
            whole.lastSeq(),
            0,
            fewer,
            whole.idHashHi(),
            whole.idHashLo()));

    assertThat(offenders(verifyWith(lanes, List.of("Damaged log: x, byte 7")), Check.LOG))
        .hasSize(3)
        .contains("Damaged log: x, byte 7")
        .anyMatch(line -> line.startsWith("Lane " + generator + ", events: log "))
        .anyMatch(line -> line.startsWith("Lane " + generator + ": log and requests count ok "));
  }

  private Verification verifyWith(Map<String, LoggedLane> lanes, List<String> damages)
      throws IOException {
    return LakeVerifier.full(
        run.lake(),
        run.runId(),
        Optional.of(new LogContent(lanes, damages, List.of(), lanes.size(), 0)));
  }

  private RunRow summary() throws IOException {
    return LakeVerifier.summaryOf(run.lake(), run.runId()).orElseThrow();
  }

  private String firstLane() throws IOException {
    return summary().getLanes().get(0).getLaneId();
  }

  private void changeSummary(java.util.function.Consumer<RunRow> change) throws IOException {
    run.change(Dataset.RUNS, rows -> change.accept(rows.get(0)));
  }

  private static void replace(Path document, String text, String by) throws IOException {
    String before = Files.readString(document, UTF_8);
    assertThat(before).contains(text);
    Files.writeString(document, before.replace(text, by), UTF_8);
  }

  private static List<String> offenders(Verification verification, Check check) {
    return verification.results().stream()
        .filter(result -> result.check() == check)
        .findFirst()
        .orElseThrow()
        .offenders();
  }
}
