package io.longhaul.mock;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.longhaul.mock.endpoint.MockEndpoints;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;

/**
 * Tests that every endpoint accepts valid bodies and rejects invalid ones with the path of the
 * invalid value.
 */
class MockEndpointsTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  private MockServer server;
  private RawClient client;

  @BeforeEach
  void start() throws Exception {
    server =
        MockServer.start(
            MockServerOptions.builder()
                .timeToFirstToken("0ms")
                .interTokenLatency("0ms")
                .outputTokens("3")
                .build());
    client = new RawClient(server.llmPort());
  }

  @AfterEach
  void stop() throws Exception {
    client.close();
    server.close();
  }

  /** An empty problem means a valid body. In a form, ~ ends a line. */
  @ParameterizedTest
  @CsvFileSource(resources = "/io/longhaul/mock/bodies.csv", delimiter = '|')
  void aBodyIsHeldAgainstItsSchema(String path, String body, String wrong) throws Exception {
    boolean isForm = body.startsWith("--");
    client.post(
        path,
        isForm ? body.replace("~", "\r\n") : body,
        "anthropic-version: 2023-06-01",
        isForm
            ? "Content-Type: multipart/form-data; boundary=b"
            : "Content-Type: application/json");

    if (wrong == null) {
      assertThat(client.readHead()).startsWith("HTTP/1.1 200 OK");
    } else {
      RawClient.Response response = client.readResponse();
      assertThat(response.head()).startsWith("HTTP/1.1 400 Bad Request");
      assertThat(JSON.readTree(response.body()).at("/error/message").asText())
          .startsWith("Invalid " + wrong + ":");
    }
  }

  @Test
  void everyEndpointIsTestedWithAValidAndAnInvalidBody() throws Exception {
    Set<String> right = new HashSet<>();
    Set<String> wrong = new HashSet<>();
    try (InputStream in =
        MockEndpointsTest.class.getResourceAsStream("/io/longhaul/mock/bodies.csv")) {
      String bodies = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      bodies
          .lines()
          .map(line -> line.split("\\|", -1))
          .forEach(row -> (row[2].isBlank() ? right : wrong).add(row[0].strip()));
    }

    assertThat(right).containsExactlyInAnyOrderElementsOf(MockEndpoints.paths());
    assertThat(wrong).containsExactlyInAnyOrderElementsOf(MockEndpoints.paths());
  }

  @Test
  void anthropicHasItsOwnHeadersForKeyAndVersion() throws Exception {
    stop();
    server =
        MockServer.start(MockServerOptions.builder().timeToFirstToken("0ms").apiKey("k").build());
    client = new RawClient(server.llmPort());
    String body =
        "{\"model\":\"m\",\"max_tokens\":1,\"messages\":[{\"role\":\"user\",\"content\":\"a\"}]}";

    client.post("/v1/messages", body, "Authorization: Bearer k", "anthropic-version: 2023-06-01");
    RawClient.Response bearer = client.readResponse();
    client.post("/v1/messages", body, "x-api-key: k");
    RawClient.Response versionless = client.readResponse();
    client.post("/v1/messages", body, "x-api-key: k", "anthropic-version: 2023-06-01");
    RawClient.Response right = client.readResponse();

    assertThat(bearer.head()).startsWith("HTTP/1.1 401");
    assertThat(versionless.body()).contains("Invalid header anthropic-version: missing");
    JsonNode response = JSON.readTree(right.body());
    assertThat(response.at("/content/0/text").asText()).isNotBlank();
    assertThat(response.at("/stop_reason").asText()).isEqualTo("max_tokens");
  }
}
