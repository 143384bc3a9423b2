package io.longhaul.load.endpoint.dialect;

import io.longhaul.load.endpoint.request.DialectOptions;
import io.longhaul.load.endpoint.request.ExtraInputs;
import io.longhaul.load.endpoint.request.InferenceRequest;
import io.longhaul.load.endpoint.request.RequestBody;
import io.longhaul.load.endpoint.response.ContentDetector;
import io.longhaul.load.endpoint.response.JsonResponseReader;
import io.longhaul.load.endpoint.response.ResponseField;
import io.longhaul.load.endpoint.response.ResponseReader;
import io.longhaul.load.endpoint.response.TreePayload;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * The dialect of an API without a known response format.
 *
 * @param field location of the content
 * @param detectsAsFallback whether to detect the content if the field matches nothing
 * @param body writes the body of a request
 */
public record AutoDetectedDialect(
    ResponseField field, boolean detectsAsFallback, Function<InferenceRequest, byte[]> body)
    implements EndpointDialect {
  /** The extra input that contains the location; it is not sent. */
  public static final String RESPONSE_FIELD = "response_field";

  /** AIPerf's value for automatic detection. */
  private static final String TEXT = "text";

  /**
   * Creates an instance from the extra inputs.
   *
   * @throws IllegalArgumentException if the field is not a JMESPath expression
   */
  public static AutoDetectedDialect of(
      ExtraInputs extras, boolean detectsAsFallback, Function<InferenceRequest, byte[]> body) {
    boolean detects = extras.text(RESPONSE_FIELD).filter(TEXT::equals).isPresent();
    return new AutoDetectedDialect(
        detects ? ResponseField.NONE : fieldIn(extras), detectsAsFallback, body);
  }

  /** Creates the dialect of an arbitrary API: bodies are sent unchanged from the data set. */
  public static AutoDetectedDialect ofRawBodies(DialectOptions options) {
    return of(
        options.extraInputs(),
        true,
        request -> {
          throw new IllegalArgumentException(
              "Cannot send a request to a raw endpoint: the prompt is not a body (give payloads)");
        });
  }

  /**
   * Returns the field in the extra inputs.
   *
   * @throws IllegalArgumentException if it is not a JMESPath expression
   */
  public static ResponseField fieldIn(ExtraInputs extras) {
    return extras
        .text(RESPONSE_FIELD)
        .filter(expression -> !expression.isBlank())
        .map(ResponseField::of)
        .orElse(ResponseField.NONE);
  }

  /** Returns the problems of the extra inputs for an endpoint that sends bodies unchanged. */
  public static List<String> problemsWithRawBodies(DialectOptions options, String endpoint) {
    List<String> problems = new ArrayList<>();
    ExtraInputs others = options.extraInputs().without(RESPONSE_FIELD);
    if (!others.isEmpty()) {
      problems.add(
          "Invalid extra inputs: %s (endpoint type %s sends bodies unchanged; only %s is allowed)"
              .formatted(others, endpoint, RESPONSE_FIELD));
    }
    try {
      fieldIn(options.extraInputs());
    } catch (IllegalArgumentException e) {
      problems.add(e.getMessage());
    }
    return problems;
  }

  @Override
  public byte[] requestBody(InferenceRequest request) {
    return body.apply(request);
  }

  @Override
  public ResponseReader newReader(boolean streaming) {
    return new JsonResponseReader(
        streaming,
        TreePayload.endingWithBody("content", new ContentDetector(field, detectsAsFallback)));
  }

  /** Data that is not JSON is read as text, whatever the field. */
  @Override
  public List<String> sampleResponse(boolean streaming, List<String> words) {
    return RequestBody.pieces(streaming, words);
  }
}
