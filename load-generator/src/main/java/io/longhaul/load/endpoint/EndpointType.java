package io.longhaul.load.endpoint;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A type of endpoint: its names, capabilities and API format. Each type is one class, found by name
 * through {@link Endpoints}. Stateless and thread-safe.
 */
public interface EndpointType {

  /** Placeholder for the model name in a path. */
  String MODEL_IN_PATH = "{model}";

  /** Returns the name that AIPerf's users enter, in lower case with underscores. */
  String typedName();

  /** Returns names that older versions or other tools use. */
  default List<String> otherNames() {
    return List.of();
  }

  /**
   * Returns the path below the server's base URL, such as {@code /v1/chat/completions}; empty if
   * the base URL is the whole address. The model name replaces {@value #MODEL_IN_PATH}.
   */
  String path(boolean streaming);

  /** Returns whether it can respond with an event stream. */
  default boolean canStream() {
    return true;
  }

  /**
   * Returns whether responses consist of tokens. If not, there is no time to first token, output
   * length or token throughput, and chunks are only parts of a response.
   */
  default boolean producesTokens() {
    return true;
  }

  /** Returns whether responses consist of tokens with these options. */
  default boolean producesTokens(DialectOptions options) {
    return producesTokens();
  }

  /** Returns whether requests or responses contain tokens to count. */
  default boolean countsTokens(DialectOptions options) {
    return takesText() || producesTokens(options);
  }

  /** Returns the kinds of media that a request can contain. */
  default Set<MediaKind> media() {
    return Set.of();
  }

  /**
   * Returns whether a request contains text; if not, it contains at least one of its {@link
   * #media()}.
   */
  default boolean takesText() {
    return true;
  }

  /**
   * Returns whether a request must contain {@link #media()}; if it also takes text, it needs both.
   */
  default boolean needsMedia() {
    return !takesText();
  }

  /** Returns whether a request can contain any number of texts. */
  default boolean takesBatches() {
    return takesText() && !ranks();
  }

  /** Returns whether a request with texts and images needs equal numbers of both. */
  default boolean pairsTextsWithImages() {
    return false;
  }

  /**
   * Returns whether it supports several messages, and responses that can be sent back, so that a
   * session can have several turns.
   */
  default boolean converses() {
    return false;
  }

  /** Returns whether it ranks passages by a query, see {@link QueryAndPassages}. */
  default boolean ranks() {
    return false;
  }

  /** Returns the title of a run's tables, as in AIPerf. */
  default String title() {
    return "LLM Metrics";
  }

  /** Returns whether it only sends complete payloads of a data set. */
  default boolean sendsPayloads() {
    return false;
  }

  /**
   * Returns the problems of a payload for this type of endpoint, each with its path in the payload.
   *
   * @param payload payload as JSON
   */
  default List<String> problemsOfPayload(String payload) {
    return payload.startsWith("{") ? List.of() : List.of("payload is not an object");
  }

  /** Returns the gRPC method, if it can vary for this type. */
  default Optional<GrpcMethod> calledMethod() {
    return Optional.empty();
  }

  /** Returns whether it uses gRPC over HTTP/2; otherwise it uses POST over HTTP/1.1. */
  default boolean speaksGrpc() {
    return false;
  }

  /** Returns the URL of a server if none is configured. */
  default String defaultUrl() {
    return speaksGrpc() ? "http://localhost:8001" : "http://localhost:8000";
  }

  /** Returns whether bodies are JSON, as for all endpoints without file uploads. */
  default boolean sendsJson() {
    return true;
  }

  /**
   * Returns whether a server of this type uses one of several {@linkplain TritonBackend backends}.
   */
  default boolean hasBackends() {
    return false;
  }

  /** Returns whether requests can be displayed as JSON, whatever the format of bodies. */
  default boolean hasJsonInputs() {
    return sendsJson();
  }

  /** Returns headers of all requests of this type. */
  default Map<String, String> headers() {
    return Map.of();
  }

  /** Returns the header with an API key. */
  default Map.Entry<String, String> keyHeader(String key) {
    return Map.entry("Authorization", "Bearer " + key);
  }

  /** Returns the problems of these options for this type of endpoint, one sentence each. */
  default List<String> problemsOf(DialectOptions options) {
    return List.of();
  }

  /** Returns the API format with these options. */
  EndpointDialect dialect(DialectOptions options);
}
