package io.longhaul.mock.endpoint;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** All pages, by path. */
public final class Pages {

  private static final Map<String, Page> BY_PATH =
      byPath(
          new ChatPage(),
          new CompletionsPage(),
          new EmbeddingsPage(),
          new NimRankingsPage(),
          new CohereRerankPage(),
          new HfTeiRerankPage(),
          new HuggingFaceGeneratePage(),
          new TritonGeneratePage(),
          new KserveInferPage(),
          new ResponsesPage(),
          new MessagesPage(),
          new ImageGenerationPage(),
          new ImageEditPage(),
          new ImageRetrievalPage(),
          new AudioTranscriptionPage(),
          new SolidoRagPage());

  private static final Map<String, Page> CALLS =
      byPath(new InferCallPage("ModelInfer", false), new InferCallPage("ModelStreamInfer", true));

  /** Stands in the path of a page for any model's name. */
  static final String ANY_MODEL = "{model}";

  private static final String MODELS = "/v2/models/";

  private Pages() {}

  /** The page at a path, or null. */
  public static Page at(String path) {
    return BY_PATH.get(path.startsWith(MODELS) ? ofAnyModel(path) : path);
  }

  private static String ofAnyModel(String path) {
    int end = path.indexOf('/', MODELS.length());
    return end < 0 ? path : MODELS + ANY_MODEL + path.substring(end);
  }

  /** The page of a gRPC method by its path, or null. */
  public static Page callAt(String path) {
    return CALLS.get(path);
  }

  /** The paths of all pages but those of gRPC. */
  public static List<String> paths() {
    return List.copyOf(BY_PATH.keySet());
  }

  private static Map<String, Page> byPath(Page... pages) {
    Map<String, Page> byPath = new LinkedHashMap<>();
    for (Page page : pages) {
      page.paths().forEach(path -> byPath.put(path, page));
    }
    return byPath;
  }
}
