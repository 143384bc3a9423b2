package io.longhaul.load.endpoint;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;

/**
 * An API of any kind: bodies are those of the data set, as they are, and answers are guessed at. It
 * has no path of its own.
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
    List<String> problems = new ArrayList<>();
    ObjectNode extras = RequestBody.empty();
    options.extraInputs().mergeInto(extras);
    extras.remove(GuessedAnswers.RESPONSE_FIELD);
    if (!extras.isEmpty()) {
      problems.add(
          "Invalid extra inputs: "
              + extras
              + " (endpoint type raw sends bodies as they are; response_field alone is for it)");
    }
    GuessedAnswers.problemOf(options.extraInputs()).ifPresent(problems::add);
    return problems;
  }

  @Override
  public EndpointDialect dialect(DialectOptions options) {
    return new Dialect(GuessedAnswers.of(options.extraInputs(), true));
  }

  private record Dialect(GuessedAnswers answers) implements EndpointDialect {

    @Override
    public byte[] requestBody(InferenceRequest request) {
      throw new IllegalArgumentException(
          "Cannot ask a raw endpoint: the prompt is no body (give payloads)");
    }

    @Override
    public ResponseReader newReader(boolean streaming) {
      return answers.newReader(streaming);
    }

    @Override
    public List<String> sampleAnswer(boolean streaming, List<String> words) {
      return answers.sample(streaming, words);
    }
  }
}
