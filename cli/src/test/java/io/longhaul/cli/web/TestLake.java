package io.longhaul.cli.web;

import static io.longhaul.sinks.Rows.aGpuSlice;
import static io.longhaul.sinks.Rows.aRequest;
import static io.longhaul.sinks.Rows.aServerSample;
import static io.longhaul.sinks.Rows.anError;
import static io.longhaul.sinks.Rows.at;

import io.longhaul.export.GpuSliceRow;
import io.longhaul.export.RunRow;
import io.longhaul.export.ServerSampleRow;
import io.longhaul.export.SliceRow;
import io.longhaul.report.figures.FakePipeline;
import io.longhaul.sinks.Dataset;
import io.longhaul.sinks.lake.Lake;
import io.longhaul.sinks.parquet.WrittenRows;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.avro.specific.SpecificRecordBase;

/**
 * A lake with runs of twelve seconds.
 *
 * @param folder its folder
 */
record TestLake(Path folder) {
  static final String ATTACK = "<img src=x onerror=alert(1)>";

  /** Adds a finished run, whose requests take this much longer than those of the first one. */
  void addFinished(String runId, String model, int slowerMillis) throws IOException {
    pipeline(runId, model, slowerMillis).finished(at(12_000));
  }

  /** Adds the summary of a run once more under another name, and no other rows. */
  void addSummary(String runId, String of) throws IOException {
    RunRow summary = lake().rows(Dataset.RUNS, of).get(0);
    commit(
        Dataset.RUNS,
        runId,
        "summary",
        List.of(RunRow.newBuilder(summary).setRunId(runId).build()));
  }

  /** Adds a run without a summary, and returns the slices that are not committed yet. */
  List<SliceRow> addUnfinished(String runId, int committed) throws IOException {
    FakePipeline pipeline = pipeline(runId, "m", 0);
    List<SliceRow> slices = pipeline.slicesUpTo(at(12_000));
    pipeline.crashedAfter(slices.subList(0, committed));
    return slices.subList(committed, slices.size());
  }

  /** Commits slices in a file of their own. */
  void commit(String runId, String part, List<SliceRow> slices) throws IOException {
    commit(Dataset.SLICES, runId, part, slices);
  }

  /** Commits what a GPU and a server reported in some slices, in files of their own. */
  void commitSamples(String runId, String part, int firstSlice, int endSlice) throws IOException {
    List<GpuSliceRow> gpus = new ArrayList<>();
    List<ServerSampleRow> servers = new ArrayList<>();
    for (int slice = firstSlice; slice < endSlice; slice++) {
      gpus.add(aGpuSlice(runId, slice, 300 + 10 * slice));
      for (int scrape = 0; scrape < 2; scrape++) {
        int at = 1_000 * slice + 200 + 500 * scrape;
        servers.add(aServerSample(runId, at, "vllm:num_requests_running", "gauge", 4).build());
        servers.add(aServerSample(runId, at, "vllm:num_requests_waiting", "gauge", slice).build());
        servers.add(aServerSample(runId, at, "process_open_fds", "gauge", 99).build());
        servers.add(
            aServerSample(runId, at, "vllm:time_to_first_token_seconds", "histogram", Map.of())
                .setHistogramSum(0.1 * (2 * slice + scrape))
                .setHistogramCount((double) (2 * slice + scrape))
                .build());
      }
    }
    commit(Dataset.GPU_SLICES, runId, part, gpus);
    commit(Dataset.SERVER_SAMPLES, runId, part, servers);
  }

  private <T extends SpecificRecordBase> void commit(
      Dataset<T> dataset, String runId, String part, List<T> rows) throws IOException {
    Path of = Files.createDirectories(folder.resolve(dataset.name()));
    Path draft = of.resolve(".draft");
    WrittenRows.rows(dataset, draft, rows);
    Files.move(draft, of.resolve("2026-01-02." + runId + ".part-" + part + ".parquet"));
  }

  /** Commits the summary of an unfinished run. */
  void finish(String runId) throws IOException {
    TestLake other = new TestLake(folder.resolveSibling("finished-" + runId));
    other.addFinished(runId, "m", 0);
    Path summary = other.lake().files(Dataset.RUNS, runId).get(0);
    Files.createDirectories(folder.resolve("runs"));
    Files.move(summary, folder.resolve("runs").resolve(summary.getFileName()));
  }

  private FakePipeline pipeline(String runId, String model, int slowerMillis) {
    FakePipeline run =
        new FakePipeline(folder, runId)
            .configuredBy(
                """
                {"input_config": {"models": {"items": [{"name": "%s"}]},
                  "endpoint": {"urls": ["http://gpu-1:8000"]},
                  "phases": [{"name": "profiling", "kind": "profiling", "type": "concurrency",
                    "concurrency": 3, "duration": 12.0}],
                  "slos": {"request_latency": 500.0}},
                 "plan": {"request_count": 40}}\
                """
                    .formatted(model))
            .promising("request_latency", 500);
    for (int i = 0; i < 40; i++) {
      int start = 250 * i;
      int latency = 200 + 5 * i + slowerMillis;
      run.with(
          aRequest(runId, runId + "-" + i, start, start + latency)
              .setInputTokens(10 + i)
              .setGood(latency <= 500));
    }
    run.with(anError(runId, runId + "-e", 2_000, 2_005).setReason("http_503").setMessage("busy"));
    return run;
  }

  Lake lake() {
    return new Lake(folder);
  }
}
