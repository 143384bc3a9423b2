package io.longhaul.benchmarks.subject;

import io.longhaul.report.figures.RunReport;
import io.longhaul.sinks.ExportLayout;
import io.longhaul.sinks.lake.Lake;
import java.io.IOException;
import java.nio.file.Path;

/**
 * Computes the figures of a run from its lake. Arguments: the run's folder, its number of requests.
 * Command: any text. Response: the {@link Throughput}.
 */
public final class FiguresMain {
  private FiguresMain() {}

  public static void main(String[] args) throws Exception {
    Lake lake = new Lake(new ExportLayout(Path.of(args[0])).lake());
    String runId = lake.runs().get(0);
    long requests = Long.parseLong(args[1]);
    CommandLoop.run(command -> read(lake, runId, requests));
  }

  private static Throughput read(Lake lake, String runId, long requests) throws IOException {
    ThroughputMeter meter = new ThroughputMeter();
    RunReport.read(lake, runId);
    return meter.read(requests);
  }
}
