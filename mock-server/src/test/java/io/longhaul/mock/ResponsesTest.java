package io.longhaul.mock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.net.SocketException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests whole responses, completions, lengths, rejections, and requests of no endpoint. */
class ResponsesTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String CHAT = "/v1/chat/completions";
  private static final String COMPLETIONS = "/v1/completions";

  @TempDir private Path folder;
  private MockServer server;
  private RawClient client;

  @BeforeEach
  void start() throws Exception {
    start(quick());
  }

  @AfterEach
  void stop() throws Exception {
    client.close();
    server.close();
  }

  @Test
  void aWholeResponseHasMessageFinishReasonAndUsage() throws Exception {
    client.post(CHAT, chat("\"max_tokens\":3"));

    RawClient.Response response = client.readResponse();
    JsonNode body = JSON.readTree(response.body());
    assertThat(response.head())
        .startsWith("HTTP/1.1 200 OK\r\n")
        .contains("content-type: application/json");
    assertThat(body.get("object").asText()).isEqualTo("chat.completion");
    assertThat(body.at("/choices/0/message/role").asText()).isEqualTo("assistant");
    assertThat(body.at("/choices/0/message/content").asText()).matches("( [a-z]+){3}");
    assertThat(body.at("/choices/0/finish_reason").asText()).isEqualTo("length");
    assertThat(body.get("usage"))
        .hasToString("{\"prompt_tokens\":2,\"total_tokens\":5,\"completion_tokens\":3}");
  }

  @Test
  void aWholeResponseIsOneWriteInTheTruthLog() throws Exception {
    client.post(CHAT, chat("\"max_tokens\":3"), "X-Mock-Ttft: 10ms", "X-Mock-Itl: 5ms");
    client.readResponse();

    JsonNode truth = TruthLines.await(folder.resolve("truth.jsonl"), 1).get(0);
    assertThat(TruthLines.writeTimes(truth)).hasSize(1);
    assertThat(TruthLines.writeTimes(truth).get(0) - truth.get("request_complete_ns").asLong())
        .isGreaterThanOrEqualTo(20_000_000);
    assertThat(truth.get("output_tokens").asInt()).isEqualTo(3);
    assertThat(truth.get("stream").asBoolean()).isFalse();
    assertThat(truth.get("request_id").isNull()).isTrue();
  }

  @Test
  void completionsStreamTextsWithoutARole() throws Exception {
    client.post(
        COMPLETIONS,
        "{\"model\":\"m\",\"stream\":true,\"max_tokens\":2,\"prompt\":\"one two three\"}");
    client.readHead();

    List<String> events = client.readChunks();
    assertThat(events).hasSize(4);
    JsonNode first = JSON.readTree(events.get(0).substring(6));
    assertThat(first.get("object").asText()).isEqualTo("text_completion");
    assertThat(first.at("/choices/0/text").asText()).matches(" [a-z]+");
    assertThat(JSON.readTree(events.get(2).substring(6)).at("/choices/0/finish_reason").asText())
        .isEqualTo("length");
  }

  @Test
  void aPromptOfTokenIdsCountsItsIds() throws Exception {
    client.post(COMPLETIONS, "{\"model\":\"m\",\"max_tokens\":2,\"prompt\":[1,2,3,4]}");

    assertThat(JSON.readTree(client.readResponse().body()).at("/usage/prompt_tokens").asInt())
        .isEqualTo(4);
  }

  @Test
  void theOutputHasTheDrawnOrTheLimitedLength() throws Exception {
    assertThat(outputTokens("")).isEqualTo(8);
    assertThat(outputTokens("\"max_tokens\":5")).isEqualTo(5);
    assertThat(outputTokens("\"max_completion_tokens\":5,\"max_tokens\":6")).isEqualTo(5);
    assertThat(outputTokens("\"max_tokens\":20")).isEqualTo(8);
    assertThat(outputTokens("\"max_tokens\":20,\"min_tokens\":12")).isEqualTo(12);
    assertThat(outputTokens("\"max_tokens\":20,\"ignore_eos\":true")).isEqualTo(20);
    assertThat(outputTokens("\"max_tokens\":null,\"ignore_eos\":true")).isEqualTo(8);
  }

  @Test
  void aResponseShorterThanItsLimitHasFinishReasonStop() throws Exception {
    client.post(CHAT, chat("\"max_tokens\":20"));

    assertThat(JSON.readTree(client.readResponse().body()).at("/choices/0/finish_reason").asText())
        .isEqualTo("stop");
  }

  @Test
  void theSameSeedAndRequestIdYieldTheSameText() throws Exception {
    String first = text("same");
    String other = text("other");
    restart(quick().seed(1));
    String again = text("same");
    restart(quick().seed(2));
    String underAnotherSeed = text("same");

    assertThat(again).isEqualTo(first);
    assertThat(other).isNotEqualTo(first);
    assertThat(underAnotherSeed).isNotEqualTo(first);
  }

  @Test
  void rulesApplyToTheRequestsThatTheyName() throws Exception {
    restart(quick().fault("request 2: status 500").fault("every 2: status 503"));

    assertThat(status()).isEqualTo("200");
    assertThat(status()).isEqualTo("500");
    assertThat(status()).isEqualTo("200");
    assertThat(status()).isEqualTo("503");
  }

  @Test
  void prefillAddsToTheTimeToFirstTokenWordByWord() throws Exception {
    restart(quick().prefillPerPromptToken("10ms"));
    client.post(CHAT, chat("\"max_tokens\":1"));
    client.readResponse();

    JsonNode truth = TruthLines.await(folder.resolve("truth.jsonl"), 1).get(0);
    assertThat(TruthLines.writeTimes(truth).get(0) - truth.get("request_complete_ns").asLong())
        .isGreaterThanOrEqualTo(20_000_000);
  }

  @Test
  void theHeadersOfAStreamPrecedeAnyWork() throws Exception {
    client.post(CHAT, chat("\"stream\":true,\"max_tokens\":1"), "X-Mock-Ttft: 1h");

    assertThat(client.readHead()).startsWith("HTTP/1.1 200 OK");
  }

  @Test
  void aWrongOrMissingKeyIsRejected() throws Exception {
    restart(quick().apiKey("secret"));

    client.post(CHAT, chat("\"max_tokens\":1"));
    RawClient.Response missing = client.readResponse();
    client.post(CHAT, chat("\"max_tokens\":1"), "Authorization: Bearer guess");
    RawClient.Response wrong = client.readResponse();
    client.post(CHAT, chat("\"max_tokens\":1"), "Authorization: Bearer secret");
    RawClient.Response right = client.readResponse();

    assertThat(missing.head()).startsWith("HTTP/1.1 401 Unauthorized");
    assertThat(missing.body()).contains("authentication_error");
    assertThat(wrong.head()).startsWith("HTTP/1.1 401 Unauthorized");
    assertThat(right.head()).startsWith("HTTP/1.1 200 OK");
    List<JsonNode> truth = TruthLines.await(folder.resolve("truth.jsonl"), 3);
    assertThat(truth).extracting(line -> line.get("status").asInt()).containsExactly(401, 401, 200);
    assertThat(truth)
        .extracting(line -> line.get("outcome").asText())
        .containsExactly("error", "error", "complete");
  }

  @Test
  void invalidRequestsAreRejectedWithTheReason() throws Exception {
    assertThat(refusal("{\"model\":")).contains("Invalid body: not JSON");
    assertThat(refusal("[]")).isEqualTo("Invalid body: [] (object)");
    assertThat(refusal("")).isEqualTo("Invalid body: nothing (object)");
    assertThat(refusal("{\"messages\":[]}")).isEqualTo("Invalid /model: missing (it is required)");
    assertThat(refusal("{\"model\":\"m\"}"))
        .isEqualTo("Invalid /messages: missing (it is required)");
    assertThat(refusal("{\"model\":\"m\",\"messages\":[{\"role\":\"user\",\"content\":[7]}]}"))
        .isEqualTo("Invalid /messages/0/content/0: 7 (object)");
    assertThat(refusal(chat("\"max_tokens\":-1"))).isEqualTo("Invalid /max_tokens: -1 (1 or more)");
    assertThat(refusal(chat("\"max_tokens\":1e3"))).startsWith("Invalid /max_tokens: 1000.0");
    assertThat(refusal(chat("\"n\":2"))).isEqualTo("Invalid /n: 2 (one of [1, null])");
    assertThat(refusal(chat("\"stream\":\"yes\"")))
        .isEqualTo("Invalid /stream: \"yes\" (boolean or null)");
  }

  @Test
  void healthModelsAndUnknownPathsAreServedOnTheSameConnection() throws Exception {
    client.get("/health");
    assertThat(client.readResponse().head()).startsWith("HTTP/1.1 200 OK");
    client.get("/v1/models");
    assertThat(JSON.readTree(client.readResponse().body()).at("/data/0/id").asText())
        .isEqualTo("mock-model");
    client.get("/nothing");
    assertThat(client.readResponse().head()).startsWith("HTTP/1.1 404 Not Found");
    client.get(CHAT);
    assertThat(client.readResponse().head())
        .startsWith("HTTP/1.1 405 Method Not Allowed")
        .endsWith("\r\nallow: POST");
    assertThat(server.requestsReceived()).isZero();
  }

  @Test
  void metricsMatchTheServedRequests() throws Exception {
    client.get("/metrics");
    RawClient.Response before = client.readResponse();
    assertThat(before.head()).contains("content-type: text/plain; version=0.0.4; charset=utf-8");
    assertThat(before.body())
        .contains("# TYPE vllm:num_requests_running gauge\n")
        .contains(
            "vllm:request_success_total{engine=\"0\",model_name=\"mock-model\","
                + "finished_reason=\"stop\"} 0.0\n");

    for (int i = 0; i < 3; i++) {
      client.post(CHAT, chat("\"max_tokens\":4"), "X-Mock-Output-Tokens: 4");
      client.readResponse();
    }
    client.post(CHAT, chat("\"max_tokens\":4"), "X-Mock-Fault: status 503");
    client.readResponse();
    client.get("/metrics");

    assertThat(client.readResponse().body())
        .contains("vllm:generation_tokens_total{engine=\"0\",model_name=\"mock-model\"} 12.0\n")
        .contains("finished_reason=\"length\"} 3.0\n")
        .contains("vllm:num_requests_running{engine=\"0\",model_name=\"mock-model\"} 0.0\n")
        .contains("vllm:kv_cache_usage_perc{engine=\"0\",model_name=\"mock-model\"} 0.0\n")
        .contains(
            "vllm:time_to_first_token_seconds_bucket{engine=\"0\",model_name=\"mock-model\","
                + "le=\"+Inf\"} 3.0\n")
        .contains(
            "vllm:e2e_request_latency_seconds_count{engine=\"0\",model_name=\"mock-model\"} 3.0\n");
  }

  @Test
  void aChunkedBodyInSeveralPacketsIsReadCompletely() throws Exception {
    String body = chat("\"max_tokens\":1");
    client.send(
        "POST "
            + CHAT
            + " HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\nExpect: 100-continue\r\n\r\n");
    assertThat(client.readHead()).isEqualTo("HTTP/1.1 100 Continue");
    client.send(Integer.toHexString(10) + "\r\n" + body.substring(0, 10) + "\r\n");
    client.send(
        Integer.toHexString(body.length() - 10) + "\r\n" + body.substring(10) + "\r\n0\r\n\r\n");

    assertThat(client.readResponse().head()).startsWith("HTTP/1.1 200 OK");
    JsonNode truth = TruthLines.await(folder.resolve("truth.jsonl"), 1).get(0);
    assertThat(truth.get("received_ns").asLong())
        .isLessThan(truth.get("request_complete_ns").asLong());
  }

  @Test
  void invalidHttpIsRejectedAndTheConnectionClosed() throws Exception {
    client.send("hello\r\n\r\n");

    assertThat(client.readResponse().head())
        .startsWith("HTTP/1.1 400 Bad Request")
        .contains("connection: close");
    assertThat(client.readToEnd()).isEmpty();
  }

  @Test
  void aWholeResponseCanBeCutInItsBody() throws Exception {
    client.post(CHAT, chat("\"max_tokens\":3"), "X-Mock-Fault: truncate after 1");
    assertThat(client.readHead()).contains("content-length: ");
    assertThat(client.readToEnd()).startsWith("{\"id\":").doesNotEndWith("}");
    client.close();

    client = new RawClient(server.llmPort());
    client.post(CHAT, chat("\"max_tokens\":3"), "X-Mock-Fault: reset");
    assertThatThrownBy(() -> client.read()).isInstanceOf(SocketException.class);

    List<JsonNode> truth = TruthLines.await(folder.resolve("truth.jsonl"), 2);
    assertThat(truth)
        .extracting(line -> line.get("outcome").asText())
        .containsExactly("cut", "cut");
  }

  @Test
  void aWholeResponseCanBeAnErrorWithStatus200OrInvalidJson() throws Exception {
    client.post(CHAT, chat("\"max_tokens\":3"), "X-Mock-Fault: error-event");
    RawClient.Response error = client.readResponse();
    client.post(CHAT, chat("\"max_tokens\":3"), "X-Mock-Fault: malformed-json");
    RawClient.Response malformed = client.readResponse();

    assertThat(error.head()).startsWith("HTTP/1.1 200 OK");
    assertThat(error.body()).startsWith("{\"error\":");
    assertThat(malformed.body()).startsWith("{\"id\":").doesNotEndWith("}");
  }

  @Test
  void aWholeResponseCanStallInItsBodyOrBeSplitInsideACharacter() throws Exception {
    client.post(CHAT, chat("\"max_tokens\":3"), "X-Mock-Fault: stall 30ms after 1");
    RawClient.Response stalled = client.readResponse();
    client.post(CHAT, chat("\"max_tokens\":3"), "X-Mock-Fault: split-utf8 after 1");
    RawClient.Response split = client.readResponse();

    assertThat(JSON.readTree(stalled.body()).at("/usage/completion_tokens").asInt()).isEqualTo(3);
    assertThat(JSON.readTree(split.body()).at("/choices/0/message/content").asText())
        .contains(" größe");
  }

  private MockServerOptions.Builder quick() {
    return MockServerOptions.builder()
        .seed(1)
        .timeToFirstToken("0ms")
        .interTokenLatency("0ms")
        .outputTokens("8")
        .truthLog(folder.resolve("truth.jsonl"));
  }

  private void start(MockServerOptions.Builder options) throws Exception {
    server = MockServer.start(options.build());
    client = new RawClient(server.llmPort());
  }

  private void restart(MockServerOptions.Builder options) throws Exception {
    stop();
    start(options);
  }

  private static String chat(String fields) {
    return "{\"model\":\"m\",\"messages\":[{\"role\":\"user\",\"content\":\"two words\"}]"
        + (fields.isEmpty() ? "" : ",")
        + fields
        + "}";
  }

  private int outputTokens(String fields) throws Exception {
    client.post(CHAT, chat(fields));
    return JSON.readTree(client.readResponse().body()).at("/usage/completion_tokens").asInt();
  }

  private String text(String requestId) throws Exception {
    client.post(CHAT, chat(""), "X-Request-ID: " + requestId);
    return JSON.readTree(client.readResponse().body()).at("/choices/0/message/content").asText();
  }

  private String status() throws Exception {
    client.post(CHAT, chat(""));
    return client.readResponse().head().substring("HTTP/1.1 ".length(), "HTTP/1.1 200".length());
  }

  private String refusal(String body) throws Exception {
    client.post(CHAT, body);
    RawClient.Response response = client.readResponse();
    assertThat(response.head()).startsWith("HTTP/1.1 400 Bad Request");
    return JSON.readTree(response.body()).at("/error/message").asText();
  }
}
