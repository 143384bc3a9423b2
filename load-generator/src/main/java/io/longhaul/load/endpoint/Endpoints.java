package io.longhaul.load.endpoint;

import static java.util.stream.Collectors.joining;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** The registry of all supported endpoint types, by the names that users enter. */
public final class Endpoints {

  /** OpenAI's chat completions. */
  public static final EndpointType CHAT = new OpenAiChat();

  /** Any method of any gRPC service; {@link #calling} sets the method. */
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

  /** Types of AIPerf that are intentionally unsupported, with the reason and an alternative. */
  private static final Map<String, String> UNSUPPORTED =
      Map.of(
          "video_generation",
          "a video takes several requests to create, poll and download, but Longhaul measures"
              + " single HTTP exchanges; AIPerf supports it");

  private Endpoints() {}

  /** Returns all types, in display order. */
  public static List<EndpointType> all() {
    return ALL;
  }

  /** Finds an endpoint type by name, ignoring case and treating {@code -} like {@code _}. */
  public static Optional<EndpointType> find(String name) {
    String normalizedName = normalized(name);
    return ALL.stream()
        .filter(
            type ->
                type.typedName().equals(normalizedName)
                    || type.otherNames().contains(normalizedName))
        .findFirst();
  }

  /** Returns {@link #DYNAMIC_GRPC} with a method. */
  public static EndpointType calling(GrpcMethod method) {
    return new DynamicGrpc(method);
  }

  /**
   * Returns the endpoint type that {@link #find} finds.
   *
   * @throws IllegalArgumentException if there is none
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
