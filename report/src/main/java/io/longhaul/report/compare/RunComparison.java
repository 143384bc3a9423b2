package io.longhaul.report.compare;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * The comparison of a run with a baseline.
 *
 * @param baselineLetter letter of the baseline in tables, {@code A}
 * @param otherLetter letter of the other run, such as {@code B}
 * @param figures figures that at least one of the runs has, in the order of the table
 * @param changes differences of their configurations
 * @param warnings why the runs may not be comparable, as sentences
 */
public record RunComparison(
    String baselineLetter,
    String otherLetter,
    List<FigureDifference> figures,
    List<ConfigurationChange> changes,
    List<String> warnings) {

  /** The default minimum effect in percent. */
  public static final double DEFAULT_MIN_EFFECT_PERCENT = 2;

  /** Runs whose lengths or numbers of tokens differ by more than this share are not comparable. */
  private static final double COMPARABLE = 0.05;

  /** Parts of a configuration that must be equal, with their names in sentences. */
  private static final Map<String, String> ESSENTIAL = new LinkedHashMap<>();

  /** Comparing servers is the purpose of a comparison. */
  static final List<String> OF_SERVERS = List.of("endpoint.urls", "target.urls", "backend.target");

  static {
    // Of GuideLLM.
    ESSENTIAL.put("backend.model", "the model");
    ESSENTIAL.put("backend", "the endpoint");
    ESSENTIAL.put("profile", "the load");
    ESSENTIAL.put("strategy", "the load");
    ESSENTIAL.put("constraints", "the load");
    ESSENTIAL.put("data", "the prompts");
    ESSENTIAL.put("slo", "the SLOs");
    // Of AIPerf and Longhaul.
    ESSENTIAL.put("models", "the model");
    ESSENTIAL.put("endpoint", "the endpoint");
    ESSENTIAL.put("phases", "the load");
    ESSENTIAL.put("datasets", "the prompts");
    ESSENTIAL.put("tokenizer", "the tokenizer");
    ESSENTIAL.put("slos", "the SLOs");
  }

  public RunComparison {
    figures = List.copyOf(figures);
    changes = List.copyOf(changes);
    warnings = List.copyOf(warnings);
  }

  /**
   * Compares each run with the first one.
   *
   * @param runs at least two, at most 26
   * @param minEffectPercent differences of less than this percentage of the baseline are ignored
   */
  public static List<RunComparison> of(List<ComparedRun> runs, double minEffectPercent) {
    List<RunComparison> comparisons = new ArrayList<>();
    ComparedRun baseline = runs.get(0);
    ResampledRun resampled = new ResampledRun(baseline.bins(), 0);
    for (int i = 1; i < runs.size(); i++) {
      ComparedRun other = runs.get(i);
      Differences differences = new Differences(resampled, new ResampledRun(other.bins(), i));
      List<FigureDifference> figures = new ArrayList<>();
      for (ComparedFigure figure : ComparedFigure.values()) {
        if (baseline.figures().containsKey(figure) || other.figures().containsKey(figure)) {
          figures.add(
              FigureDifference.of(
                  figure,
                  baseline.figure(figure),
                  other.figure(figure),
                  differences.margin(figure),
                  minEffectPercent));
        }
      }
      comparisons.add(
          new RunComparison(
              letter(0),
              letter(i),
              figures,
              changes(baseline, other),
              warnings(baseline, other, letter(0), letter(i))));
    }
    return comparisons;
  }

  /** Returns the letter of a run in tables. */
  public static String letter(int run) {
    return String.valueOf((char) ('A' + run));
  }

  /**
   * Returns the differences of the plans, which contain every default; of the configuration trees
   * if another tool made one of the runs.
   */
  private static List<ConfigurationChange> changes(ComparedRun baseline, ComparedRun other) {
    List<ConfigurationChange> changes = new ArrayList<>();
    String tool = baseline.facts().tool();
    if (!tool.equals(other.facts().tool())) {
      changes.add(new ConfigurationChange("tool", tool, other.facts().tool()));
    }
    JsonNode before = baseline.facts().plan();
    JsonNode after = other.facts().plan();
    boolean havePlans = before.isObject() && after.isObject();
    changes.addAll(
        havePlans
            ? ConfigurationChange.between(before, after)
            : configurationChanges(baseline, other));
    return changes;
  }

  private static List<ConfigurationChange> configurationChanges(
      ComparedRun baseline, ComparedRun other) {
    if (baseline.facts().isOfGuideLlm() != other.facts().isOfGuideLlm()) {
      return List.of();
    }
    return ConfigurationChange.between(
        baseline.facts().configuration(), other.facts().configuration());
  }

  private static List<String> warnings(
      ComparedRun baseline, ComparedRun other, String baselineLetter, String otherLetter) {
    List<String> warnings = new ArrayList<>();
    Set<String> differing = new LinkedHashSet<>();
    for (ConfigurationChange change : configurationChanges(baseline, other)) {
      if (OF_SERVERS.stream().noneMatch(change.path()::startsWith)) {
        String what = ESSENTIAL.get(change.path());
        differing.add(what == null ? ESSENTIAL.getOrDefault(change.area(), "") : what);
      }
    }
    differing.remove("");
    String both = baselineLetter + " and " + otherLetter;
    if (baseline.facts().isOfGuideLlm() != other.facts().isOfGuideLlm()) {
      warnings.add(
          both
              + " are of different tools, whose configurations cannot be compared: check the model,"
              + " the load, the prompts and the tokenizer");
    }
    differing.forEach(what -> warnings.add(both + " differ in " + what));
    ComparedRun.Facts a = baseline.facts();
    ComparedRun.Facts b = other.facts();
    addIfApart(both + " differ in length", "%,.0f and %,.0f s", a.seconds(), b.seconds(), warnings);
    addIfApart(
        both + " differ in the lengths of their prompts",
        "%.1f and %.1f tokens on average",
        a.inputTokens(),
        b.inputTokens(),
        warnings);
    addIfApart(
        both + " differ in the lengths of their responses",
        "%.1f and %.1f tokens on average",
        a.outputTokens(),
        b.outputTokens(),
        warnings);
    a.doubts().forEach(doubt -> warnings.add(baselineLetter + ": " + doubt));
    b.doubts().forEach(doubt -> warnings.add(otherLetter + ": " + doubt));
    return warnings;
  }

  private static void addIfApart(
      String what, String form, double one, double other, List<String> warnings) {
    if (Math.abs(one - other) > COMPARABLE * Math.min(one, other)) {
      warnings.add(what + ": " + String.format(Locale.ROOT, form, one, other));
    }
  }
}
