package io.longhaul.load.endpoint;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/** An endpoint that ranks passages by a query. Its responses contain no tokens. */
abstract class Rankings implements EndpointType {
  private final String typedName;
  private final String path;
  private final String title;
  private final String member;
  private final String score;

  /**
   * @param list member of a response that contains the rankings
   * @param score member of a ranking that contains its score
   */
  Rankings(String typedName, String path, String title, String list, String score) {
    this.typedName = typedName;
    this.path = path;
    this.title = title;
    this.member = list;
    this.score = score;
  }

  @Override
  public final String typedName() {
    return typedName;
  }

  @Override
  public final String path(boolean streaming) {
    return path;
  }

  @Override
  public final boolean canStream() {
    return false;
  }

  @Override
  public final boolean producesTokens() {
    return false;
  }

  @Override
  public final boolean ranks() {
    return true;
  }

  @Override
  public final String title() {
    return title;
  }

  @Override
  public final EndpointDialect dialect(DialectOptions options) {
    return new Dialect(options);
  }

  /** Writes the request in this API's format. */
  abstract void write(ObjectNode body, String model, QueryAndPassages ranking);

  private final class Dialect implements EndpointDialect {
    private final DialectOptions options;

    private Dialect(DialectOptions options) {
      this.options = options;
    }

    @Override
    public byte[] requestBody(InferenceRequest request) {
      ObjectNode body = RequestBody.empty();
      write(body, request.model(), QueryAndPassages.of(request));
      return RequestBody.finish(body, options, request);
    }

    @Override
    public ResponseReader newReader(boolean streaming) {
      return new JsonResponseReader(streaming, new RankingsPayload(member));
    }

    @Override
    public List<String> sampleResponse(boolean streaming, List<String> words) {
      return List.of(RankingsPayload.sample(member, score, words.size()));
    }
  }
}
