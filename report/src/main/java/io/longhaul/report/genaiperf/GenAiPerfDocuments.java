package io.longhaul.report.genaiperf;

import io.longhaul.export.RequestRow;
import io.longhaul.metrics.genaiperf.GenAiPerfFold;
import io.longhaul.metrics.genaiperf.RecordedRequest;
import io.longhaul.metrics.genaiperf.SessionFolds;
import io.longhaul.metrics.genaiperf.TokenGaps;
import io.longhaul.report.json.JsonDocument;
import io.longhaul.sinks.ExportLayout;
import io.longhaul.sinks.OptionalExport;
import java.io.IOException;

/** Writes the requested GenAI-Perf files of a run. Reads the requests once. */
public final class GenAiPerfDocuments {
  private final GenAiPerfRun run;
  private final ExportLayout layout;
  private final boolean inFormOf2403;
  private final GenAiPerfFold fold;
  private final SessionFolds sessions = new SessionFolds();
  private final TokenGaps gaps = new TokenGaps();

  private GenAiPerfDocuments(GenAiPerfRun run, ExportLayout layout) {
    this.run = run;
    this.layout = layout;
    this.inFormOf2403 = layout.also().contains(OptionalExport.RELEASE_24_03);
    this.fold = new GenAiPerfFold(run.endpoint().hasTokens());
  }

  public static void write(GenAiPerfRun run, ExportLayout layout) throws IOException {
    GenAiPerfDocuments documents = new GenAiPerfDocuments(run, layout);
    if (layout.also().contains(OptionalExport.GENAI_PERF)) {
      documents.writeAll();
    } else {
      run.forEach(documents::add);
    }
    if (documents.inFormOf2403) {
      documents.write2403();
    }
  }

  private void writeAll() throws IOException {
    GenAiPerfConfiguration configuration = new GenAiPerfConfiguration(run);
    JsonDocument.writeCompact(
        layout.perfAnalyzerJson(),
        json -> PerfAnalyzerJson.write(json, run, configuration, this::add));
    GenAiPerfFigures figures =
        GenAiPerfFigures.of(
            fold, sessions, run.gpus(), run.streaming(), run.endpoint().hasTokens(), run.hasSlos());
    JsonDocument.write(
        layout.genAiPerfJson(),
        json -> GenAiPerfJson.write(json, figures, configuration.tree(layout)));
    if (!inFormOf2403) {
      GenAiPerfCsv.of(figures).replace(layout.genAiPerfCsv());
    }
  }

  private void add(RecordedRequest request, RequestRow row) {
    fold.add(request);
    sessions.add(request);
    if (inFormOf2403) {
      gaps.add(request, row.getChunkTokens().stream().mapToInt(Integer::intValue).toArray());
    }
  }

  private void write2403() throws IOException {
    Release2403Csv.of(fold.distributions(), gaps.summary(), fold.totals(false), run.streaming())
        .replace(layout.genAiPerfCsv());
  }
}
