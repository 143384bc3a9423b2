package io.longhaul.load.endpoint.dialect;

import io.longhaul.load.endpoint.protobuf.GrpcMethod;
import io.longhaul.load.endpoint.request.DialectOptions;
import io.longhaul.load.endpoint.request.MediaKind;
import io.longhaul.load.endpoint.request.QueryAndPassages;
import io.longhaul.load.endpoint.request.TritonBackend;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A type of endpoint: its names, capabilities and API format. {@code Endpoints} lists all types and
 * finds them by name. Immutable and thread-safe.
 */
public final class EndpointType {

  /** Placeholder for the model name in a path. */
  public static final String MODEL_IN_PATH = "{model}";

  /** What a type supports or requires, see the methods with these names. */
  public enum Trait {
    CAN_STREAM,
    PRODUCES_TOKENS,
    /** Produces tokens only if the extra inputs name the field that contains text. */
    PRODUCES_TOKENS_IN_FIELD,
    TAKES_TEXT,
    NEEDS_MEDIA,
    TAKES_BATCHES,
    PAIRS_TEXTS_WITH_IMAGES,
    CONVERSES,
    RANKS,
    SENDS_PAYLOADS,
    SPEAKS_GRPC,
    SENDS_JSON,
    HAS_BACKENDS,
    HAS_JSON_INPUTS
  }

  private final Builder description;
  private final Function<DialectOptions, EndpointDialect> dialect;

  private EndpointType(Builder description, Function<DialectOptions, EndpointDialect> dialect) {
    this.description = description;
    this.dialect = dialect;
  }

  /**
   * Starts the description of a type.
   *
   * @param path path below the server's base URL
   */
  public static Builder named(String typedName, String path) {
    return new Builder(typedName, path);
  }

  /** Returns the name that AIPerf's users enter, in lower case with underscores. */
  public String typedName() {
    return description.typedName;
  }

  /** Returns names that older versions or other tools use. */
  public List<String> otherNames() {
    return description.otherNames;
  }

  /**
   * Returns the path below the server's base URL, such as {@code /v1/chat/completions}; empty if
   * the base URL is the whole address. The model name replaces {@value #MODEL_IN_PATH}.
   */
  public String path(boolean streaming) {
    return streaming ? description.streamingPath : description.path;
  }

  /** Returns whether it can respond with an event stream. */
  public boolean canStream() {
    return has(Trait.CAN_STREAM);
  }

  /**
   * Returns whether responses consist of tokens. If not, there is no time to first token, output
   * length or token throughput, and chunks are only parts of a response.
   */
  public boolean producesTokens() {
    return has(Trait.PRODUCES_TOKENS);
  }

  /** Returns whether responses consist of tokens with these options. */
  public boolean producesTokens(DialectOptions options) {
    return producesTokens()
        || (has(Trait.PRODUCES_TOKENS_IN_FIELD)
            && !AutoDetectedDialect.fieldIn(options.extraInputs()).isNone());
  }

  /** Returns whether requests or responses contain tokens to count. */
  public boolean countsTokens(DialectOptions options) {
    return takesText() || producesTokens(options);
  }

  /** Returns the kinds of media that a request can contain. */
  public Set<MediaKind> media() {
    return description.media;
  }

  /**
   * Returns whether a request contains text; if not, it contains at least one of its {@link
   * #media()}.
   */
  public boolean takesText() {
    return has(Trait.TAKES_TEXT);
  }

  /**
   * Returns whether a request must contain {@link #media()}; if it also takes text, it needs both.
   */
  public boolean needsMedia() {
    return has(Trait.NEEDS_MEDIA);
  }

  /** Returns whether a request can contain any number of texts. */
  public boolean takesBatches() {
    return has(Trait.TAKES_BATCHES);
  }

  /** Returns whether a request with texts and images needs equal numbers of both. */
  public boolean pairsTextsWithImages() {
    return has(Trait.PAIRS_TEXTS_WITH_IMAGES);
  }

  /**
   * Returns whether it supports several messages, and responses that can be sent back, so that a
   * session can have several turns.
   */
  public boolean converses() {
    return has(Trait.CONVERSES);
  }

  /** Returns whether it ranks passages by a query, see {@link QueryAndPassages}. */
  public boolean ranks() {
    return has(Trait.RANKS);
  }

  /** Returns the title of a run's tables, as in AIPerf. */
  public String title() {
    return description.title;
  }

  /** Returns whether it only sends complete payloads of a data set. */
  public boolean sendsPayloads() {
    return has(Trait.SENDS_PAYLOADS);
  }

  /**
   * Returns the problems of a payload for this type of endpoint, each with its path in the payload.
   *
   * @param payload payload as JSON
   */
  public List<String> problemsOfPayload(String payload) {
    return description.payloadProblems.apply(payload);
  }

  /** Returns the gRPC method, if it can vary for this type. */
  public Optional<GrpcMethod> calledMethod() {
    return Optional.ofNullable(description.method);
  }

  /** Returns whether it uses gRPC over HTTP/2; otherwise it uses POST over HTTP/1.1. */
  public boolean speaksGrpc() {
    return has(Trait.SPEAKS_GRPC);
  }

  /** Returns the URL of a server if none is configured. */
  public String defaultUrl() {
    return speaksGrpc() ? "http://localhost:8001" : "http://localhost:8000";
  }

  /** Returns whether bodies are JSON, as for all endpoints without file uploads. */
  public boolean sendsJson() {
    return has(Trait.SENDS_JSON);
  }

  /**
   * Returns whether a server of this type uses one of several {@linkplain TritonBackend backends}.
   */
  public boolean hasBackends() {
    return has(Trait.HAS_BACKENDS);
  }

  /** Returns whether requests can be displayed as JSON, whatever the format of bodies. */
  public boolean hasJsonInputs() {
    return has(Trait.HAS_JSON_INPUTS);
  }

  /** Returns headers of all requests of this type. */
  public Map<String, String> headers() {
    return description.headers;
  }

  /** Returns the header with an API key. */
  public Map.Entry<String, String> keyHeader(String key) {
    return description.keyHeader.apply(key);
  }

  /** Returns the problems of these options for this type of endpoint, one sentence each. */
  public List<String> problemsOf(DialectOptions options) {
    return description.problems.apply(options);
  }

  /** Returns the API format with these options. */
  public EndpointDialect dialect(DialectOptions options) {
    return dialect.apply(options);
  }

  private boolean has(Trait trait) {
    return description.traits.contains(trait);
  }

  /** Two types are equal if they have the same name and call the same gRPC method. */
  @Override
  public boolean equals(Object other) {
    return other instanceof EndpointType that
        && typedName().equals(that.typedName())
        && calledMethod().equals(that.calledMethod());
  }

  @Override
  public int hashCode() {
    return typedName().hashCode();
  }

  @Override
  public String toString() {
    return description.typedName;
  }

  /**
   * Describes a type. Unless changed, it takes any number of texts, sends JSON and returns tokens,
   * also as an event stream.
   */
  public static final class Builder {
    private final String typedName;
    private final String path;
    private final Set<Trait> traits =
        EnumSet.of(
            Trait.CAN_STREAM,
            Trait.PRODUCES_TOKENS,
            Trait.TAKES_TEXT,
            Trait.TAKES_BATCHES,
            Trait.SENDS_JSON,
            Trait.HAS_JSON_INPUTS);
    private List<String> otherNames = List.of();
    private String streamingPath;
    private String title = "LLM Metrics";
    private Set<MediaKind> media = Set.of();
    private Map<String, String> headers = Map.of();
    private Function<String, Map.Entry<String, String>> keyHeader =
        key -> Map.entry("Authorization", "Bearer " + key);
    private Function<DialectOptions, List<String>> problems = options -> List.of();
    private Function<String, List<String>> payloadProblems =
        payload -> payload.startsWith("{") ? List.of() : List.of("payload is not an object");

    /** Null if the type has no method, or the method is not known yet. */
    private @Nullable GrpcMethod method;

    private Builder(String typedName, String path) {
      this.typedName = typedName;
      this.path = path;
      this.streamingPath = path;
    }

    public Builder alsoNamed(String... names) {
      otherNames = List.of(names);
      return this;
    }

    /** Sets the path of requests for an event stream, if it differs. */
    public Builder streamingPath(String value) {
      streamingPath = value;
      return this;
    }

    public Builder title(String value) {
      title = value;
      return this;
    }

    public Builder media(MediaKind... kinds) {
      media = Collections.unmodifiableSet(EnumSet.copyOf(List.of(kinds)));
      return this;
    }

    public Builder with(Trait... added) {
      traits.addAll(List.of(added));
      return this;
    }

    public Builder without(Trait... removed) {
      List.of(removed).forEach(traits::remove);
      return this;
    }

    public Builder headers(Map<String, String> value) {
      headers = value;
      return this;
    }

    /** Sets the name of the header that contains only an API key. */
    public Builder keyHeader(String name) {
      keyHeader = key -> Map.entry(name, key);
      return this;
    }

    public Builder problems(Function<DialectOptions, List<String>> value) {
      problems = value;
      return this;
    }

    public Builder payloadProblems(Function<String, List<String>> value) {
      payloadProblems = value;
      return this;
    }

    public Builder method(@Nullable GrpcMethod value) {
      method = value;
      return this;
    }

    /** Returns the type with this API format. */
    public EndpointType dialect(Function<DialectOptions, EndpointDialect> value) {
      return new EndpointType(this, value);
    }
  }
}
