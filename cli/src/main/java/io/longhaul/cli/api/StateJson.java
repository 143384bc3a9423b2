package io.longhaul.cli.api;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toList;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.longhaul.control.coordinator.LiveLane;
import io.longhaul.report.figures.AiperfResult;
import io.longhaul.report.figures.Statistic;
import io.longhaul.report.json.ReadJson;
import io.longhaul.wire.Health;
import io.longhaul.wire.Mark;
import io.longhaul.wire.ServerSeries;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import java.util.function.ToLongFunction;

/**
 * A run's state as JSON in the formats of AIPerf 0.13, with additional members. The state is read
 * at each call.
 *
 * @param nowEpochNanos the time up to which the state is known: the wall clock
 * @param isReadOnly whether clients cannot stop the run; then its generators are unknown, too
 */
record StateJson(
    ApiRunInfo runInfo, RunState state, LongSupplier nowEpochNanos, boolean isReadOnly) {
  /** Version of AIPerf whose formats these are, as in the documents. */
  static final String COMPATIBLE_VERSION = "0.13.0";

  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final double NANOS_PER_SECOND = 1e9;
  private static final double NANOS_PER_MILLI = 1e6;
  private static final String WARMUP = "warmup";
  private static final String PROFILING = "profiling";
  private static final String METRICS = "metrics";

  JsonNode config() {
    return runInfo.configuration();
  }

  ObjectNode progress() {
    List<LiveLane> lanes = state.lanes();
    ObjectNode node = MAPPER.createObjectNode();
    ObjectNode phases = node.putObject("phases");
    if (lanes.stream().anyMatch(LiveLane::warmup)) {
      writePhase(phases.putObject(WARMUP), WARMUP, lanes);
    }
    if (state.runStartEpochNanos() > 0) {
      writePhase(phases.putObject(PROFILING), PROFILING, lanes);
    }
    node.putObject("workers")
        .put("ready", state.generatorsAlive())
        .put("total", state.generators());
    node.put("results_exported", state.isExported());
    if (isReadOnly) {
      node.put("read_only", true);
    }
    node.put("system_state", state.stage().systemState());
    node.put("stage", state.stage().word());
    node.put("benchmark_id", runInfo.runId());
    node.put("slices", state.totals().slices());
    node.put("slices_missing", state.slicesMissing());
    if (!state.stoppingBecause().isEmpty()) {
      node.put("stop_condition", state.stoppingBecause());
    }
    if (!state.failure().isEmpty()) {
      node.put("failure", state.failure());
    }
    ArrayNode warnings = node.putArray("warnings");
    state.warnings().forEach(warnings::add);
    return node;
  }

  /**
   * Writes a phase. Counts of sent requests are up to a second old, counts of results as old as the
   * newest slice.
   */
  private void writePhase(ObjectNode node, String phase, List<LiveLane> all) {
    boolean warmup = phase.equals(WARMUP);
    List<LiveLane> lanes = all.stream().filter(lane -> lane.warmup() == warmup).toList();
    long start =
        warmup
            ? lanes.stream().mapToLong(LiveLane::startedEpochNanos).min().orElse(0)
            : state.runStartEpochNanos();
    node.put("phase", phase).put("phase_name", phase);
    node.put("start_ns", start);
    ApiRunInfo.copy(runInfo.phase(phase).path("requests"), node, "total_expected_requests");
    ApiRunInfo.copy(runInfo.phase(phase).path("duration"), node, "expected_duration_sec");
    ApiRunInfo.copy(runInfo.phase(phase).path("sessions"), node, "expected_num_sessions");
    if (!isReadOnly) {
      node.put("requests_sent", sum(lanes, LiveLane::issued));
      node.put("requests_completed", sum(lanes, LiveLane::completed));
      node.put("requests_in_flight", sum(lanes, LiveLane::inFlight));
      node.put("requests_waiting", sum(lanes, LiveLane::backlog));
    }
    long now = nowEpochNanos.getAsLong();
    if (!warmup) {
      node.put("success_records", state.totals().validRequests());
      node.put("error_records", state.totals().errors());
      node.put("requests_cancelled", state.totals().cancelled());
      if (state.stage().compareTo(ProgressStage.COUNTING) < 0) {
        node.put("elapsed_sec", Math.max(0, now - start) / NANOS_PER_SECOND);
      }
    }
    node.put("last_update_ns", now);
  }

  ObjectNode metrics() {
    ObjectNode node = MAPPER.createObjectNode();
    node.put("aiperf_version", COMPATIBLE_VERSION);
    node.put("longhaul_version", runInfo.toolVersion());
    node.setAll(runInfo.labels());
    node.put("source", state.isExported() ? "documents" : "slices");
    node.put("slices", state.totals().slices());
    node.put("slices_missing", state.slicesMissing());
    ObjectNode metrics = node.putObject(METRICS);
    for (AiperfResult result : state.metrics()) {
      writeMetric(metrics.putObject(result.tag()), result);
    }
    return node;
  }

  /** Returns the content of AIPerf's WebSocket message with the same metrics. */
  ObjectNode listOfMetrics() {
    ObjectNode node = message();
    ArrayNode list = node.putArray(METRICS);
    for (AiperfResult result : state.metrics()) {
      writeMetric(list.addObject().put("tag", result.tag()), result);
    }
    return node;
  }

  /** Returns the content of AIPerf's WebSocket message about the state of the run. */
  ObjectNode stage() {
    ObjectNode node = message().put("system_state", state.stage().systemState());
    node.put("stage", state.stage().word());
    return state.failure().isEmpty() ? node : node.put("failure", state.failure());
  }

  /** Returns the values of the newest slice for the charts. */
  ObjectNode chartValues() {
    try {
      return (ObjectNode) MAPPER.readTree(state.charts().newestJson());
    } catch (IOException e) {
      throw new UncheckedIOException(e); // it was just written
    }
  }

  /** Returns the marks of the run, oldest first. */
  ObjectNode marks() {
    ObjectNode node = MAPPER.createObjectNode();
    ArrayNode list = node.putArray("marks");
    state.marks().forEach(mark -> list.add(mark(mark)));
    return node;
  }

  /** Returns a mark, as in {@code longhaul.json}. */
  ObjectNode mark(Mark mark) {
    long sinceStart = mark.getAddedEpochNs() - state.runStartEpochNanos();
    return MAPPER
        .createObjectNode()
        .put("time", Instant.ofEpochSecond(0, mark.getAddedEpochNs()).toString())
        .put("seconds", sinceStart / NANOS_PER_SECOND)
        .put("slice", Math.floorDiv(sinceStart, runInfo.sliceNanos()))
        .put("text", mark.getText())
        .put("added_by", MarkRequest.wordOf(mark.getAddedBy()));
  }

  /** Returns the content of the WebSocket message about a mark. */
  ObjectNode markAdded(Mark mark) {
    try {
      ObjectNode message = (ObjectNode) MAPPER.readTree(state.charts().eventsJson());
      return message.set("mark", mark(mark));
    } catch (IOException e) {
      throw new UncheckedIOException(e); // it was just written
    }
  }

  /** Returns an object without members. */
  static ObjectNode message() {
    return MAPPER.createObjectNode();
  }

  private static void writeMetric(ObjectNode node, AiperfResult result) {
    node.put("header", result.header());
    node.put("unit", result.unit());
    for (Map.Entry<Statistic, Double> statistic : result.statistics().entrySet()) {
      if (statistic.getKey() == Statistic.COUNT) {
        node.put(Statistic.COUNT.label(), Math.round(statistic.getValue()));
      } else {
        node.put(statistic.getKey().label(), statistic.getValue());
      }
    }
  }

  /** Returns the generators as AIPerf's workers. */
  ObjectNode workers() {
    ObjectNode node = MAPPER.createObjectNode();
    ObjectNode workers = node.putObject("workers");
    state.lanes().stream()
        .collect(groupingBy(LiveLane::processId, LinkedHashMap::new, toList()))
        .forEach((id, lanes) -> writeWorker(workers.putObject(id), id, lanes));
    node.putObject("worker_groups");
    return node;
  }

  private static void writeWorker(ObjectNode worker, String id, List<LiveLane> lanes) {
    worker.put("worker_id", id).put("status", statusOf(lanes));
    worker
        .putObject("task_stats")
        .put("total", sum(lanes, LiveLane::issued))
        .put("completed", sum(lanes, LiveLane::completed))
        .put("in_progress", sum(lanes, LiveLane::inFlight));
    ArrayNode list = worker.putArray("lanes");
    lanes.forEach(lane -> writeLane(list.addObject(), lane));
  }

  /** Returns AIPerf's status of a worker. */
  private static String statusOf(List<LiveLane> lanes) {
    if (lanes.stream().anyMatch(LiveLane::lost)) {
      return "stale";
    }
    return lanes.stream().allMatch(LiveLane::ended) ? "idle" : "healthy";
  }

  static long sum(List<LiveLane> lanes, ToLongFunction<LiveLane> figure) {
    return lanes.stream().mapToLong(figure).sum();
  }

  private static void writeLane(ObjectNode node, LiveLane lane) {
    node.put("lane_id", lane.laneId()).put("phase", lane.warmup() ? WARMUP : PROFILING);
    node.put("ended", lane.ended()).put("lost", lane.lost());
    node.put("requests_sent", lane.issued());
    node.put("requests_in_flight", lane.inFlight());
    node.put("requests_waiting", lane.backlog());
    if (lane.health() != null) {
      writeHealth(node.putObject("health"), lane.health());
    }
  }

  private static void writeHealth(ObjectNode node, Health health) {
    if (health.getSendLagP99Ns() != null) {
      node.put("send_lag_p99_ms", health.getSendLagP99Ns() / NANOS_PER_MILLI);
    }
    node.put("loop_lag_max_ms", health.getLoopLagMaxNs() / NANOS_PER_MILLI);
    node.put("pause_max_ms", health.getPauseMaxNs() / NANOS_PER_MILLI);
    node.put("process_cpu_cores", health.getProcessCpuCores());
    if (health.getHostIdleRatio() != null) {
      node.put("host_idle_ratio", health.getHostIdleRatio());
    }
    node.put("open_connections", health.getOpenConnections());
  }

  /**
   * Returns the latest scrape of each page; unlike the run's documents, which contain statistics
   * over time.
   */
  ObjectNode serverMetrics() {
    ObjectNode node = MAPPER.createObjectNode();
    ObjectNode summaries = node.putObject("endpoint_summaries");
    if (state.pages().isEmpty()) {
      return node.put("message", "No server metrics available yet");
    }
    state
        .pages()
        .forEach(
            (url, reading) -> {
              ObjectNode page = summaries.putObject(url).put("endpoint_url", url);
              reading.newest().forEach(series -> writeSeries(page.withObject("/metrics"), series));
            });
    return node;
  }

  private static void writeSeries(ObjectNode metrics, ServerSeries series) {
    ObjectNode metric = (ObjectNode) metrics.get(series.getName());
    if (metric == null) {
      metric = metrics.putObject(series.getName()).put("type", series.getType());
      metric.put("description", series.getHelp()).putArray("series");
    }
    ObjectNode node = ((ArrayNode) metric.get("series")).addObject();
    ObjectNode labels = node.putObject("labels");
    series.getLabels().forEach(labels::put);
    if (series.getHistogram() != null) {
      node.put("count", series.getHistogram().getCount());
      node.put("sum", series.getHistogram().getSum());
    } else if (series.getValue() != null && Double.isFinite(series.getValue())) {
      node.put("value", series.getValue());
    }
  }

  /**
   * Returns the summary, once it is written.
   *
   * @throws IOException if the file cannot be read
   */
  ObjectNode results() throws IOException {
    ObjectNode node = MAPPER.createObjectNode();
    if (state.stage() == ProgressStage.FAILED) {
      return node.put("status", "failed").put("failure", state.failure()).putNull("results");
    }
    if (!state.isExported()) {
      return node.put("status", "running").putNull("results");
    }
    JsonNode summary = ReadJson.from(runInfo.layout().profileJson());
    node.put("status", statusOf(summary));
    node.set("results", summary);
    return node;
  }

  private static String statusOf(JsonNode summary) {
    if (summary.path("was_cancelled").asBoolean()) {
      return "cancelled";
    }
    return summary.path("is_complete").asBoolean(true) ? "complete" : "incomplete";
  }

  /** Returns the list of documents, once they are written. */
  ObjectNode listOfFiles() throws IOException {
    ObjectNode node = MAPPER.createObjectNode();
    ArrayNode list = node.putArray("files");
    if (state.isExported()) {
      for (String name : new ResultFiles(runInfo.layout()).names()) {
        long size = Files.size(runInfo.layout().folder().resolve(name));
        list.addObject().put("name", name).put("size", size);
      }
    }
    node.put("ready", state.isExported());
    node.put("processing", state.stage() == ProgressStage.COUNTING);
    node.put("partial", false);
    node.putArray("failed_exporters");
    return node;
  }
}
