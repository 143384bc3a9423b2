package io.longhaul.report.compare;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * A run that is compared with another.
 *
 * @param name as the user named it: a folder or a run ID
 * @param facts what is known about it
 * @param figures its figures in display units, as its own documents contain them; without those
 *     that it does not have
 * @param bins its course over time
 */
public record ComparedRun(
    String name, Facts facts, Map<ComparedFigure, Double> figures, RunBins bins) {
  public ComparedRun {
    figures = figures.isEmpty() ? Map.of() : new EnumMap<>(figures);
  }

  /**
   * What is known about a run besides its figures.
   *
   * @param tool tool and version, such as {@code longhaul 0.1.0}
   * @param seconds length of the window
   * @param requests number of valid requests
   * @param inputTokens mean number of input tokens of a valid request; NaN if unknown
   * @param outputTokens mean number of output tokens; NaN if unknown
   * @param configuration AIPerf's configuration tree, which runs of Longhaul have, too; GuideLLM's
   *     if it made the run
   * @param plan Longhaul's plan; a missing node if another tool made the run
   * @param doubts why its figures may be wrong, as sentences without the name of the run
   */
  public record Facts(
      String tool,
      double seconds,
      long requests,
      double inputTokens,
      double outputTokens,
      JsonNode configuration,
      JsonNode plan,
      List<String> doubts) {
    public Facts {
      doubts = List.copyOf(doubts);
    }

    boolean isOfGuideLlm() {
      return tool.startsWith(GuideLlmRun.TOOL);
    }
  }

  /** Returns a figure in its display unit; NaN if the run does not have it. */
  double figure(ComparedFigure figure) {
    return figures.getOrDefault(figure, Double.NaN);
  }
}
