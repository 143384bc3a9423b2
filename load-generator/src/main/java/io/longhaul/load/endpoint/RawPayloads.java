package io.longhaul.load.endpoint;

import java.util.List;

/**
 * An arbitrary API: bodies are sent unchanged from the data set, and the format of responses is
 * detected. It has no path of its own.
 */
final class RawPayloads implements EndpointType {

  @Override
  public String typedName() {
    return "raw";
  }

  @Override
  public String path(boolean streaming) {
    return "";
  }

  @Override
  public boolean sendsPayloads() {
    return true;
  }

  @Override
  public List<String> problemsOf(DialectOptions options) {
    return AutoDetectedResponses.problemsWithRawBodies(options.extraInputs(), typedName());
  }

  @Override
  public EndpointDialect dialect(DialectOptions options) {
    return new Dialect(AutoDetectedResponses.of(options.extraInputs(), true));
  }

  private record Dialect(AutoDetectedResponses responses) implements EndpointDialect {

    @Override
    public byte[] requestBody(InferenceRequest request) {
      throw new IllegalArgumentException(
          "Cannot send a request to a raw endpoint: the prompt is not a body (give payloads)");
    }

    @Override
    public ResponseReader newReader(boolean streaming) {
      return responses.newReader(streaming);
    }

    @Override
    public List<String> sampleResponse(boolean streaming, List<String> words) {
      return responses.sampleResponse(streaming, words);
    }
  }
}
