package io.longhaul.load.dataset;

import com.fasterxml.jackson.databind.JsonNode;
import io.longhaul.load.endpoint.EndpointType;
import io.longhaul.load.plan.FileType;
import java.util.ArrayList;
import java.util.List;

/**
 * One row of a published set of questions: of OpenOrca its {@code question} with its {@code
 * system_prompt}, of CNN/DailyMail its {@code article}. Its answer is not used.
 *
 * @param system what goes before the question; empty for nothing
 */
record QuestionLine(String system, String question) {
  private static final String SYSTEM = "system_prompt";

  /**
   * The rows of a line: itself, or those of a page as the Hugging Face data set server gives them.
   *
   * @throws MalformedLineException when a row has no question, or this kind of endpoint takes none
   */
  static List<QuestionLine> parse(String text, FileType type, EndpointType endpoint)
      throws MalformedLineException {
    if (endpoint.needsMedia() || endpoint.ranks()) {
      throw new MalformedLineException(
          "a question (endpoint type " + endpoint.typedName() + " takes none)");
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
    String system = type == FileType.OPENORCA ? row.textOrNull(SYSTEM) : null;
    return new QuestionLine(system == null || system.isBlank() ? "" : system, question);
  }
}
