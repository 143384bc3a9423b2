package io.longhaul.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.AbstractThrowableAssert;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Answers are those of the published API, from a server of this test. {@code SlicesTopicIT} uses
 * Apicurio Registry.
 */
@Timeout(30)
class SchemaRegistryTest {
  private static final String SCHEMA = "{\"type\": \"string\"}";

  private HttpServer server;
  private volatile int status = 200;
  private volatile String answer = "{\"id\": 7}";
  private volatile String path = "";
  private volatile String authorization = "";
  private volatile String received = "";

  @BeforeEach
  void start() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", this::handle);
    server.start();
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  private void handle(HttpExchange exchange) throws IOException {
    path = exchange.getRequestURI().getPath();
    authorization = String.valueOf(exchange.getRequestHeaders().getFirst("Authorization"));
    received = new String(exchange.getRequestBody().readAllBytes(), UTF_8);
    byte[] body = answer.getBytes(UTF_8);
    exchange.sendResponseHeaders(status, body.length);
    exchange.getResponseBody().write(body);
    exchange.close();
  }

  private String url() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  @Test
  void aSchemaIsRegisteredUnderTheSubjectOfItsTopic() throws Exception {
    assertThat(registry(url() + "/apis/ccompat/v7/").register("soak.slices", SCHEMA)).isEqualTo(7);

    assertThat(path).isEqualTo("/apis/ccompat/v7/subjects/soak.slices-value/versions");
    JsonNode body = new ObjectMapper().readTree(received);
    assertThat(body.path("schemaType").asText()).isEqualTo("AVRO");
    assertThat(body.path("schema").asText()).isEqualTo(SCHEMA);
    assertThat(authorization).isEqualTo("null");
  }

  @Test
  void userAndPasswordComeFromTheEnvironmentAndAreNotShown() throws Exception {
    SchemaRegistry registry =
        SchemaRegistry.of(url(), Map.of(SchemaRegistry.VARIABLE, "longhaul:secret"));

    registry.register("longhaul.slices", SCHEMA);

    assertThat(authorization).isEqualTo("Basic bG9uZ2hhdWw6c2VjcmV0");
    assertThat(registry.toString()).isEqualTo(url());
  }

  @Test
  void aRefusalIsOneSentenceWithARemedy() {
    assertThatAnswer(
            409, "{\"error_code\": 409, \"message\": \"a.b.RuleException: Incompatible\\nmore\"}")
        .hasMessage(
            "Cannot register the schema of longhaul.slices: the registry at %s refuses it as incompatible with an earlier one: Incompatible (delete subject longhaul.slices-value if another program wrote it, or use another topic prefix)",
            url());
    assertThatAnswer(401, "")
        .hasMessage(
            "Cannot use the schema registry at %s: it refuses this user (set LONGHAUL_SCHEMA_REGISTRY_USER_INFO to USER:PASSWORD)",
            url());
    assertThatAnswer(404, "<html>")
        .hasMessage(
            "Cannot use the schema registry at %s: it has no subjects (does --schema-registry lack a path, such as /apis/ccompat/v7?)",
            url());
    assertThatAnswer(500, "{\"message\": \"no leader\"}")
        .hasMessage(
            "Cannot register the schema of longhaul.slices: the registry at %s answers with status 500: no leader (its log says more)",
            url());
    assertThatAnswer(200, "<html>")
        .hasMessage(
            "Cannot use the schema registry at %s: its answer contains no ID of the schema (is --schema-registry right?)",
            url());
  }

  private AbstractThrowableAssert<?, ? extends Throwable> assertThatAnswer(int code, String body) {
    status = code;
    answer = body;
    return assertThatThrownBy(() -> registry(url()).register("longhaul.slices", SCHEMA))
        .isInstanceOf(SchemaRegistryException.class);
  }

  @Test
  void aRegistryThatDoesNotListenIsNamed() {
    server.stop(0);

    assertThatThrownBy(() -> registry(url()).register("longhaul.slices", SCHEMA))
        .isInstanceOf(SchemaRegistryException.class)
        .hasMessageMatching(
            "Cannot reach the schema registry at %s: .+ \\(is it running, and is --schema-registry right\\?\\)"
                .formatted(url()))
        .hasMessageNotContaining("null");
  }

  @Test
  void anInvalidUrlIsRefusedAndAPasswordIsNotRepeated() {
    for (String invalid :
        List.of("registry:8081", "ftp://registry", "http://", "http://r/?a=b", "")) {
      assertThatThrownBy(() -> registry(invalid))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage(
              "Invalid --schema-registry: %s (a URL such as http://registry:8081)", invalid);
    }
    assertThatThrownBy(() -> registry("http://me:secret@registry:8081"))
        .hasMessage(
            "Invalid --schema-registry: a URL with a user (set LONGHAUL_SCHEMA_REGISTRY_USER_INFO to USER:PASSWORD instead)");
    assertThatThrownBy(() -> registry("http://me:sec ret@registry:8081"))
        .hasMessageNotContaining("ret@");
    assertThatThrownBy(
            () -> SchemaRegistry.of("http://r", Map.of(SchemaRegistry.VARIABLE, "secret")))
        .hasMessage("Invalid LONGHAUL_SCHEMA_REGISTRY_USER_INFO: no colon (USER:PASSWORD)");
  }

  private static SchemaRegistry registry(String url) {
    return SchemaRegistry.of(url, Map.of());
  }
}
