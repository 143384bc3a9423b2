package io.longhaul.load.endpoint;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;

/**
 * How answers of APIs that nobody has described are read.
 *
 * @param field where in them the content stands
 * @param detectsAsFallback whether to guess where the field finds nothing
 */
record AutoDetectedResponses(ResponseField field, boolean detectsAsFallback) {
  /** The extra input that says where; it is not sent. */
  static final String RESPONSE_FIELD = "response_field";

  /** AIPerf's word for: guess. */
  private static final String TEXT = "text";

  /**
   * Reads the field among the extra inputs.
   *
   * @throws IllegalArgumentException when it is no JMESPath
   */
  static AutoDetectedResponses of(ExtraInputs extras, boolean detectsAsFallback) {
    boolean detects = extras.text(RESPONSE_FIELD).filter(TEXT::equals).isPresent();
    return new AutoDetectedResponses(
        detects ? ResponseField.NONE : fieldIn(extras), detectsAsFallback);
  }

  /**
   * The field alone.
   *
   * @throws IllegalArgumentException when it is no JMESPath
   */
  static ResponseField fieldIn(ExtraInputs extras) {
    return extras
        .text(RESPONSE_FIELD)
        .filter(expression -> !expression.isBlank())
        .map(ResponseField::of)
        .orElse(ResponseField.NONE);
  }

  /** What is wrong with these extra inputs where bodies are sent as they are. */
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
              + " sends bodies as they are; response_field alone is for it)");
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

  /** What is no JSON is read as text, whatever the field. */
  List<String> sampleResponse(boolean streaming, List<String> words) {
    return streaming ? words : List.of(String.join("", words));
  }
}
