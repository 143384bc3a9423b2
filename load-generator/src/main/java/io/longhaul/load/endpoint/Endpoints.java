package io.longhaul.load.endpoint;

import static java.util.stream.Collectors.joining;

import io.longhaul.load.endpoint.dialect.AutoDetectedDialect;
import io.longhaul.load.endpoint.dialect.EndpointType;
import io.longhaul.load.endpoint.dialect.EndpointType.Trait;
import io.longhaul.load.endpoint.grpc.DynamicGrpc;
import io.longhaul.load.endpoint.kserve.KserveCall;
import io.longhaul.load.endpoint.kserve.KserveHttp;
import io.longhaul.load.endpoint.kserve.KserveTensors;
import io.longhaul.load.endpoint.kserve.TritonGenerate;
import io.longhaul.load.endpoint.openai.AudioTranscription;
import io.longhaul.load.endpoint.openai.Embeddings;
import io.longhaul.load.endpoint.openai.ImageEdit;
import io.longhaul.load.endpoint.openai.ImageGeneration;
import io.longhaul.load.endpoint.openai.OpenAiChat;
import io.longhaul.load.endpoint.openai.OpenAiCompletions;
import io.longhaul.load.endpoint.openai.OpenAiResponses;
import io.longhaul.load.endpoint.protobuf.GrpcMethod;
import io.longhaul.load.endpoint.request.MediaKind;
import io.longhaul.load.endpoint.request.Message;
import io.longhaul.load.endpoint.request.MultipartForm;
import io.longhaul.load.endpoint.template.Template;
import io.longhaul.load.endpoint.vendor.AnthropicMessages;
import io.longhaul.load.endpoint.vendor.HuggingFaceGenerate;
import io.longhaul.load.endpoint.vendor.Rankings;
import io.longhaul.load.endpoint.vendor.VendorDialects;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** The registry of all supported endpoint types, by the names that users enter. */
public final class Endpoints {

  private static final String MODEL_PATH = "/v2/models/" + EndpointType.MODEL_IN_PATH;

  /** OpenAI's chat completions; other names are GenAI-Perf's for chat with images. */
  public static final EndpointType CHAT =
      EndpointType.named("chat", "/v1/chat/completions")
          .alsoNamed("multimodal", "vision")
          .media(MediaKind.IMAGE, MediaKind.AUDIO, MediaKind.VIDEO)
          .with(Trait.CONVERSES)
          .dialect(OpenAiChat::new);

  /** Any method of any gRPC service; {@link #calling} sets the method. */
  public static final EndpointType DYNAMIC_GRPC = new DynamicGrpc(null).type();

  private static final List<EndpointType> ALL =
      List.of(
          CHAT,
          EndpointType.named("completions", "/v1/completions").dialect(OpenAiCompletions::new),
          embeddings("embeddings")
              .dialect(options -> Embeddings.ofInputs(options, "embeddings", Message::texts)),
          embeddings("nim_embeddings")
              .title("NIM Embeddings Metrics")
              .media(MediaKind.IMAGE)
              .with(Trait.PAIRS_TEXTS_WITH_IMAGES)
              .dialect(
                  options -> Embeddings.ofInputs(options, "nim_embeddings", Embeddings::pairs)),
          embeddings("chat_embeddings").media(MediaKind.IMAGE).dialect(Embeddings::ofChat),
          embeddings("nvclip")
              .media(MediaKind.IMAGE)
              .dialect(
                  options -> Embeddings.ofInputs(options, "nvclip", Embeddings::textsThenImages)),
          // The other name is that of GenAI-Perf, and of AIPerf before 0.3.
          rankings("nim_rankings", "/v1/ranking")
              .title("Rankings Metrics")
              .alsoNamed("rankings")
              .dialect(Rankings::ofNim),
          rankings("cohere_rankings", "/v2/rerank").dialect(Rankings::ofCohere),
          rankings("hf_tei_rankings", "/rerank").dialect(Rankings::ofHfTei),
          EndpointType.named("huggingface_generate", "/generate")
              .streamingPath("/generate_stream")
              .dialect(HuggingFaceGenerate::new),
          // The other name is GenAI-Perf's.
          EndpointType.named("triton_generate", MODEL_PATH + "/generate")
              .streamingPath(MODEL_PATH + "/generate_stream")
              .alsoNamed("generate")
              .without(Trait.TAKES_BATCHES)
              .dialect(TritonGenerate::new),
          // GenAI-Perf's type: the response is a stream of messages, even if there is only one.
          KserveCall.type("kserve", "ModelStreamInfer", true),
          // One message in each direction, for models that are not decoupled.
          KserveCall.type("kserve_unary", "ModelInfer", false),
          EndpointType.named("kserve_http", MODEL_PATH + "/infer")
              .without(Trait.CAN_STREAM, Trait.TAKES_BATCHES)
              .with(Trait.HAS_BACKENDS)
              .problems(options -> KserveTensors.problemsOf(options.extraInputs()))
              .dialect(KserveHttp::new),
          DYNAMIC_GRPC,
          EndpointType.named("responses", "/v1/responses")
              .media(MediaKind.IMAGE, MediaKind.AUDIO)
              .with(Trait.CONVERSES)
              .dialect(OpenAiResponses::new),
          EndpointType.named("messages", "/v1/messages")
              .headers(Map.of("anthropic-version", "2023-06-01"))
              .keyHeader("x-api-key")
              .media(MediaKind.IMAGE)
              .with(Trait.CONVERSES)
              .dialect(AnthropicMessages::new),
          EndpointType.named("image_generation", "/v1/images/generations")
              .title("Image Generation Metrics")
              .without(Trait.PRODUCES_TOKENS)
              .dialect(ImageGeneration::new),
          form("image_edit", "/v1/images/edits")
              .title("Image Edit Metrics")
              .media(MediaKind.IMAGE)
              .problems(ImageEdit::problemsOf)
              .dialect(ImageEdit::new),
          EndpointType.named("image_retrieval", "/v1/infer")
              .title("Image Retrieval Metrics")
              .without(
                  Trait.CAN_STREAM, Trait.PRODUCES_TOKENS, Trait.TAKES_TEXT, Trait.TAKES_BATCHES)
              .media(MediaKind.IMAGE)
              .with(Trait.NEEDS_MEDIA)
              .dialect(VendorDialects::imageRetrieval),
          // The response is text, but AIPerf does not count its tokens.
          form("audio_transcription", "/v1/audio/transcriptions")
              .title("Audio Transcription Metrics")
              .without(Trait.TAKES_TEXT, Trait.TAKES_BATCHES)
              .media(MediaKind.AUDIO)
              .problems(AudioTranscription::problemsOf)
              .dialect(AudioTranscription::new),
          EndpointType.named("solido_rag", "/rag/api/prompt")
              .title("SOLIDO RAG Metrics")
              .dialect(VendorDialects::solidoRag),
          EndpointType.named("raw", "")
              .with(Trait.SENDS_PAYLOADS)
              .problems(options -> AutoDetectedDialect.problemsWithRawBodies(options, "raw"))
              .dialect(AutoDetectedDialect::ofRawBodies),
          EndpointType.named("template", "")
              .media(MediaKind.values())
              .problems(Template::problemsOf)
              .dialect(Template::dialect));

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
    return new DynamicGrpc(method).type();
  }

  private static EndpointType.Builder embeddings(String typedName) {
    return EndpointType.named(typedName, "/v1/embeddings")
        .title("Embeddings Metrics")
        .without(Trait.CAN_STREAM, Trait.PRODUCES_TOKENS);
  }

  private static EndpointType.Builder rankings(String typedName, String path) {
    return EndpointType.named(typedName, path)
        .title("Ranking Metrics")
        .without(Trait.CAN_STREAM, Trait.PRODUCES_TOKENS, Trait.TAKES_BATCHES)
        .with(Trait.RANKS);
  }

  /** Starts the description of a type whose requests are forms with a file. */
  private static EndpointType.Builder form(String typedName, String path) {
    return EndpointType.named(typedName, path)
        .headers(Map.of("Content-Type", MultipartForm.CONTENT_TYPE))
        .without(Trait.CAN_STREAM, Trait.PRODUCES_TOKENS, Trait.SENDS_JSON, Trait.HAS_JSON_INPUTS)
        .with(Trait.NEEDS_MEDIA);
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

  /** Returns AIPerf's title of an endpoint type's metrics; that of chat for an unknown type. */
  public static String titleOf(String name) {
    return find(name).orElse(CHAT).title();
  }

  /** Types of AIPerf that are intentionally unsupported have a reason and an alternative. */
  private static String remedy(String name) {
    return normalized(name).equals("video_generation")
        ? "a video takes several requests to create, poll and download, but Longhaul measures"
            + " single HTTP exchanges; AIPerf supports it"
        : "known types: " + ALL.stream().map(EndpointType::typedName).collect(joining(", "));
  }

  private static String normalized(String name) {
    return name.toLowerCase(Locale.ROOT).replace('-', '_');
  }
}
