package io.longhaul.mock;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StreamedChatTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String CHAT = "/v1/chat/completions";
  private static final String THREE_TOKENS =
      """
      {"model":"tiny","stream":true,"max_tokens":3,"messages":[{"role":"user","content":"Why is the sky blue?"}]}\
      """;
  private static final String THREE_TOKENS_WITH_USAGE =
      """
      {"model":"tiny","stream":true,"stream_options":{"include_usage":true},"max_completion_tokens":3,\
      "messages":[{"role":"system","content":"Be brief."},{"role":"user","content":[{"type":"text","text":"Why is it?"}]}]}\
      """;

  @TempDir private Path folder;
  private MockServer server;
  private RawClient client;

  @BeforeEach
  void startAQuickServer() throws Exception {
    server =
        MockServer.start(
            MockServerOptions.builder()
                .timeToFirstToken("20ms")
                .interTokenLatency("5ms")
                .truthLog(folder.resolve("truth.jsonl"))
                .build());
    client = new RawClient(server.llmPort());
  }

  @AfterEach
  void stop() throws Exception {
    client.close();
    server.close();
  }

  @Test
  void aStreamIsRoleTokensFinishAndDone() throws Exception {
    client.post(CHAT, THREE_TOKENS);

    assertThat(client.readHead())
        .startsWith("HTTP/1.1 200 OK\r\n")
        .contains("content-type: text/event-stream; charset=utf-8")
        .contains("transfer-encoding: chunked");
    List<String> events = client.readChunks();
    assertThat(events)
        .hasSize(6)
        .allMatch(event -> event.startsWith("data: ") && event.endsWith("\n\n"));
    assertThat(delta(events.get(0))).hasToString("{\"role\":\"assistant\",\"content\":\"\"}");
    for (String token : events.subList(1, 4)) {
      assertThat(delta(token).get("content").asText()).matches(" [a-z]+");
      assertThat(choice(token).get("finish_reason").isNull()).isTrue();
    }
    assertThat(delta(events.get(4)).isEmpty()).isTrue();
    assertThat(choice(events.get(4)).get("finish_reason").asText()).isEqualTo("length");
    assertThat(events.get(5)).isEqualTo("data: [DONE]\n\n");
  }

  @Test
  void allEventsOfAStreamHaveOneIdAndTheRequestedModel() throws Exception {
    client.post(CHAT, THREE_TOKENS);
    client.readHead();

    List<JsonNode> events = new ArrayList<>();
    for (String event : client.readChunks().subList(0, 5)) {
      events.add(json(event));
    }
    assertThat(events)
        .extracting(event -> event.get("id").asText())
        .containsOnly(events.get(0).get("id").asText());
    assertThat(events).extracting(event -> event.get("model").asText()).containsOnly("tiny");
    assertThat(events)
        .extracting(event -> event.get("object").asText())
        .containsOnly("chat.completion.chunk");
  }

  @Test
  void usageIsAChunkWithoutChoicesIfRequested() throws Exception {
    client.post(CHAT, THREE_TOKENS_WITH_USAGE);
    client.readHead();

    List<String> events = client.readChunks();
    JsonNode usage = json(events.get(5));
    assertThat(events).hasSize(7);
    assertThat(usage.get("choices").isEmpty()).isTrue();
    assertThat(usage.get("usage"))
        .hasToString("{\"prompt_tokens\":5,\"total_tokens\":8,\"completion_tokens\":3}");
  }

  @Test
  void tokensAreSentWhenDueAndTheTruthLogHasTheirTimes() throws Exception {
    client.post(CHAT, THREE_TOKENS, "X-Request-ID: r-1", "X-Correlation-ID: c-1");
    client.readHead();
    client.readChunks();
    long received = System.nanoTime();

    JsonNode truth = TruthLines.await(folder.resolve("truth.jsonl"), 1).get(0);
    long complete = truth.get("request_complete_ns").asLong();
    List<Long> writes = TruthLines.writeTimes(truth);
    assertThat(truth.get("request_id").asText()).isEqualTo("r-1");
    assertThat(truth.get("correlation_id").asText()).isEqualTo("c-1");
    assertThat(truth.get("received_ns").asLong()).isLessThanOrEqualTo(complete);
    assertThat(truth.get("headers_written_ns").asLong()).isGreaterThan(complete);
    assertThat(writes).hasSize(3).isSorted();
    for (int token = 0; token < 3; token++) {
      assertThat(writes.get(token) - complete)
          .isGreaterThanOrEqualTo(20_000_000 + token * 5_000_000L);
    }
    assertThat(truth.get("finish_ns").asLong()).isBetween(writes.get(2), received);
    assertThat(truth.get("prompt_tokens").asInt()).isEqualTo(5);
    assertThat(truth.get("output_tokens").asInt()).isEqualTo(3);
    assertThat(truth.get("model").asText()).isEqualTo("tiny");
    assertThat(truth.get("stream").asBoolean()).isTrue();
    assertThat(truth.get("status").asInt()).isEqualTo(200);
    assertThat(truth.get("outcome").asText()).isEqualTo("complete");
    assertThat(truth.get("fault").isNull()).isTrue();
  }

  @Test
  void aConnectionServesSeveralRequestsInSequence() throws Exception {
    for (int i = 0; i < 3; i++) {
      client.post(CHAT, THREE_TOKENS);
      client.readHead();
      assertThat(client.readChunks()).hasSize(6);
    }

    List<JsonNode> truth = TruthLines.await(folder.resolve("truth.jsonl"), 3);
    assertThat(truth).extracting(line -> line.get("connection").asInt()).containsExactly(1, 1, 1);
    assertThat(truth)
        .extracting(line -> line.get("request_on_connection").asInt())
        .containsExactly(1, 2, 3);
    assertThat(server.requestsReceived()).isEqualTo(3);
    assertThat(server.openStreams()).isZero();
  }

  @Test
  void pipelinedRequestsAreServedInOrder() throws Exception {
    client.send(request("first") + request("second"));

    client.readHead();
    client.readChunks();
    client.readHead();
    client.readChunks();
    List<JsonNode> truth = TruthLines.await(folder.resolve("truth.jsonl"), 2);
    assertThat(truth)
        .extracting(line -> line.get("request_id").asText())
        .containsExactly("first", "second");
    assertThat(truth.get(1).get("received_ns").asLong())
        .isLessThan(truth.get(0).get("finish_ns").asLong());
  }

  @Test
  void connectionCloseIsHonoured() throws Exception {
    client.post(CHAT, THREE_TOKENS, "Connection: close");

    assertThat(client.readHead()).contains("connection: close");
    assertThat(client.readToEnd()).endsWith("0\r\n\r\n");
  }

  @Test
  void aClientThatDisconnectsIsInTheTruthLog() throws Exception {
    client.post(CHAT, THREE_TOKENS, "X-Mock-Ttft: 0ms", "X-Mock-Itl: 10s", "X-Request-ID: gone");
    client.readHead();
    client.readChunk();
    client.readChunk();
    client.reset();

    JsonNode truth = TruthLines.await(folder.resolve("truth.jsonl"), 1).get(0);
    assertThat(truth.get("request_id").asText()).isEqualTo("gone");
    assertThat(truth.get("outcome").asText()).isEqualTo("client_closed");
    assertThat(truth.get("output_tokens").asInt()).isEqualTo(1);
    assertThat(server.openStreams()).isZero();
  }

  @Test
  void writesToAFullSocketAreCounted() throws Exception {
    client.post(CHAT, THREE_TOKENS, "X-Mock-Fault: huge-event 50000000 after 2");

    JsonNode truth = TruthLines.await(folder.resolve("truth.jsonl"), 1).get(0);
    assertThat(truth.get("blocked_writes").asInt()).isBetween(1, 3);
    assertThat(truth.get("output_tokens").asInt()).isEqualTo(3);
    client.readHead();
    assertThat(client.readChunks()).hasSize(6);
  }

  @Test
  void garbageAfterARequestEndsItsResponse() throws Exception {
    client.send(request("first") + "hello\r\n\r\n");

    assertThat(client.readHead()).startsWith("HTTP/1.1 200 OK");
    assertThat(client.readToEnd()).isEmpty();
    JsonNode truth = TruthLines.await(folder.resolve("truth.jsonl"), 1).get(0);
    assertThat(truth.get("outcome").asText()).isEqualTo("client_closed");
  }

  @Test
  void aRequestThatIsOpenWhenTheServerClosesIsInTheTruthLog() throws Exception {
    client.post(CHAT, THREE_TOKENS, "X-Mock-Ttft: 10s");
    client.readHead();
    server.close();

    JsonNode truth = TruthLines.read(folder.resolve("truth.jsonl")).get(0);
    assertThat(truth.get("outcome").asText()).isEqualTo("server_closed");
  }

  private static String request(String id) {
    return "POST "
        + CHAT
        + " HTTP/1.1\r\nHost: a\r\nX-Request-ID: "
        + id
        + "\r\nContent-Length: "
        + THREE_TOKENS.length()
        + "\r\n\r\n"
        + THREE_TOKENS;
  }

  private static JsonNode json(String event) throws Exception {
    return JSON.readTree(event.substring("data: ".length()));
  }

  private static JsonNode choice(String event) throws Exception {
    return json(event).get("choices").get(0);
  }

  private static JsonNode delta(String event) throws Exception {
    return choice(event).get("delta");
  }
}
