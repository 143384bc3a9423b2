package io.longhaul.load.endpoint;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads responses of APIs without a known format.
 *
 * @param field location of the content
 * @param detectsAsFallback whether to detect the content if the field matches nothing
 */
record AutoDetectedResponses(ResponseField field, boolean detectsAsFallback) {
  /** The extra input that contains the location; it is not sent. */
  static final String RESPONSE_FIELD = "response_field";

  /** AIPerf's value for automatic detection. */
  private static final String TEXT = "text";

  /**
   * Creates an instance from the extra inputs.
   *
   * @throws IllegalArgumentException if the field is not a JMESPath expression
   */
  static AutoDetectedResponses of(ExtraInputs extras, boolean detectsAsFallback) {
    boolean detects = extras.text(RESPONSE_FIELD).filter(TEXT::equals).isPresent();
    return new AutoDetectedResponses(
        detects ? ResponseField.NONE : fieldIn(extras), detectsAsFallback);
  }

  /**
   * Returns the field in the extra inputs.
   *
   * @throws IllegalArgumentException if it is not a JMESPath expression
   */
  static ResponseField fieldIn(ExtraInputs extras) {
    return extras
        .text(RESPONSE_FIELD)
        .filter(expression -> !expression.isBlank())
        .map(ResponseField::of)
        .orElse(ResponseField.NONE);
  }

  /** Returns the problems of these extra inputs for an endpoint that sends bodies unchanged. */
  static List<String> problemsWithRawBodies(ExtraInputs extras, String endpoint) {
    List<String> problems = new ArrayList<>();
    ObjectNode others = RequestBody.empty();
    extras.mergeInto(others);
    others.remove(RESPONSE_FIELD);
    if (!others.isEmpty()) {
      problems.add(
          "Invalid extra inputs: "
              + others
              + " (endpoint type "
              + endpoint
              + " sends bodies unchanged; only response_field is allowed)");
    }
    try {
      fieldIn(extras);
    } catch (IllegalArgumentException e) {
      problems.add(e.getMessage());
    }
    return problems;
  }

  ResponseReader newReader(boolean streaming) {
    return new JsonResponseReader(streaming, new AutoDetectedPayload(field, detectsAsFallback));
  }

  /** Data that is not JSON is read as text, whatever the field. */
  List<String> sampleResponse(boolean streaming, List<String> words) {
    return streaming ? words : List.of(String.join("", words));
  }
}
