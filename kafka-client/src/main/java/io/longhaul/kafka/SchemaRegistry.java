package io.longhaul.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;

/**
 * A schema registry with the REST API of Confluent's, which Karapace and Apicurio Registry have,
 * too.
 *
 * @param url without a slash at the end, such as {@code http://registry:8081}
 * @param userInfo user and password, separated by a colon; empty for none
 */
public record SchemaRegistry(URI url, Optional<String> userInfo) {
  /** The option with the URL. */
  public static final String OPTION = "--schema-registry";

  /**
   * The environment variable with user and password, which other users of the machine cannot see.
   */
  public static final String VARIABLE = "LONGHAUL_SCHEMA_REGISTRY_USER_INFO";

  /** The header with the ID of a record's schema, as a decimal number. */
  public static final String ID_HEADER = "schema.id";

  private static final Duration TIMEOUT = Duration.ofSeconds(10);
  private static final int MAX_REASON_LENGTH = 300;
  private static final ObjectMapper JSON = new ObjectMapper();

  /**
   * Returns the registry at a URL, with user and password from the environment.
   *
   * @throws IllegalArgumentException if it is not a URL of a registry; the message is for the user
   *     and contains no password
   */
  public static SchemaRegistry of(String url, Map<String, String> environment) {
    URI parsed = parse(url);
    if (parsed.getRawUserInfo() != null) {
      throw new IllegalArgumentException(
          "Invalid %s: a URL with a user (set %s to USER:PASSWORD instead)"
              .formatted(OPTION, VARIABLE));
    }
    Optional<String> userInfo =
        Optional.ofNullable(environment.get(VARIABLE)).filter(each -> !each.isBlank());
    if (userInfo.isPresent() && !userInfo.get().contains(":")) {
      throw new IllegalArgumentException("Invalid " + VARIABLE + ": no colon (USER:PASSWORD)");
    }
    return new SchemaRegistry(parsed, userInfo);
  }

  private static URI parse(String url) {
    try {
      URI parsed = URI.create(url.replaceFirst("/+$", ""));
      boolean isHttp = "http".equals(parsed.getScheme()) || "https".equals(parsed.getScheme());
      boolean isWhole = parsed.getRawQuery() == null && parsed.getRawFragment() == null;
      if (isHttp && isWhole && parsed.getHost() != null) {
        return parsed;
      }
    } catch (IllegalArgumentException e) {
      // reported below
    }
    throw new IllegalArgumentException(
        "Invalid %s: %s (a URL such as http://registry:8081)"
            .formatted(OPTION, url.contains("@") ? "not a URL" : url));
  }

  /** Returns the subject of a topic's values, by the rule that other producers use by default. */
  public static String subjectOf(String topic) {
    return topic + "-value";
  }

  /**
   * Registers the schema of a topic's values, unless the registry has it already.
   *
   * @param schema Avro schema in JSON
   * @return its ID
   * @throws SchemaRegistryException if the registry cannot be reached or refuses the schema
   */
  public int register(String topic, String schema)
      throws SchemaRegistryException, InterruptedException {
    String body =
        JSON.createObjectNode().put("schemaType", "AVRO").put("schema", schema).toString();
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(url + "/subjects/" + subjectOf(topic) + "/versions"))
            .timeout(TIMEOUT)
            .header("Content-Type", "application/vnd.schemaregistry.v1+json")
            .header("Accept", "application/vnd.schemaregistry.v1+json, application/json")
            .POST(HttpRequest.BodyPublishers.ofString(body));
    userInfo.ifPresent(
        text ->
            request.header(
                "Authorization",
                "Basic " + Base64.getEncoder().encodeToString(text.getBytes(UTF_8))));
    return idIn(topic, send(request.build()));
  }

  private HttpResponse<String> send(HttpRequest request)
      throws SchemaRegistryException, InterruptedException {
    try {
      return HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(TIMEOUT)
          .build()
          .send(request, BodyHandlers.ofString());
    } catch (IOException e) {
      String reason =
          e instanceof HttpTimeoutException
              ? "no answer within %d s".formatted(TIMEOUT.toSeconds())
              : e instanceof ConnectException && e.getMessage() == null
                  ? "no connection"
                  : String.valueOf(e.getMessage());
      throw new SchemaRegistryException(
          "Cannot reach the schema registry at %s: %s (is it running, and is %s right?)"
              .formatted(url, reason, OPTION),
          e);
    }
  }

  private int idIn(String topic, HttpResponse<String> answer) throws SchemaRegistryException {
    JsonNode body = parsed(answer.body());
    JsonNode id = body.path("id");
    String reason = reason(body);
    switch (answer.statusCode()) {
      case 200 -> {
        if (id.canConvertToInt() && id.isIntegralNumber()) {
          return id.intValue();
        }
        throw unusable("its answer contains no ID of the schema", "is %s right?".formatted(OPTION));
      }
      case 401, 403 ->
          throw unusable(
              "it refuses this user" + reason, "set %s to USER:PASSWORD".formatted(VARIABLE));
      case 404 ->
          throw unusable(
              "it has no subjects" + reason,
              "does %s lack a path, such as /apis/ccompat/v7?".formatted(OPTION));
      case 409 ->
          throw new SchemaRegistryException(
              "Cannot register the schema of %s: the registry at %s refuses it as incompatible with an earlier one%s (delete subject %s if another program wrote it, or use another topic prefix)"
                  .formatted(topic, url, reason, subjectOf(topic)));
      default ->
          throw new SchemaRegistryException(
              "Cannot register the schema of %s: the registry at %s answers with status %d%s (its log says more)"
                  .formatted(topic, url, answer.statusCode(), reason));
    }
  }

  private SchemaRegistryException unusable(String reason, String remedy) {
    return new SchemaRegistryException(
        "Cannot use the schema registry at %s: %s (%s)".formatted(url, reason, remedy));
  }

  private static JsonNode parsed(String body) {
    try {
      return JSON.readTree(body);
    } catch (JsonProcessingException e) {
      return JSON.missingNode(); // such as a page in HTML from a proxy
    }
  }

  /** Returns the beginning of the registry's own message, after a colon; empty if it sent none. */
  private static String reason(JsonNode body) {
    String first = body.path("message").asText("").lines().findFirst().orElse("");
    String message = KafkaFailure.CLASS_NAME.matcher(first).replaceFirst("").strip();
    return message.isEmpty()
        ? ""
        : ": " + message.substring(0, Math.min(MAX_REASON_LENGTH, message.length())).strip();
  }

  /** Does not show the password. */
  @Override
  public String toString() {
    return url.toString();
  }
}
