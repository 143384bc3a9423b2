package io.longhaul.load.endpoint;

import java.util.List;
import java.util.Optional;

/**
 * How answers of APIs that nobody has described are read.
 *
 * @param field where in them the content stands
 * @param guessesBeside whether to guess where the field finds nothing
 */
record GuessedAnswers(ResponseField field, boolean guessesBeside) {
  /** The extra input that says where; it is not sent. */
  static final String RESPONSE_FIELD = "response_field";

  /** AIPerf's word for: guess. */
  private static final String TEXT = "text";

  /**
   * Reads the field among the extra inputs.
   *
   * @throws IllegalArgumentException when it is no JMESPath
   */
  static GuessedAnswers of(ExtraInputs extras, boolean guessesBeside) {
    ResponseField field =
        extras
            .text(RESPONSE_FIELD)
            .filter(typed -> !typed.isBlank() && !typed.equals(TEXT))
            .map(ResponseField::of)
            .orElse(ResponseField.NONE);
    return new GuessedAnswers(field, guessesBeside);
  }

  /** What is wrong with the field, if anything. */
  static Optional<String> problemOf(ExtraInputs extras) {
    try {
      of(extras, true);
      return Optional.empty();
    } catch (IllegalArgumentException e) {
      return Optional.of(e.getMessage());
    }
  }

  ResponseReader newReader(boolean streaming) {
    return new JsonResponseReader(streaming, new GuessedPayload(field, guessesBeside));
  }

  /** What is no JSON is read as text, whatever the field. */
  List<String> sample(boolean streaming, List<String> words) {
    return streaming ? words : List.of(String.join("", words));
  }
}
