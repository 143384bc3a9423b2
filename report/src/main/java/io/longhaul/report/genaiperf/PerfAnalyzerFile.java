package io.longhaul.report.genaiperf;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.longhaul.metrics.genaiperf.RecordedRequest;
import io.longhaul.report.json.ReadJson;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;

/**
 * Reads a {@code profile_export.json} that {@link PerfAnalyzerJson} wrote, with one request in
 * memory at a time.
 */
final class PerfAnalyzerFile {
  private static final List<String> SERVICE_KINDS =
      Arrays.stream(GenAiPerfEndpoint.values())
          .map(GenAiPerfEndpoint::serviceKind)
          .distinct()
          .toList();

  /** Maximum length of a text: a prompt of ten million tokens. */
  private static final int LONGEST_TEXT = 64 << 20;

  private static final ObjectMapper MAPPER = ReadJson.mapper(LONGEST_TEXT);

  private final Path file;
  private final Reader reader;
  private JsonNode experiment = MissingNode.getInstance();
  private JsonNode windowBoundaries = MissingNode.getInstance();
  private String serviceKind = "";
  private String endpoint = "";
  private String runId = "";
  private long requests;

  /**
   * The members outside the requests.
   *
   * @param experiment mode and value of the load
   * @param windowBoundaries start and end, in epoch nanoseconds
   */
  record Frame(
      JsonNode experiment,
      JsonNode windowBoundaries,
      String serviceKind,
      String endpoint,
      String runId) {}

  /** Receives the requests one by one. */
  @FunctionalInterface
  interface Reader {
    /**
     * Receives the next request.
     *
     * @param request the parsed request
     * @param whole all its members
     */
    void request(RecordedRequest request, ObjectNode whole) throws IOException;
  }

  private PerfAnalyzerFile(Path file, Reader reader) {
    this.file = file;
    this.reader = reader;
  }

  /**
   * Reads all requests.
   *
   * @throws IOException if the file is invalid; the message says why
   */
  static Frame read(Path file, Reader reader) throws IOException {
    return new PerfAnalyzerFile(file, reader).read();
  }

  private Frame read() throws IOException {
    try (JsonParser json = MAPPER.getFactory().createParser(file.toFile())) {
      require(json.nextToken() == JsonToken.START_OBJECT, "it is not a JSON object");
      while (json.nextToken() == JsonToken.FIELD_NAME) {
        String name = json.currentName();
        json.nextToken();
        switch (name) {
          case PerfAnalyzerJson.EXPERIMENTS -> readExperiments(json);
          case PerfAnalyzerJson.SERVICE_KIND -> serviceKind = json.getValueAsString("");
          case PerfAnalyzerJson.ENDPOINT -> endpoint = json.getValueAsString("");
          case PerfAnalyzerJson.RUN_ID -> runId = json.getValueAsString("");
          default -> json.skipChildren();
        }
      }
    } catch (JsonProcessingException e) {
      throw new IOException("it is not JSON: " + e.getOriginalMessage(), e);
    }
    require(
        !experiment.isMissingNode(),
        "it has no experiments, which a file of the Perf Analyzer has");
    require(
        !runId.isEmpty(),
        "Longhaul did not write it: its responses are texts without token counts (merge it"
            + " with GenAI-Perf itself)");
    require(
        SERVICE_KINDS.contains(serviceKind),
        "its service_kind is '" + serviceKind + "', not " + String.join(" or ", SERVICE_KINDS));
    require(requests > 0, "it has no requests");
    return new Frame(experiment, windowBoundaries, serviceKind, endpoint, runId);
  }

  private void readExperiments(JsonParser json) throws IOException {
    require(json.isExpectedStartArrayToken(), "its experiments are not an array");
    while (json.nextToken() == JsonToken.START_OBJECT) {
      require(experiment.isMissingNode(), "it has several experiments (one)");
      while (json.nextToken() == JsonToken.FIELD_NAME) {
        String name = json.currentName();
        json.nextToken();
        switch (name) {
          case PerfAnalyzerJson.EXPERIMENT -> experiment = json.readValueAsTree();
          case PerfAnalyzerJson.WINDOW_BOUNDARIES -> windowBoundaries = json.readValueAsTree();
          case PerfAnalyzerJson.REQUESTS -> readRequests(json);
          default -> json.skipChildren();
        }
      }
    }
  }

  private void readRequests(JsonParser json) throws IOException {
    require(json.isExpectedStartArrayToken(), "its requests are not an array");
    while (json.nextToken() != JsonToken.END_ARRAY) {
      requests++;
      JsonNode request = json.readValueAsTree();
      require(request instanceof ObjectNode, "request " + requests + " is not an object");
      reader.request(recorded(request), (ObjectNode) request);
    }
  }

  private RecordedRequest recorded(JsonNode request) throws IOException {
    JsonNode stamps = request.path(PerfAnalyzerJson.RESPONSE_TIMESTAMPS);
    JsonNode outputs = request.path(PerfAnalyzerJson.RESPONSE_OUTPUTS);
    requireOfRequest(
        request.path(PerfAnalyzerJson.TIMESTAMP).isIntegralNumber(), "has no timestamp");
    requireOfRequest(!stamps.isEmpty(), "has no response_timestamps");
    requireOfRequest(
        stamps.size() == outputs.size(),
        "has a different number of responses and response_timestamps");
    LongStream.Builder responses = LongStream.builder();
    for (int i = 0; i < stamps.size(); i++) {
      requireOfRequest(stamps.get(i).isIntegralNumber(), "has a response without a time");
      int events = events(outputs.get(i).path(PlaceholderExchange.RESPONSE).asText());
      for (int event = 0; event < events; event++) {
        responses.add(stamps.get(i).longValue());
      }
    }
    RecordedRequest recorded =
        new RecordedRequest(
            request.path(PerfAnalyzerJson.TIMESTAMP).longValue(),
            responses.build().toArray(),
            count(request, PerfAnalyzerJson.INPUT_TOKENS),
            count(request, PerfAnalyzerJson.OUTPUT_TOKENS),
            request.path(PerfAnalyzerJson.GOOD).asBoolean(),
            request
                .path(PerfAnalyzerJson.REQUEST_INPUTS)
                .path(PerfAnalyzerJson.SESSION_ID)
                .asText(RecordedRequest.NO_SESSION));
    requireOfRequest(
        recorded.isInTime(), "has a response before its start or before the previous response");
    return recorded;
  }

  /**
   * Returns the number of events in a response, which contains all events of a stream that arrived
   * together.
   */
  private static int events(String response) {
    int events = 0;
    int end = response.indexOf(PlaceholderExchange.EVENT_END);
    while (end >= 0) {
      events++;
      end = response.indexOf(PlaceholderExchange.EVENT_END, end + 1);
    }
    return Math.max(events, 1);
  }

  private int count(JsonNode request, String name) throws IOException {
    JsonNode count = request.path(name);
    if (count.isMissingNode()) {
      return RecordedRequest.NO_COUNT;
    }
    requireOfRequest(count.canConvertToInt() && count.intValue() >= 0, "has an invalid " + name);
    return count.intValue();
  }

  private void requireOfRequest(boolean fact, String otherwise) throws IOException {
    require(fact, "request " + requests + " " + otherwise);
  }

  private static void require(boolean fact, String otherwise) throws IOException {
    if (!fact) {
      throw new IOException(otherwise);
    }
  }
}
