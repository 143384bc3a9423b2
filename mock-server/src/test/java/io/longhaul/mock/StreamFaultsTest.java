package io.longhaul.mock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the effect of each fault on a stream of four tokens, and on the truth log. */
class StreamFaultsTest {
  private static final String CHAT = "/v1/chat/completions";
  private static final String FOUR_TOKENS =
      """
      {"model":"m","stream":true,"max_tokens":4,"messages":[{"role":"user","content":"hi"}]}\
      """;
  private static final int ROLE = 1;

  @TempDir private Path folder;
  private MockServer server;
  private RawClient client;

  @BeforeEach
  void startAFastServer() throws Exception {
    server =
        MockServer.start(
            MockServerOptions.builder()
                .timeToFirstToken("1ms")
                .interTokenLatency("2ms")
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
  void aStatusComesWithAJsonErrorAndRetryAfter() throws Exception {
    ask("status 429 retry-after 1500ms");

    RawClient.Response response = client.readResponse();
    assertThat(response.head())
        .startsWith("HTTP/1.1 429 Too Many Requests\r\n")
        .contains("content-type: application/json")
        .endsWith("\r\nretry-after: 2");
    assertThat(response.body())
        .isEqualTo(
            "{\"error\":{\"message\":\"Scripted"
                + " failure\",\"type\":\"rate_limit_error\",\"param\":null,\"code\":429}}");
    assertTruth("error", 429, 0);
  }

  @Test
  void aStatusCanComeWithAnHtmlPage() throws Exception {
    ask("html-status 502");

    RawClient.Response response = client.readResponse();
    assertThat(response.head())
        .startsWith("HTTP/1.1 502 Bad Gateway\r\n")
        .contains("content-type: text/html");
    assertThat(response.body()).startsWith("<html>");
    assertTruth("error", 502, 0);
  }

  @Test
  void aRedirectPointsToAnotherOrigin() throws Exception {
    ask("redirect 307");

    assertThat(client.readResponse().head())
        .startsWith("HTTP/1.1 307 Temporary Redirect\r\n")
        .endsWith("\r\nlocation: http://localhost:1" + CHAT);
    assertTruth("error", 307, 0);
  }

  @Test
  void aResetBeforeTheHeadersSendsNoByte() throws Exception {
    ask("reset");

    assertThatThrownBy(() -> client.read())
        .isInstanceOf(SocketException.class)
        .hasMessageContaining("reset");
    assertTruth("cut", 0, 0);
  }

  @Test
  void aResetInTheStreamFollowsItsTokens() throws Exception {
    ask("reset after 2");
    client.readHead();
    readTokens(2);

    assertThatThrownBy(() -> client.read())
        .isInstanceOf(SocketException.class)
        .hasMessageContaining("reset");
    assertTruth("cut", 200, 2);
  }

  @Test
  void anEndlessStallLastsUntilTheClientDisconnects() throws Exception {
    ask("stall after 2");
    client.readHead();
    readTokens(2);
    client.patience(50);

    assertThatThrownBy(() -> client.read()).isInstanceOf(SocketTimeoutException.class);
    assertThat(server.openStreams()).isOne();
    client.close();
    assertTruth("client_closed", 200, 2);
  }

  @Test
  void aStallBeforeTheHeadersDelaysThem() throws Exception {
    long sent = System.nanoTime();
    ask("stall 60ms");
    client.readHead();

    assertThat(System.nanoTime() - sent).isGreaterThanOrEqualTo(60_000_000);
    assertThat(client.readChunks()).hasSize(ROLE + 4 + 2);
    assertTruth("complete", 200, 4);
  }

  @Test
  void aStallInTheStreamDelaysTheFollowingTokens() throws Exception {
    ask("stall 60ms after 2");
    client.readHead();
    assertThat(client.readChunks()).hasSize(ROLE + 4 + 2);

    List<Long> writes = TruthLines.writeTimes(assertTruth("complete", 200, 4));
    assertThat(writes.get(2) - writes.get(1)).isGreaterThanOrEqualTo(60_000_000);
  }

  @Test
  void aTruncatedStreamEndsWithoutItsLastChunk() throws Exception {
    ask("truncate after 3");
    client.readHead();
    readTokens(3);

    assertThat(client.readToEnd()).isEmpty();
    assertTruth("cut", 200, 3);
  }

  @Test
  void aFaultWithoutAPositionOccursHalfway() throws Exception {
    ask("truncate");
    client.readHead();
    readTokens(2);

    assertThat(client.readToEnd()).isEmpty();
    assertTruth("cut", 200, 2);
  }

  @Test
  void aTruncationAfterTheLastTokenLacksTheFinishReason() throws Exception {
    ask("truncate after 9");
    client.readHead();
    readTokens(4);

    assertThat(client.readToEnd()).isEmpty();
    assertTruth("cut", 200, 4);
  }

  @Test
  void aStreamThatEndsEarlyEndsRegularlyAndKeepsTheConnection() throws Exception {
    ask("end-early after 1");
    client.readHead();
    assertThat(client.readChunks()).hasSize(ROLE + 1);

    assertTruth("cut", 200, 1);
    assertTheConnectionServesAnotherRequest();
  }

  @Test
  void anEmptyStreamHasNoEventAtAll() throws Exception {
    ask("end-early after 0");
    client.readHead();

    assertThat(client.readChunks()).isEmpty();
    assertTruth("cut", 200, 0);
  }

  @Test
  void aStreamCanEndWithoutDone() throws Exception {
    ask("no-done");
    client.readHead();
    List<String> events = client.readChunks();

    assertThat(events).hasSize(ROLE + 4 + 1);
    assertThat(events.get(5)).contains("\"finish_reason\":\"length\"");
    assertTruth("complete", 200, 4);
  }

  @Test
  void anErrorEventEndsTheStream() throws Exception {
    ask("error-event after 2");
    client.readHead();
    List<String> events = client.readChunks();

    assertThat(events).hasSize(ROLE + 2 + 1);
    assertThat(events.get(3)).startsWith("data: {\"error\":{\"message\":");
    assertTruth("error", 200, 2);
  }

  @Test
  void anErrorEventCanHaveAName() throws Exception {
    ask("named-error-event after 2");
    client.readHead();

    assertThat(client.readChunks().get(3)).startsWith("event: error\ndata: {\"error\":");
    assertTruth("error", 200, 2);
  }

  @Test
  void aMalformedEventIsBetweenTwoTokens() throws Exception {
    ask("malformed-json after 2");
    client.readHead();
    List<String> events = client.readChunks();

    assertThat(events).hasSize(ROLE + 4 + 1 + 2);
    assertThat(events.get(3)).startsWith("data: {").endsWith("\" tok\n\n");
    assertTruth("complete", 200, 4);
  }

  @Test
  void aTokenCanBeInvalidUtf8() throws Exception {
    ask("invalid-utf8 after 1");
    client.readHead();
    readTokens(1);

    byte[] event = client.readChunk();
    assertThat(event).contains(0xff);
    assertThat(client.readChunks()).hasSize(2 + 2);
    assertTruth("complete", 200, 4);
  }

  @Test
  void aTokenCanBeSplitInsideACharacter() throws Exception {
    ask("split-utf8 after 1");
    client.readHead();
    readTokens(1);

    byte[] first = client.readChunk();
    byte[] second = client.readChunk();
    byte[] whole = Arrays.copyOf(first, first.length + second.length);
    System.arraycopy(second, 0, whole, first.length, second.length);
    assertThat(first[first.length - 1]).isNegative();
    assertThat(second[0]).isNegative();
    assertThat(new String(whole, StandardCharsets.UTF_8)).contains("\" größe\"").endsWith("\n\n");
    assertThat(client.readChunks()).hasSize(2 + 2);
    assertTruth("complete", 200, 4);
  }

  @Test
  void aTokenCanBeHuge() throws Exception {
    ask("huge-event 300000 after 1");
    client.readHead();
    readTokens(1);

    assertThat(client.readChunk()).hasSizeGreaterThan(300_000);
    assertThat(client.readChunks()).hasSize(2 + 2);
    assertTruth("complete", 200, 4);
  }

  @Test
  void anHtmlPageCanReplaceTheStream() throws Exception {
    ask("wrong-content-type");

    RawClient.Response response = client.readResponse();
    assertThat(response.head())
        .startsWith("HTTP/1.1 200 OK\r\n")
        .contains("content-type: text/html");
    assertThat(response.body()).startsWith("<html>");
    assertTruth("error", 200, 0);
  }

  @Test
  void aStreamCanHaveTheFormatOfAnotherEndpoint() throws Exception {
    ask("wrong-shape");
    client.readHead();
    List<String> events = client.readChunks();

    assertThat(events).hasSize(4 + 2);
    assertThat(events.get(0))
        .contains("\"object\":\"text_completion\"", "\"text\":\"")
        .doesNotContain("delta");
    assertThat(events.get(5)).isEqualTo("data: [DONE]\n\n");
    assertTruth("complete", 200, 4);
  }

  @Test
  void onlyTheLimitOfCompletionTokensCanBeIgnored() throws Exception {
    ask("ignore-max-completion-tokens");
    client.readHead();
    assertThat(client.readChunks()).hasSize(ROLE + 4 + 2);

    client.post(
        CHAT,
        FOUR_TOKENS.replace("max_tokens", "max_completion_tokens"),
        "X-Mock-Fault: ignore-max-completion-tokens",
        "X-Mock-Output-Tokens: 7");
    client.readHead();
    assertThat(client.readChunks()).hasSize(ROLE + 7 + 2);
  }

  @Test
  void aDrippingStreamIsCompleteAndSlow() throws Exception {
    ask("drip 100 2ms");
    long headRead = System.nanoTime();
    client.readHead();
    List<String> events = client.readChunks();

    assertThat(events).hasSize(ROLE + 4 + 2);
    int bytes = events.stream().mapToInt(String::length).sum();
    assertThat(System.nanoTime() - headRead).isGreaterThan((bytes / 100 - 1) * 2_000_000L);
    assertThat(TruthLines.writeTimes(assertTruth("complete", 200, 4)))
        .isSorted()
        .doesNotHaveDuplicates();
    assertTheConnectionServesAnotherRequest();
  }

  @Test
  void aClientThatDisconnectsFromADrippingStreamIsInTheTruthLog() throws Exception {
    ask("drip 1 1ms");
    client.read();
    client.reset();

    assertTruth("client_closed", 200, 0);
  }

  @Test
  void oneChunkCanContainSeveralTokens() throws Exception {
    ask("coalesce 3");
    client.readHead();
    List<String> chunks = client.readChunks();

    assertThat(chunks).hasSize(ROLE + 2 + 2);
    assertThat(chunks.get(1).split("\n\n", -1)).hasSize(3 + 1);
    assertThat(chunks.get(2).split("\n\n", -1)).hasSize(1 + 1);
    List<Long> writes = TruthLines.writeTimes(assertTruth("complete", 200, 4));
    assertThat(writes.get(0))
        .isEqualTo(writes.get(1))
        .isEqualTo(writes.get(2))
        .isLessThanOrEqualTo(writes.get(3));
  }

  @Test
  void anIdleConnectionCanBeClosedUnannounced() throws Exception {
    ask("close-idle 10ms");
    assertThat(client.readHead()).doesNotContain("connection: close");
    assertThat(client.readChunks()).hasSize(ROLE + 4 + 2);

    assertThat(client.readToEnd()).isEmpty();
    assertTruth("complete", 200, 4);
  }

  @Test
  void aBusyConnectionStaysOpen() throws Exception {
    ask("close-idle 1h");
    client.readHead();
    client.readChunks();

    assertTheConnectionServesAnotherRequest();
  }

  @Test
  void anInvalidFaultIsRejected() throws Exception {
    ask("explode");

    RawClient.Response response = client.readResponse();
    assertThat(response.head()).startsWith("HTTP/1.1 400 Bad Request\r\n");
    assertThat(response.body())
        .contains("X-Mock-Fault: Invalid fault: explode (one of status, html-status,");
  }

  private void ask(String fault) throws Exception {
    client.post(CHAT, FOUR_TOKENS, "X-Mock-Fault: " + fault, "X-Request-ID: it");
  }

  private void readTokens(int count) throws Exception {
    for (int i = 0; i < ROLE + count; i++) {
      assertThat(new String(client.readChunk(), StandardCharsets.UTF_8))
          .startsWith("data: {\"id\":");
    }
  }

  private JsonNode assertTruth(String outcome, int status, int tokens) throws Exception {
    JsonNode truth = TruthLines.await(folder.resolve("truth.jsonl"), 1).get(0);
    assertThat(truth.get("request_id").asText()).isEqualTo("it");
    assertThat(truth.get("fault").asText()).isNotEmpty();
    assertThat(truth.get("outcome").asText()).isEqualTo(outcome);
    assertThat(truth.get("status").asInt()).isEqualTo(status);
    assertThat(truth.get("output_tokens").asInt()).isEqualTo(tokens);
    assertThat(TruthLines.writeTimes(truth)).hasSize(tokens);
    return truth;
  }

  private void assertTheConnectionServesAnotherRequest() throws Exception {
    client.post(CHAT, FOUR_TOKENS);
    assertThat(client.readHead()).startsWith("HTTP/1.1 200 OK");
    assertThat(client.readChunks()).hasSize(ROLE + 4 + 2);
  }
}
