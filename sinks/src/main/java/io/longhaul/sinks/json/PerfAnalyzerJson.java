package io.longhaul.sinks.json;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.longhaul.export.RequestRow;
import io.longhaul.metrics.genaiperf.RecordedRequest;
import io.longhaul.sinks.genaiperf.GenAiPerfEndpoint;
import io.longhaul.sinks.genaiperf.GenAiPerfRun;
import io.longhaul.sinks.genaiperf.StandInText;
import io.longhaul.sinks.report.RunReport;
import java.io.IOException;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;

/**
 * {@code profile_export.json}, the Perf Analyzer's raw record: one experiment and its answered
 * requests, on one line. Texts are not recorded; words stand in for them ({@link StandInText}), in
 * the shape of the endpoint's answers, so that GenAI-Perf's own parser finds as many tokens. What
 * it does not read besides: {@code request_id}, {@code input_tokens}, {@code output_tokens} and
 * {@code good} of a request, {@code run_id} and {@code texts} of the run.
 */
final class PerfAnalyzerJson {
  static final String EXPERIMENTS = "experiments";
  static final String EXPERIMENT = "experiment";
  static final String REQUESTS = "requests";
  static final String WINDOW_BOUNDARIES = "window_boundaries";
  static final String SERVICE_KIND = "service_kind";
  static final String OPENAI = "openai";
  static final String ENDPOINT = "endpoint";
  static final String RUN_ID = "run_id";
  static final String TIMESTAMP = "timestamp";
  static final String REQUEST_INPUTS = "request_inputs";
  static final String SESSION_ID = "session_id";
  static final String RESPONSE_TIMESTAMPS = "response_timestamps";
  static final String RESPONSE_OUTPUTS = "response_outputs";
  static final String RESPONSE = "response";
  static final String INPUT_TOKENS = "input_tokens";
  static final String OUTPUT_TOKENS = "output_tokens";
  static final String GOOD = "good";

  /** What ends an event of a stream. */
  static final String EVENT_END = "\n\n";

  private static final String TEXTS =
      "not recorded: the word 'token' stands as often as there were tokens";
  private static final String CONTENT = "content";
  private static final int REASONING = 1;

  private static final ObjectMapper MAPPER = new ObjectMapper();

  private final JsonDocument json;
  private final GenAiPerfRun run;

  private PerfAnalyzerJson(JsonDocument json, GenAiPerfRun run) {
    this.json = json;
    this.run = run;
  }

  /**
   * Writes all requests.
   *
   * @param alongside is shown each request too, so that they are read once
   */
  static void write(
      JsonDocument json,
      GenAiPerfRun run,
      GenAiPerfConfiguration configuration,
      GenAiPerfRun.Reader alongside)
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
                        alongside.request(request, row);
                        requests.line(ignored -> record.write(request, row));
                      }));
          json.plainIntegers(WINDOW_BOUNDARIES, report.startEpochNanos(), report.endEpochNanos());
        });
    json.text("version", "longhaul " + report.run().getToolVersion());
    json.text(SERVICE_KIND, OPENAI);
    json.text(ENDPOINT, configuration.path());
    json.text(RUN_ID, report.run().getRunId());
    json.text("texts", TEXTS);
  }

  private void write(RecordedRequest request, RequestRow row) throws IOException {
    json.plainInteger(TIMESTAMP, request.startEpochNanos());
    json.object(
        REQUEST_INPUTS,
        () -> {
          json.text("payload", payload(request, row));
          json.textIfAny(SESSION_ID, request.session());
        });
    List<String> events = events(request, row);
    if (request.interTokenLatencyNanos() == 0) {
      // GenAI-Perf divides by this latency: as one response the request has none.
      json.plainIntegers(RESPONSE_TIMESTAMPS, request.endEpochNanos());
      writeOutputs(List.of(String.join("", events)));
    } else {
      json.plainIntegers(RESPONSE_TIMESTAMPS, request.responsesEpochNanos());
      writeOutputs(events);
    }
    json.text("request_id", row.getRequestId());
    writeCount(INPUT_TOKENS, request.inputTokens());
    writeCount(OUTPUT_TOKENS, request.outputTokens());
    if (run.promised()) {
      json.truth(GOOD, request.good());
    }
  }

  private void writeOutputs(List<String> responses) throws IOException {
    json.objects(RESPONSE_OUTPUTS, responses, response -> json.text(RESPONSE, response));
  }

  private void writeCount(String name, int count) throws IOException {
    if (count != RecordedRequest.NO_COUNT) {
      json.plainInteger(name, count);
    }
  }

  private String payload(RecordedRequest request, RequestRow row) {
    ObjectNode body = MAPPER.createObjectNode().put("model", row.getModel());
    String prompt = StandInText.of(Math.max(request.inputTokens(), 0));
    switch (run.endpoint()) {
      case CHAT -> body.putArray("messages").addObject().put("role", "user").put(CONTENT, prompt);
      case COMPLETIONS -> body.putArray("prompt").add(prompt);
      case EMBEDDINGS -> body.putArray("input").add(prompt);
    }
    if (run.streaming()) {
      body.put("stream", true);
    }
    return body.toString();
  }

  /** What came, one text for each response. */
  private List<String> events(RecordedRequest request, RequestRow row) {
    int pieces = request.responsesEpochNanos().length;
    if (!run.endpoint().hasTokens()) {
      return Collections.nCopies(pieces, "");
    }
    List<String> words =
        StandInText.pieces(Math.max(request.outputTokens(), 0), pieces, row.getChunkTokens());
    return IntStream.range(0, pieces)
        .mapToObj(i -> event(words.get(i), isReasoning(row, i)))
        .toList();
  }

  private static boolean isReasoning(RequestRow row, int chunk) {
    return chunk < row.getChunkKinds().size() && row.getChunkKinds().get(chunk) == REASONING;
  }

  private String event(String words, boolean reasoning) {
    String body =
        run.endpoint() == GenAiPerfEndpoint.CHAT
            ? chatAnswer(reasoning ? "reasoning_content" : CONTENT, words)
            : "{\"object\":\"text_completion\",\"choices\":[{\"text\":\"" + words + "\"}]}";
    return run.streaming() ? "data: " + body + EVENT_END : body;
  }

  private String chatAnswer(String member, String words) {
    String text = "\":{\"" + member + "\":\"" + words + "\"}}]}";
    return run.streaming()
        ? "{\"object\":\"chat.completion.chunk\",\"choices\":[{\"delta" + text
        : "{\"object\":\"chat.completion\",\"choices\":[{\"message" + text;
  }
}
