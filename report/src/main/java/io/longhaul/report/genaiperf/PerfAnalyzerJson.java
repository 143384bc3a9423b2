package io.longhaul.report.genaiperf;

import io.longhaul.export.RequestRow;
import io.longhaul.metrics.genaiperf.RecordedRequest;
import io.longhaul.report.figures.RunReport;
import io.longhaul.report.json.JsonDocument;
import java.io.IOException;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;

/**
 * {@code profile_export.json}, the Perf Analyzer's raw file: one experiment and its successful
 * requests, on one line. Texts are not recorded; placeholders replace them ({@link
 * PlaceholderText}) in the format of the endpoint's responses, so that GenAI-Perf's own parser
 * counts the same number of tokens. Members that it does not read: {@code request_id}, {@code
 * input_tokens}, {@code output_tokens} and {@code good} of a request, {@code run_id} and {@code
 * texts} of the run.
 */
final class PerfAnalyzerJson {
  static final String EXPERIMENTS = "experiments";
  static final String EXPERIMENT = "experiment";
  static final String REQUESTS = "requests";
  static final String WINDOW_BOUNDARIES = "window_boundaries";
  static final String SERVICE_KIND = "service_kind";
  static final String ENDPOINT = "endpoint";
  static final String RUN_ID = "run_id";
  static final String TIMESTAMP = "timestamp";
  static final String REQUEST_INPUTS = "request_inputs";
  static final String SESSION_ID = "session_id";
  static final String RESPONSE_TIMESTAMPS = "response_timestamps";
  static final String RESPONSE_OUTPUTS = "response_outputs";
  static final String INPUT_TOKENS = "input_tokens";
  static final String OUTPUT_TOKENS = "output_tokens";
  static final String GOOD = "good";

  private static final String TEXTS =
      "not recorded: the word 'token' stands as often as there were tokens";
  private static final int REASONING = 1;

  private final JsonDocument json;
  private final GenAiPerfRun run;
  private final PlaceholderExchange exchange;

  private PerfAnalyzerJson(JsonDocument json, GenAiPerfRun run) {
    this.json = json;
    this.run = run;
    this.exchange = new PlaceholderExchange(run.endpoint(), run.streaming());
  }

  /**
   * Writes all requests.
   *
   * @param other also receives each request, so that they are read once
   */
  static void write(
      JsonDocument json,
      GenAiPerfRun run,
      GenAiPerfConfiguration configuration,
      GenAiPerfRun.Reader other)
      throws IOException {
    PerfAnalyzerJson record = new PerfAnalyzerJson(json, run);
    RunReport report = run.report();
    json.objects(
        EXPERIMENTS,
        List.of(report),
        only -> {
          json.object(
              EXPERIMENT,
              () -> {
                json.text("mode", configuration.mode());
                json.tree("value", configuration.level());
              });
          json.objectsOneByOne(
              REQUESTS,
              requests ->
                  run.forEach(
                      (request, row) -> {
                        other.request(request, row);
                        requests.line(ignored -> record.write(request, row));
                      }));
          json.plainIntegers(WINDOW_BOUNDARIES, report.startEpochNanos(), report.endEpochNanos());
        });
    json.text("version", "longhaul " + report.run().getToolVersion());
    json.text(SERVICE_KIND, run.endpoint().serviceKind());
    json.text(ENDPOINT, configuration.path());
    json.text(RUN_ID, report.run().getRunId());
    json.text("texts", TEXTS);
  }

  private void write(RecordedRequest request, RequestRow row) throws IOException {
    json.plainInteger(TIMESTAMP, request.startEpochNanos());
    json.object(
        REQUEST_INPUTS,
        () -> {
          String prompt = PlaceholderText.of(Math.max(request.inputTokens(), 0));
          json.members(exchange.inputs(row.getModel(), prompt));
          json.textIfAny(SESSION_ID, request.session());
        });
    List<String> outputs = outputs(request, row);
    if (outputs.size() == 1) {
      json.plainIntegers(RESPONSE_TIMESTAMPS, request.endEpochNanos());
    } else {
      json.plainIntegers(RESPONSE_TIMESTAMPS, request.responsesEpochNanos());
    }
    json.objects(RESPONSE_OUTPUTS, outputs, output -> json.text(exchange.outputName(), output));
    json.text("request_id", row.getRequestId());
    writeCount(INPUT_TOKENS, request.inputTokens());
    writeCount(OUTPUT_TOKENS, request.outputTokens());
    if (run.hasSlos()) {
      json.truth(GOOD, request.good());
    }
  }

  private void writeCount(String name, int count) throws IOException {
    if (count != RecordedRequest.NO_COUNT) {
      json.plainInteger(name, count);
    }
  }

  /** Returns one text per response. */
  private List<String> outputs(RecordedRequest request, RequestRow row) {
    int parts = run.endpoint().isReadInPieces() ? request.responsesEpochNanos().length : 1;
    if (!run.endpoint().hasTokens()) {
      return Collections.nCopies(parts, "");
    }
    List<String> texts =
        PlaceholderText.split(Math.max(request.outputTokens(), 0), parts, row.getChunkTokens());
    List<String> outputs =
        IntStream.range(0, parts)
            .mapToObj(i -> exchange.output(texts.get(i), isReasoning(row, i)))
            .toList();
    // GenAI-Perf divides by this latency; a request with a single response has none.
    return request.interTokenLatencyNanos() == 0 ? List.of(String.join("", outputs)) : outputs;
  }

  private static boolean isReasoning(RequestRow row, int chunk) {
    return chunk < row.getChunkKinds().size() && row.getChunkKinds().get(chunk) == REASONING;
  }
}
