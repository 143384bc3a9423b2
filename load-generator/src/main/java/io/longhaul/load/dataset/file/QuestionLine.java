package io.longhaul.load.dataset.file;

import com.fasterxml.jackson.databind.JsonNode;
import io.longhaul.load.dataset.text.JsonLine;
import io.longhaul.load.dataset.text.MalformedLineException;
import io.longhaul.load.endpoint.dialect.EndpointType;
import io.longhaul.load.plan.dataset.FileType;
import java.util.ArrayList;
import java.util.List;

/**
 * One row of a published set of questions: from OpenOrca the {@code question} and {@code
 * system_prompt}, from CNN/DailyMail the {@code article}. Answers are ignored.
 *
 * @param system system prompt; empty for none
 */
record QuestionLine(String system, String question) {

  /**
   * Parses the rows of a line: either one row, or a page in the format of the Hugging Face dataset
   * server.
   *
   * @throws MalformedLineException if a row has no question, or this kind of endpoint does not
   *     accept one
   */
  static List<QuestionLine> parse(String text, FileType type, EndpointType endpoint)
      throws MalformedLineException {
    if (endpoint.needsMedia() || endpoint.ranks()) {
      throw new MalformedLineException(
          "a question (endpoint type " + endpoint.typedName() + " does not accept it)");
    }
    JsonLine line = JsonLine.parse(text);
    if (!line.has("rows")) {
      return List.of(of(line, type));
    }
    List<QuestionLine> rows = new ArrayList<>();
    for (JsonNode row : line.get("rows")) {
      rows.add(of(JsonLine.of(row.path("row")), type));
    }
    return rows;
  }

  private static QuestionLine of(JsonLine row, FileType type) throws MalformedLineException {
    String member = type == FileType.OPENORCA ? "question" : "article";
    String question = row.textOrNull(member);
    if (question == null || question.isBlank()) {
      throw new MalformedLineException("no " + member);
    }
    String system = type == FileType.OPENORCA ? row.textOrNull("system_prompt") : null;
    return new QuestionLine(system == null || system.isBlank() ? "" : system, question);
  }
}
