package io.longhaul.cli.web;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.longhaul.report.RunDocuments;
import io.longhaul.report.RunReportOptions;
import io.longhaul.report.compare.ComparedRun;
import io.longhaul.report.compare.HistoryFigure;
import io.longhaul.report.compare.HistorySeries;
import io.longhaul.report.compare.LakeRun;
import io.longhaul.report.compare.PastRun;
import io.longhaul.report.compare.RunComparison;
import io.longhaul.report.console.HistoryText;
import io.longhaul.report.figures.RunReport;
import io.longhaul.report.html.ComparisonPage;
import io.longhaul.report.html.HistoryPage;
import io.longhaul.report.verify.LakeVerifier;
import io.longhaul.report.verify.Verification;
import io.longhaul.sinks.ExportLayout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Writes the pages that the commands report, compare and history write. */
final class PageComputations {
  private static final String PAGE = "page.html";

  private PageComputations() {}

  /** Writes the report of a run. */
  static Path report(FoundRun run, Path into) throws IOException {
    RunReport report = read(run);
    Optional<Verification> verification =
        report.hasSummary()
            ? Optional.of(LakeVerifier.cheap(run.lake(), run.runId()))
            : Optional.empty();
    ExportLayout layout = new ExportLayout(into);
    RunDocuments.writePage(report, verification, run.lake(), layout);
    return layout.reportHtml();
  }

  private static RunReport read(FoundRun run) throws IOException {
    return RunReport.read(
        run.lake(),
        run.runId(),
        run.declared(),
        RunReportOptions.of(run.lake(), run.runId(), run.declared()));
  }

  /** Writes a comparison; the first run is the baseline. */
  static Path comparison(List<FoundRun> runs, Path into) throws IOException {
    double minEffectPercent = RunComparison.DEFAULT_MIN_EFFECT_PERCENT;
    List<ComparedRun> compared = new ArrayList<>();
    for (FoundRun run : runs) {
      compared.add(LakeRun.read(run.runId(), run.lake(), read(run)));
    }
    List<RunComparison> comparisons = RunComparison.of(compared, minEffectPercent);
    return write(
        new ComparisonPage(compared, comparisons, minEffectPercent, List.of()).text(), into);
  }

  /** Writes the history of a figure. */
  static Path history(HistoryFigure figure, List<FoundRun> runs, Path into) throws IOException {
    double minEffectPercent = RunComparison.DEFAULT_MIN_EFFECT_PERCENT;
    List<PastRun> past = new ArrayList<>();
    for (FoundRun run : runs) {
      past.add(PastRun.of(run.runId(), read(run), figure));
    }
    List<HistorySeries> series = HistorySeries.of(past, figure.effect(minEffectPercent));
    return write(new HistoryPage(new HistoryText(figure, series, minEffectPercent)).text(), into);
  }

  private static Path write(String page, Path into) throws IOException {
    return Files.writeString(into.resolve(PAGE), page, UTF_8);
  }
}
