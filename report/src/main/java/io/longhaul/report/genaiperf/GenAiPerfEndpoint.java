package io.longhaul.report.genaiperf;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** The APIs whose requests can be written to GenAI-Perf's files. */
public enum GenAiPerfEndpoint {
  CHAT("chat", "chat", "v1/chat/completions", "openai_chat_completions"),
  COMPLETIONS("completions", "completions", "v1/completions", "openai_completions"),
  KSERVE("kserve", "kserve", "", "tensorrtllm"),
  GENERATE("triton_generate", "generate", "v2/models/{MODEL_NAME}/generate", "triton_generate"),
  HUGGINGFACE_GENERATE("huggingface_generate", "huggingface_generate", ".", "huggingface_generate"),
  EMBEDDINGS("embeddings", "embeddings", "v1/embeddings", "openai_embeddings"),
  NVCLIP("nvclip", "nvclip", "v1/embeddings", "nvclip"),
  RANKINGS("nim_rankings", "rankings", "v1/ranking", "rankings"),
  TEI_RANKINGS("hf_tei_rankings", "rankings", "rerank", "rankings"),
  DYNAMIC_GRPC("dynamic_grpc", "dynamic_grpc", "", "dynamic_grpc");

  /** Stands for the name of the first model in a path. */
  public static final String MODEL = "{MODEL_NAME}";

  private static final List<GenAiPerfEndpoint> WITHOUT_TOKENS =
      List.of(EMBEDDINGS, NVCLIP, RANKINGS, TEI_RANKINGS, DYNAMIC_GRPC);

  private final String typedName;
  private final String type;
  private final String path;
  private final String outputFormat;

  GenAiPerfEndpoint(String typedName, String type, String path, String outputFormat) {
    this.typedName = typedName;
    this.type = type;
    this.path = path;
    this.outputFormat = outputFormat;
  }

  /**
   * Returns the endpoint by its option value, such as {@code chat}; empty if GenAI-Perf has none.
   */
  public static Optional<GenAiPerfEndpoint> named(String typedName) {
    return Arrays.stream(values()).filter(one -> one.typedName.equals(typedName)).findFirst();
  }

  /** Returns the endpoint by GenAI-Perf's endpoint type. */
  public static Optional<GenAiPerfEndpoint> ofType(String type) {
    return Arrays.stream(values()).filter(one -> one.type.equals(type)).findFirst();
  }

  /** Returns all option values, separated by commas. */
  public static String allTypedNames() {
    return Arrays.stream(values()).map(one -> one.typedName).collect(Collectors.joining(", "));
  }

  /** Returns GenAI-Perf's endpoint type. */
  public String type() {
    return type;
  }

  /** Returns the Perf Analyzer's service kind. */
  public String serviceKind() {
    return switch (this) {
      case KSERVE -> "triton";
      case DYNAMIC_GRPC -> type;
      default -> "openai";
    };
  }

  /** Returns the path of the API as GenAI-Perf writes it; empty if there is none. */
  public String path() {
    return path;
  }

  /** Returns GenAI-Perf's name of the request format. */
  public String outputFormat() {
    return outputFormat;
  }

  /** Returns whether responses consist of tokens. */
  public boolean hasTokens() {
    return !WITHOUT_TOKENS.contains(this);
  }

  /** Returns whether GenAI-Perf reads streamed responses of it. */
  public boolean isReadInPieces() {
    return this != HUGGINGFACE_GENERATE && this != DYNAMIC_GRPC;
  }
}
