package io.longhaul.report.verify;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import io.longhaul.export.RunRow;
import io.longhaul.export.SliceRow;
import io.longhaul.metrics.Metric;
import io.longhaul.metrics.Outcome;
import io.longhaul.report.figures.Accounting;
import io.longhaul.report.figures.SliceFigures;
import io.longhaul.report.json.ReadJson;
import io.longhaul.sinks.ExportLayout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** Compares the counts in the documents of a run with its summary. */
public final class DocumentsCheck {
  private final RunRow run;
  private final Findings found;
  private long counts;

  private DocumentsCheck(RunRow run, Findings found) {
    this.run = run;
    this.found = found;
  }

  /**
   * Compares {@code longhaul.json} and {@code profile_export_aiperf.json}, if they exist and are
   * about this run.
   *
   * @throws IOException if a document exists but cannot be read from the disk
   */
  public static CheckResult compare(RunRow run, ExportLayout layout) throws IOException {
    Findings found = new Findings(Check.DOCUMENTS);
    DocumentsCheck check = new DocumentsCheck(run, found);
    int documents = 0;
    Optional<JsonNode> own = check.read(layout.longhaulJson());
    if (own.isPresent()) {
      check.compareOwn(own.get(), layout.longhaulJson().getFileName().toString());
      documents++;
    }
    Optional<JsonNode> profile = check.read(layout.profileJson());
    if (profile.isPresent()) {
      check.compareProfile(profile.get(), layout.profileJson().getFileName().toString());
      documents++;
    }
    found.compared(Counted.of(check.counts, "count") + " of " + Counted.of(documents, "document"));
    return found.result();
  }

  private Optional<JsonNode> read(Path document) throws IOException {
    if (!Files.exists(document)) {
      return Optional.empty();
    }
    try {
      return Optional.of(ReadJson.from(document));
    } catch (JsonProcessingException e) {
      found.problem(
          "Damaged document: %s, byte %,d"
              .formatted(document.getFileName(), e.getLocation().getByteOffset()));
      return Optional.empty();
    }
  }

  private void compareOwn(JsonNode json, String name) {
    String runId = json.path("run").path("run_id").asText();
    if (!runId.equals(run.getRunId())) {
      found.problem("%s is about run %s".formatted(name, runId));
      return;
    }
    SliceRow totals = run.getTotals();
    JsonNode outcomes = json.path("outcomes");
    for (Outcome outcome : Outcome.values()) {
      String member = outcome.rowName();
      compare(name, "outcomes." + member, outcomes.path(member), count(totals, outcome));
    }
    compare(name, "outcomes.valid", outcomes.path("valid"), totals.getValidRequests());
    JsonNode accounting = json.path("accounting");
    Accounting expected = Accounting.of(run);
    compare(name, "accounting.issued", accounting.path("issued"), expected.issued().atLeast());
    compare(name, "accounting.accounted", accounting.path("accounted"), expected.accounted());
    compare(name, "run.slices", json.path("run").path("slices"), run.getSlices());
    run.getRows()
        .forEach(
            expectedRows ->
                json.path("datasets")
                    .forEach(
                        dataset -> {
                          if (dataset.path("dataset").asText().equals(expectedRows.getDataset())) {
                            compare(
                                name,
                                "rows of " + expectedRows.getDataset(),
                                dataset.path("rows"),
                                expectedRows.getRows());
                          }
                        }));
  }

  private static long count(SliceRow totals, Outcome outcome) {
    return SliceFigures.count(totals, outcome);
  }

  private void compareProfile(JsonNode json, String name) {
    String runId = json.path("benchmark_id").asText(run.getRunId());
    if (!runId.equals(run.getRunId())) {
      found.problem("%s is about run %s".formatted(name, runId));
      return;
    }
    SliceRow totals = run.getTotals();
    compareMetric(json, name, Metric.REQUEST_COUNT, totals.getValidRequests());
    compareMetric(json, name, Metric.ERROR_REQUEST_COUNT, SliceFigures.errors(totals));
  }

  private void compareMetric(JsonNode json, String name, Metric metric, long expected) {
    JsonNode value = json.path(metric.tag()).path("avg");
    if (value.isMissingNode() && expected == 0) {
      return; // AIPerf omits a metric without requests
    }
    compare(name, metric.tag(), value, expected);
  }

  /** Large numbers are text. */
  private void compare(String document, String member, JsonNode value, long expected) {
    counts++;
    boolean equal =
        value.isTextual()
            ? value.textValue().equals(Long.toString(expected))
            : value.isNumber() && value.doubleValue() == expected;
    if (!equal) {
      found.problem(
          "%s, %s: %s instead of %,d"
              .formatted(
                  document, member, value.isMissingNode() ? "nothing" : value.asText(), expected));
    }
  }
}
