package io.longhaul.load.endpoint;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/** An endpoint that is asked which passages answer a query best. Its answers have no tokens. */
abstract class Rankings implements EndpointType {
  private final String typedName;
  private final String path;
  private final String title;
  private final String member;
  private final String score;

  /**
   * @param list the member of an answer that holds the rankings
   * @param score the member of a ranking that says how good its passage is
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

  /** Writes what is asked in this API's form. */
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
