package io.longhaul.load.endpoint.dialect;

import io.longhaul.load.endpoint.request.DialectOptions;
import io.longhaul.load.endpoint.request.ExtraInputs;
import io.longhaul.load.endpoint.request.InferenceRequest;
import io.longhaul.load.endpoint.request.RequestBody;
import io.longhaul.load.endpoint.response.ContentDetector;
import io.longhaul.load.endpoint.response.ResponseField;
import io.longhaul.load.endpoint.response.TreePayload;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** The dialect of an API without a known response format. */
public final class AutoDetectedDialect {
  /** The extra input that contains the location; it is not sent. */
  public static final String RESPONSE_FIELD = "response_field";

  /** AIPerf's value for automatic detection. */
  private static final String TEXT = "text";

  private AutoDetectedDialect() {}

  /**
   * Creates a dialect from the extra inputs. Data of a response that is not JSON is read as text,
   * whatever the field.
   *
   * @param detectsAsFallback whether to detect the content if the field matches nothing
   * @param body writes the body of a request
   * @throws IllegalArgumentException if the field is not a JMESPath expression
   */
  public static EndpointDialect of(
      ExtraInputs extras, boolean detectsAsFallback, Function<InferenceRequest, byte[]> body) {
    boolean detects = extras.text(RESPONSE_FIELD).filter(TEXT::equals).isPresent();
    ResponseField field = detects ? ResponseField.NONE : fieldIn(extras);
    ContentDetector detector = new ContentDetector(field, detectsAsFallback);
    return new JsonDialect(
        body, () -> TreePayload.endingWithBody("content", detector), RequestBody::pieces);
  }

  /** Creates the dialect of an arbitrary API: bodies are sent unchanged from the data set. */
  public static EndpointDialect ofRawBodies(DialectOptions options) {
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
}
