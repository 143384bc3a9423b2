package io.longhaul.report.verify;

import io.longhaul.export.RunRow;
import io.longhaul.sinks.Dataset;
import io.longhaul.sinks.lake.Lake;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Compares everything in a lake about one run with each other, and changes nothing. A file that is
 * damaged is named and left out, and the rest is compared. For one thread.
 */
public final class LakeVerifier {
  private final String runId;
  private final RunFiles files;
  private final Map<Check, Findings> findings = new EnumMap<>(Check.class);
  private Optional<RunRow> summary = Optional.empty();

  private LakeVerifier(Lake lake, String runId) {
    this.runId = runId;
    this.files = new RunFiles(lake, runId, found(Check.FILES));
  }

  /**
   * Checks what does not need every row: names, sizes and footers of files, and the ledger, the
   * slices and the summary.
   *
   * @throws IOException if the lake cannot be read
   */
  public static Verification cheap(Lake lake, String runId) throws IOException {
    LakeVerifier verifier = new LakeVerifier(lake, runId);
    verifier.compareFiles(false);
    verifier.compareSlicesAndLedger();
    return verifier.result();
  }

  /**
   * Checks everything, and reads every byte of every file and every request.
   *
   * @param log what the Kafka log contains of the run; empty if there is no log
   * @throws IOException if the lake cannot be read
   */
  public static Verification full(Lake lake, String runId, Optional<LogContent> log)
      throws IOException {
    LakeVerifier verifier = new LakeVerifier(lake, runId);
    verifier.compareFiles(true);
    SlicesCheck slices = verifier.compareSlicesAndLedger();
    verifier.compareRequests(slices, log);
    return verifier.result();
  }

  /**
   * Returns the summary of a run.
   *
   * @return empty if there is none, or if it cannot be read
   * @throws IOException if the lake cannot be read
   */
  public static Optional<RunRow> summaryOf(Lake lake, String runId) throws IOException {
    LakeVerifier verifier = new LakeVerifier(lake, runId);
    verifier.readSummary();
    return verifier.summary;
  }

  private Findings found(Check check) {
    return findings.computeIfAbsent(check, Findings::new);
  }

  private Verification result() {
    List<CheckResult> results = new ArrayList<>();
    findings.values().forEach(found -> results.add(found.result()));
    return new Verification(runId, results);
  }

  private void readSummary() throws IOException {
    List<RunRow> rows = new ArrayList<>();
    files.forEach(Dataset.RUNS, rows::add);
    if (rows.isEmpty()) {
      found(Check.ROWS)
          .problem(
              "Dataset runs has no row of run %s: it crashed, is still running, or the row is lost"
                  .formatted(runId));
    } else if (rows.size() > 1) {
      found(Check.ROWS).problem("Dataset runs has %,d rows instead of 1".formatted(rows.size()));
    }
    summary = rows.stream().findFirst();
  }

  private void compareFiles(boolean everyByte) throws IOException {
    FilesCheck check = new FilesCheck(files, found(Check.FILES));
    // The footers first: a file without one must not be read.
    boolean hasSummary = !files.lake().files(Dataset.RUNS, runId).isEmpty();
    check.compare(hasSummary);
    if (everyByte) {
      check.compareBytes(found(Check.CHECKSUMS));
    }
    readSummary();
    summary.ifPresent(run -> new SummaryCheck(run).compareRows(check, found(Check.ROWS)));
  }

  private SlicesCheck compareSlicesAndLedger() throws IOException {
    SlicesCheck slices = new SlicesCheck(files, summary, found(Check.SLICES));
    slices.check();
    if (summary.isPresent()) {
      SummaryCheck check = new SummaryCheck(summary.get());
      check.checkAccounting(found(Check.ACCOUNTING));
      check.checkEvents(files, found(Check.EVENTS), found(Check.REJECTED));
      slices.compareTotals(summary.get(), found(Check.TOTALS));
      new LedgerCheck(files, summary.get(), found(Check.LEDGER)).check();
    }
    return slices;
  }

  private void compareRequests(SlicesCheck slices, Optional<LogContent> log) throws IOException {
    RequestsCheck requests = new RequestsCheck(files, summary, found(Check.REQUEST_IDS));
    requests.read();
    requests.compareWithLedger(found(Check.REQUESTS));
    requests.compareWithLanes();
    requests.compareWithSlices(slices, found(Check.REQUEST_SLICES));
    if (summary.isPresent()) {
      requests.compareWithDistributions(summary.get(), found(Check.DISTRIBUTIONS));
      if (log.isPresent()) {
        new LogCheck(log.get(), summary.get(), requests, found(Check.LOG)).check(files);
      }
    }
  }
}
