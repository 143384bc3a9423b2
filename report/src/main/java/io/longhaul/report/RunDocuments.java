package io.longhaul.report;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.longhaul.report.aiperf.GpuTelemetryJsonl;
import io.longhaul.report.aiperf.LinesAhead;
import io.longhaul.report.aiperf.OutputsJson;
import io.longhaul.report.aiperf.PreparedLines;
import io.longhaul.report.aiperf.ProfileCsv;
import io.longhaul.report.aiperf.ProfileJson;
import io.longhaul.report.aiperf.RawJson;
import io.longhaul.report.aiperf.RecordJson;
import io.longhaul.report.aiperf.ReportedRequests;
import io.longhaul.report.aiperf.RequestLines;
import io.longhaul.report.aiperf.ServerMetricsDocuments;
import io.longhaul.report.aiperf.TimeslicesCsv;
import io.longhaul.report.aiperf.TimeslicesJson;
import io.longhaul.report.exchanges.StoredExchanges;
import io.longhaul.report.figures.GaugeGrowth;
import io.longhaul.report.figures.GaugeSeries;
import io.longhaul.report.figures.GpuField;
import io.longhaul.report.figures.HandshakeStatistics;
import io.longhaul.report.figures.RunReport;
import io.longhaul.report.figures.RunStability;
import io.longhaul.report.genaiperf.GenAiPerfDocuments;
import io.longhaul.report.genaiperf.GenAiPerfRun;
import io.longhaul.report.html.HtmlReport;
import io.longhaul.report.html.ServerCurves;
import io.longhaul.report.json.Configuration;
import io.longhaul.report.json.JsonDocument;
import io.longhaul.report.json.ReadJson;
import io.longhaul.report.longhaul.LonghaulJson;
import io.longhaul.report.longhaul.NetworkLatencyJsonl;
import io.longhaul.report.longhaul.SlicesJson;
import io.longhaul.report.longhaul.VerdictRows;
import io.longhaul.report.picture.ColorTheme;
import io.longhaul.report.picture.PictureFormat;
import io.longhaul.report.plot.GenAiPerfPlots;
import io.longhaul.report.plot.LakePlots;
import io.longhaul.report.plot.RequestedPlots;
import io.longhaul.report.plot.SingleRunPlots;
import io.longhaul.report.verify.Verification;
import io.longhaul.sinks.Dataset;
import io.longhaul.sinks.ExportLayout;
import io.longhaul.sinks.OptionalExport;
import io.longhaul.sinks.lake.Lake;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Writes the documents of a run. Each replaces an earlier one atomically; equal reports give equal
 * bytes.
 */
public final class RunDocuments {
  private RunDocuments() {}

  /**
   * Writes all documents; AIPerf's time slices and GPU samples only if there are any, requests only
   * if the level includes them, GenAI-Perf's files only if the layout includes them.
   *
   * @param verification what a comparison of the lake found; empty if there was none
   * @param lake the lake of the report, from which long documents are read again
   * @param prepared lines that were written while the run was in progress
   * @return sentences about the documents for the user
   * @throws IOException if a document cannot be written; earlier ones remain
   */
  public static List<String> write(
      RunReport report,
      Optional<Verification> verification,
      Lake lake,
      ExportLayout layout,
      ExportLevel level,
      PreparedLines prepared)
      throws IOException {
    Files.createDirectories(layout.folder());
    if (prepared == PreparedLines.NONE) {
      // The documents need the disk space.
      LinesAhead.removeAbandoned(layout.recordsJsonl());
    }
    if (!report.gpuTelemetry().isEmpty()) {
      List<GpuField> fields =
          GpuField.with(RunReportOptions.gpuFieldsIn(Configuration.of(report.run())));
      GpuTelemetryJsonl.write(layout.gpuTelemetryJsonl(), lake, report.run().getRunId(), fields);
    }
    ServerCurves servers = new ServerCurves(report);
    GaugeSeries gauges = new GaugeSeries(report);
    ServerMetricsDocuments.write(
        report,
        lake,
        layout,
        row -> {
          servers.add(row);
          gauges.add(row);
        });
    List<String> remarks = new ArrayList<>(writeHandshakes(report.run().getRunId(), lake, layout));
    if (layout.also().contains(OptionalExport.GENAI_PERF)
        || layout.also().contains(OptionalExport.RELEASE_24_03)) {
      GenAiPerfDocuments.write(GenAiPerfRun.of(report, lake), layout);
    }
    JsonDocument.write(layout.slicesJson(), json -> new SlicesJson(json, report).write());
    if (!report.aiperfSlices().isEmpty()) {
      JsonDocument.write(layout.timeslicesJson(), json -> TimeslicesJson.write(json, report));
      TimeslicesCsv.of(report.aiperfSlices()).replace(layout.timeslicesCsv());
    }
    ProfileCsv.of(report.aiperfResults(), report.gpuTelemetry()).replace(layout.profileCsv());
    JsonDocument.write(layout.profileJson(), json -> new ProfileJson(json, report).write());
    RunStability stability = RunStability.of(report);
    List<GaugeGrowth> growth = gauges.growth();
    VerdictRows.write(layout.verdicts(), report, stability, growth);
    JsonDocument.write(
        layout.longhaulJson(),
        json -> new LonghaulJson(json, report, stability, growth, verification).write());
    HtmlReport.write(
        layout.reportHtml(), ReadJson.from(layout.longhaulJson()), report, lake, servers);
    // The longest documents come last, since the disk may be too small for them.
    if (level != ExportLevel.SUMMARY) {
      boolean withTrace = layout.also().contains(OptionalExport.HTTP_TRACE);
      ReportedRequests requests = new ReportedRequests(report, lake);
      if (!prepared.publish(requests, withTrace)) {
        RecordJson record = RecordJson.of(report.run(), withTrace);
        new RequestLines(requests, layout.recordsJsonl(), record::write)
            .write(RequestLines.MOST_IN_ONE_FILE);
      }
    }
    if (needsKept(layout.also(), level)) {
      remarks.addAll(join(report, lake, layout, level));
    }
    return remarks;
  }

  /** Writes all documents of a run without lines that were written before. */
  public static List<String> write(
      RunReport report,
      Optional<Verification> verification,
      Lake lake,
      ExportLayout layout,
      ExportLevel level)
      throws IOException {
    return write(report, verification, lake, layout, level, PreparedLines.NONE);
  }

  /** Writes all documents of a lake that was not verified. */
  public static List<String> write(
      RunReport report, Lake lake, ExportLayout layout, ExportLevel level) throws IOException {
    return write(report, Optional.empty(), lake, layout, level);
  }

  /**
   * Draws the requested plots. Call it after all documents are written: unless AIPerf's plots are
   * required, a failure is only a remark.
   *
   * @return sentences about the plots for the user
   * @throws IOException if AIPerf's plots are required and cannot be drawn
   */
  public static List<String> drawPlots(RunReport report, Lake lake, ExportLayout layout)
      throws IOException {
    List<String> remarks = new ArrayList<>();
    RequestedPlots plots = new RequestedPlots(layout);
    if (plots.areAiperfs()) {
      Optional<String> failure =
          plots.draw(
              () ->
                  SingleRunPlots.of(LakePlots.read(lake, report))
                      .write(layout.plots(), ColorTheme.LIGHT, List.of(PictureFormat.PNG)));
      if (failure.isPresent() && plots.areRequired()) {
        throw new IOException(failure.get());
      }
      failure.ifPresent(remarks::add);
    }
    if (layout.also().contains(OptionalExport.GENAI_PERF_PLOTS)) {
      plots
          .draw(
              () ->
                  GenAiPerfPlots.write(GenAiPerfRun.of(report, lake), layout.plots())
                      .forEach(skipped -> remarks.add("Not drawn: " + skipped)))
          .ifPresent(remarks::add);
    }
    return remarks;
  }

  /** Writes only {@code report.html}; parameters as in {@link #write}. */
  public static void writePage(
      RunReport report, Optional<Verification> verification, Lake lake, ExportLayout layout)
      throws IOException {
    ServerCurves servers = new ServerCurves(report);
    GaugeSeries gauges = new GaugeSeries(report);
    ServerMetricsDocuments.readSlices(
        report,
        lake,
        row -> {
          servers.add(row);
          gauges.add(row);
        });
    byte[] run =
        JsonDocument.compact(
            json ->
                new LonghaulJson(
                        json, report, RunStability.of(report), gauges.growth(), verification)
                    .write());
    HtmlReport.write(
        layout.reportHtml(), ReadJson.of(new String(run, UTF_8)), report, lake, servers);
  }

  private static List<String> writeHandshakes(String runId, Lake lake, ExportLayout layout)
      throws IOException {
    if (lake.count(Dataset.HANDSHAKES, runId) > 0) {
      NetworkLatencyJsonl.write(layout.networkLatencyJsonl(), lake, runId);
    }
    return HandshakeStatistics.of(lake, runId).remarks();
  }

  /** Returns whether documents are requested that need the content stored by generators. */
  public static boolean needsKept(Set<OptionalExport> also, ExportLevel level) {
    return level == ExportLevel.RAW || also.contains(OptionalExport.OUTPUTS_JSON);
  }

  /** Joins the lake with the content that generators on this machine stored. */
  private static List<String> join(
      RunReport report, Lake lake, ExportLayout layout, ExportLevel level) throws IOException {
    List<String> remarks = new ArrayList<>();
    if (layout.also().contains(OptionalExport.OUTPUTS_JSON)) {
      long missing = OutputsJson.write(report, lake, layout);
      remark(missing, "no text is in " + layout.outputsJson().getFileName(), remarks);
    }
    if (level == ExportLevel.RAW) {
      try (StoredExchanges kept = new StoredExchanges(layout.kept())) {
        RawJson raw = new RawJson(RecordJson.of(report.run(), false), kept);
        new RequestLines(new ReportedRequests(report, lake), layout.rawJsonl(), raw::write)
            .write(RequestLines.MOST_IN_ONE_FILE);
        String file = layout.rawJsonl().getFileName().toString();
        remark(raw.withoutExchange(), "neither payload nor responses are in " + file, remarks);
      }
    }
    // Joined content would use disk space twice, but generators may still write while a run is in
    // progress.
    if (report.hasSummary() && Files.exists(layout.kept())) {
      remove(layout.kept());
    }
    return remarks;
  }

  private static void remark(long missing, String what, List<String> remarks) {
    if (missing > 0) {
      remarks.add(
          "Of "
              + missing
              + " requests "
              + what
              + ": their generator was lost, or had no space for them (see its log)");
    }
  }

  private static void remove(Path folder) throws IOException {
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder)) {
      for (Path file : files) {
        Files.delete(file);
      }
    }
    Files.delete(folder);
  }
}
