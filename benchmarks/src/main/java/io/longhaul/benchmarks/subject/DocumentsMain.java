package io.longhaul.benchmarks.subject;

import io.longhaul.report.ExportLevel;
import io.longhaul.report.RunDocuments;
import io.longhaul.report.figures.RunReport;
import io.longhaul.sinks.ExportLayout;
import io.longhaul.sinks.lake.Lake;
import java.io.IOException;
import java.nio.file.Path;

/**
 * Writes the documents of a run from its lake. Arguments: the run's folder, its number of requests.
 * Command: an empty folder. Response: the {@link Throughput}, without the reading of the figures.
 */
public final class DocumentsMain {
  private final Lake lake;
  private final RunReport report;
  private final long requests;

  private DocumentsMain(Path folder, long requests) throws IOException {
    this.lake = new Lake(new ExportLayout(folder).lake());
    this.report = RunReport.read(lake, lake.runs().get(0));
    this.requests = requests;
  }

  public static void main(String[] args) throws Exception {
    DocumentsMain documents = new DocumentsMain(Path.of(args[0]), Long.parseLong(args[1]));
    CommandLoop.run(folder -> documents.write(Path.of(folder)));
  }

  private Throughput write(Path folder) throws IOException {
    ThroughputMeter meter = new ThroughputMeter();
    RunDocuments.write(report, lake, new ExportLayout(folder), ExportLevel.RECORDS);
    return meter.read(requests);
  }
}
