package io.longhaul.sinks.genaiperf;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** The APIs whose answers can be told in GenAI-Perf's files. */
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

  /** In a path, the first model's name. */
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

  /** The endpoint of a typed name, such as {@code chat}; empty when GenAI-Perf has none like it. */
  public static Optional<GenAiPerfEndpoint> named(String typedName) {
    return Arrays.stream(values()).filter(one -> one.typedName.equals(typedName)).findFirst();
  }

  /** One that GenAI-Perf calls so. */
  public static Optional<GenAiPerfEndpoint> ofType(String type) {
    return Arrays.stream(values()).filter(one -> one.type.equals(type)).findFirst();
  }

  /** Those of runs, as a sentence has them. */
  public static String allTypedNames() {
    return Arrays.stream(values()).map(one -> one.typedName).collect(Collectors.joining(", "));
  }

  /** GenAI-Perf's name for it. */
  public String type() {
    return type;
  }

  /** Who speaks it in the Perf Analyzer. */
  public String serviceKind() {
    return switch (this) {
      case KSERVE -> "triton";
      case DYNAMIC_GRPC -> type;
      default -> "openai";
    };
  }

  /** The API's own path, as GenAI-Perf writes it; empty where there is none. */
  public String path() {
    return path;
  }

  /** The shape of its requests, in GenAI-Perf's words. */
  public String outputFormat() {
    return outputFormat;
  }

  /** Whether answers are made of tokens. */
  public boolean hasTokens() {
    return !WITHOUT_TOKENS.contains(this);
  }

  /** Whether GenAI-Perf reads answers of it that come in pieces. */
  public boolean isReadInPieces() {
    return this != HUGGINGFACE_GENERATE && this != DYNAMIC_GRPC;
  }
}
