package io.longhaul.mock.endpoint;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** All endpoints, by path. */
public final class MockEndpoints {

  private static final Map<String, MockEndpoint> BY_PATH =
      byPath(
          new ChatEndpoint(),
          new CompletionsEndpoint(),
          DocumentEndpoint.EMBEDDINGS,
          DocumentEndpoint.NIM_RANKINGS,
          DocumentEndpoint.COHERE_RERANK,
          DocumentEndpoint.HF_TEI_RERANK,
          new HuggingFaceGenerateEndpoint(),
          new TritonGenerateEndpoint(),
          new KserveHttpEndpoint(),
          new ResponsesEndpoint(),
          new MessagesEndpoint(),
          new ImageGenerationEndpoint(),
          DocumentEndpoint.IMAGE_EDIT,
          DocumentEndpoint.IMAGE_RETRIEVAL,
          DocumentEndpoint.AUDIO_TRANSCRIPTION,
          new SolidoRagEndpoint());

  private static final Map<String, MockEndpoint> BY_GRPC_PATH =
      byPath(
          new KserveGrpcEndpoint("ModelInfer", false),
          new KserveGrpcEndpoint("ModelStreamInfer", true));

  /** Placeholder for the model's name in the path of an endpoint. */
  static final String ANY_MODEL = "{model}";

  private static final String MODELS = "/v2/models/";

  private MockEndpoints() {}

  /** Returns the endpoint of a path, or null. */
  public static @Nullable MockEndpoint forPath(String path) {
    return BY_PATH.get(path.startsWith(MODELS) ? withAnyModel(path) : path);
  }

  private static String withAnyModel(String path) {
    int end = path.indexOf('/', MODELS.length());
    return end < 0 ? path : MODELS + ANY_MODEL + path.substring(end);
  }

  /** Returns the endpoint of a gRPC method by its path, or null. */
  public static @Nullable MockEndpoint forGrpcPath(String path) {
    return BY_GRPC_PATH.get(path);
  }

  /** Returns the paths of all endpoints except those of gRPC. */
  public static List<String> paths() {
    return List.copyOf(BY_PATH.keySet());
  }

  private static Map<String, MockEndpoint> byPath(MockEndpoint... endpoints) {
    Map<String, MockEndpoint> byPath = new LinkedHashMap<>();
    for (MockEndpoint endpoint : endpoints) {
      endpoint.paths().forEach(path -> byPath.put(path, endpoint));
    }
    return byPath;
  }
}
