package io.longhaul.load.endpoint.request;

import java.util.List;
import java.util.Optional;

/**
 * The content of a rankings request: a query, and the passages to rank. Texts are identified by
 * name, in the singular or plural.
 *
 * @param query the first text named {@code query}
 * @param passages all texts named {@code passages}
 */
public record QueryAndPassages(String query, List<String> passages) {
  public static final String QUERY = "query";
  public static final String PASSAGES = "passages";

  private static final List<String> QUERY_NAMES = List.of(QUERY, "queries");
  private static final List<String> PASSAGE_NAMES = List.of(PASSAGES, "passage");

  public QueryAndPassages {
    passages = List.copyOf(passages);
  }

  /** Finds the query and passages; empty if there is no query. */
  public static Optional<QueryAndPassages> in(List<MessageText> texts) {
    List<String> queries = named(texts, QUERY_NAMES);
    return queries.isEmpty()
        ? Optional.empty()
        : Optional.of(new QueryAndPassages(queries.get(0), named(texts, PASSAGE_NAMES)));
  }

  /**
   * Finds the query and passages of a single-turn request.
   *
   * @throws IllegalArgumentException if there is no query, or there are several messages
   */
  public static QueryAndPassages of(InferenceRequest request) {
    return in(request.singleMessage("rankings").parts())
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "Cannot send a request to a rankings endpoint: no text named query (give each"
                        + " prompt one)"));
  }

  private static List<String> named(List<MessageText> texts, List<String> names) {
    return texts.stream()
        .filter(text -> names.contains(text.name()))
        .map(MessageText::content)
        .toList();
  }
}
