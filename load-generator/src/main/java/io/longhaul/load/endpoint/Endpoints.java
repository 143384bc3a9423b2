package io.longhaul.load.endpoint;

import static java.util.stream.Collectors.joining;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** The registry: every kind of endpoint that Longhaul speaks to, by the names that users type. */
public final class Endpoints {

  /** OpenAI's chat completions. */
  public static final EndpointType CHAT = new OpenAiChat();

  /** Any method of any gRPC service; which one, {@link #calling} says. */
  public static final EndpointType DYNAMIC_GRPC = new DynamicGrpc(null);

  private static final List<EndpointType> ALL =
      List.of(
          CHAT,
          new OpenAiCompletions(),
          new OpenAiEmbeddings(),
          new NimEmbeddings(),
          new ChatEmbeddings(),
          new NvClip(),
          new NimRankings(),
          new CohereRankings(),
          new HfTeiRankings(),
          new HuggingFaceGenerate(),
          new TritonGenerate(),
          KserveCall.stream(),
          KserveCall.unary(),
          new KserveHttp(),
          DYNAMIC_GRPC,
          new OpenAiResponses(),
          new AnthropicMessages(),
          new ImageGeneration(),
          new ImageEdit(),
          new ImageRetrieval(),
          new AudioTranscription(),
          new SolidoRag(),
          new RawPayloads(),
          new Template());

  /** Kinds of AIPerf's that were decided against: why, and what to use. */
  private static final Map<String, String> UNSUPPORTED =
      Map.of(
          "video_generation",
          "a video is ordered, asked for again and again, and fetched, and a request here is one"
              + " exchange of HTTP, from its sending to the end of its answer; AIPerf measures it");

  private Endpoints() {}

  /** All kinds, in the order in which people are told of them. */
  public static List<EndpointType> all() {
    return ALL;
  }

  /** The endpoint of a name; case does not matter, nor whether it has {@code -} or {@code _}. */
  public static Optional<EndpointType> find(String name) {
    String wanted = normalized(name);
    return ALL.stream()
        .filter(type -> type.typedName().equals(wanted) || type.otherNames().contains(wanted))
        .findFirst();
  }

  /** {@link #DYNAMIC_GRPC} with the method that is called. */
  public static EndpointType calling(GrpcMethod method) {
    return new DynamicGrpc(method);
  }

  /**
   * The endpoint of a name, found as {@link #find} does.
   *
   * @throws IllegalArgumentException when there is none
   */
  public static EndpointType named(String name) {
    return find(name)
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "Invalid endpoint type: " + name + " (" + remedy(name) + ")"));
  }

  private static String remedy(String name) {
    String reason = UNSUPPORTED.get(normalized(name));
    return reason != null
        ? reason
        : "known types: " + ALL.stream().map(EndpointType::typedName).collect(joining(", "));
  }

  private static String normalized(String name) {
    return name.toLowerCase(Locale.ROOT).replace('-', '_');
  }
}
