package io.longhaul.load.endpoint;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A kind of endpoint: what it is called, what it can do, and how it speaks. One class per kind,
 * found by name through {@link Endpoints}. Without state, for any thread.
 */
public interface EndpointType {

  /** Stands in a path for the name of the model. */
  String MODEL_IN_PATH = "{model}";

  /** The name as AIPerf's users type it, in lower case with underscores. */
  String typedName();

  /** Names by which older versions or other tools call it. */
  default List<String> otherNames() {
    return List.of();
  }

  /**
   * The path below the server's base URL, such as {@code /v1/chat/completions}; empty when the base
   * URL is the whole address. The model's name stands where it says {@value #MODEL_IN_PATH}.
   */
  String path(boolean streaming);

  /** Whether it can answer with a stream of events. */
  default boolean canStream() {
    return true;
  }

  /**
   * Whether its answers are made of tokens. Without them there is no time to first token, no output
   * length and no token throughput; chunks are then just pieces of an answer.
   */
  default boolean producesTokens() {
    return true;
  }

  /** Whether they are when a run wants this of them. */
  default boolean producesTokens(DialectOptions options) {
    return producesTokens();
  }

  /** Whether there are tokens to be counted, in requests or in answers. */
  default boolean countsTokens(DialectOptions options) {
    return takesText() || producesTokens(options);
  }

  /** What a request may carry beside text. */
  default Set<MediaKind> media() {
    return Set.of();
  }

  /** Whether a request has text; if not, it carries at least one of its {@link #media()}. */
  default boolean takesText() {
    return true;
  }

  /** Whether a request cannot do without {@link #media()}; what takes text, too, needs both. */
  default boolean needsMedia() {
    return !takesText();
  }

  /** Whether a request can ask any number of texts. */
  default boolean takesBatches() {
    return takesText() && !ranks();
  }

  /** Whether texts and images, where there are both, must be equally many. */
  default boolean pairsTextsWithImages() {
    return false;
  }

  /**
   * Whether it takes several messages and answers with what can be said again, so that a session
   * can have several turns.
   */
  default boolean converses() {
    return false;
  }

  /** Whether it is asked to rank passages by a query, see {@link QueryAndPassages}. */
  default boolean ranks() {
    return false;
  }

  /** What the tables of a run are called, as in AIPerf. */
  default String title() {
    return "LLM Metrics";
  }

  /** Whether it is sent nothing but whole bodies of a data set. */
  default boolean sendsPayloads() {
    return false;
  }

  /**
   * What is wrong with a whole body of a data set, for this kind of endpoint: each problem behind
   * its path in the body.
   *
   * @param payload as JSON
   */
  default List<String> problemsOfPayload(String payload) {
    return payload.startsWith("{") ? List.of() : List.of("payload is not an object");
  }

  /** The method that is called, where it is not the same for all of this kind. */
  default Optional<GrpcMethod> calledMethod() {
    return Optional.empty();
  }

  /** Whether it is called by gRPC, over HTTP/2; else it is asked by a POST of HTTP/1.1. */
  default boolean speaksGrpc() {
    return false;
  }

  /** Where a server of this kind is when nobody says. */
  default String defaultUrl() {
    return speaksGrpc() ? "http://localhost:8001" : "http://localhost:8000";
  }

  /** Whether bodies are JSON, as they are but where files are handed in. */
  default boolean sendsJson() {
    return true;
  }

  /** Whether a server of this kind has one of several {@linkplain TritonBackend backends}. */
  default boolean hasBackends() {
    return false;
  }

  /** Whether what is asked can be told as JSON, whatever bodies are. */
  default boolean hasJsonInputs() {
    return sendsJson();
  }

  /** Headers that every request of this kind carries. */
  default Map<String, String> headers() {
    return Map.of();
  }

  /** The header that carries an API key. */
  default Map.Entry<String, String> keyHeader(String key) {
    return Map.entry("Authorization", "Bearer " + key);
  }

  /** What is wrong with these options for this kind of endpoint, one sentence each. */
  default List<String> problemsOf(DialectOptions options) {
    return List.of();
  }

  /** The way it speaks with these options. */
  EndpointDialect dialect(DialectOptions options);
}
