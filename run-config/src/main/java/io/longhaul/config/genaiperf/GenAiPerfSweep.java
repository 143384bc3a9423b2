package io.longhaul.config.genaiperf;

import static java.util.Objects.requireNonNull;

import io.longhaul.config.binding.InvalidOptionsException;
import io.longhaul.config.binding.OptionProblems;
import io.longhaul.config.genaiperf.GenAiPerfTranslator.Translation;
import io.longhaul.config.options.Sweep;
import io.longhaul.config.value.ArtifactFolder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A sweep of {@code genai-perf analyze}: a load at several points, which differ in one or more
 * parameters.
 *
 * @param points the points in the order of the sweep
 * @param folder the folder that contains the folders of the points
 * @param notes sentences about options without effect
 */
public record GenAiPerfSweep(List<Point> points, Path folder, List<String> notes) {
  private static final String FOLDER_OPTION = "--artifact-dir";
  private static final String REPLACE_OPTION = "--replace";
  private static final String FILES_OPTION = "--export-format";

  public GenAiPerfSweep {
    points = List.copyOf(points);
    notes = List.copyOf(notes);
  }

  /**
   * A point of the sweep.
   *
   * @param name its name in GenAI-Perf, such as {@code gpt2_run_config_0}
   * @param words its command line for {@code longhaul profile}
   */
  public record Point(String name, List<String> words) {
    public Point {
      words = List.copyOf(words);
    }
  }

  /**
   * Expands a command line to its points. {@code profile} validates the values of its options.
   *
   * @param typed the arguments after {@code genai-perf analyze}
   * @throws InvalidOptionsException if options are not supported, with all problems
   */
  public static GenAiPerfSweep of(List<String> typed) throws InvalidOptionsException {
    OptionProblems problems = new OptionProblems();
    GenAiPerfAnalyzeArguments words = GenAiPerfAnalyzeArguments.read(typed, problems);
    Map<SweptParameter, List<Long>> values = new LinkedHashMap<>();
    for (SweptValues swept : words.swept()) {
      swept
          .parameter(problems)
          .ifPresent(
              parameter -> {
                if (values.put(parameter, swept.of(parameter, problems)) != null) {
                  problems.invalid(SweptValues.TYPE, parameter.typedName(), "each of them once");
                }
              });
    }
    long points = values.values().stream().mapToLong(List::size).reduce(1, (a, b) -> a * b);
    if (values.size() > 1 && points > SweptValues.MOST_POINTS) {
      problems.invalid(
          "sweep",
          points + " points",
          "no more than " + SweptValues.MOST_POINTS + ", because each one is a run");
    }
    problems.throwIfAny();
    return of(words.others(), Sweep.grid(values));
  }

  private static GenAiPerfSweep of(List<String> others, List<Map<SweptParameter, Long>> all)
      throws InvalidOptionsException {
    List<Point> points = new ArrayList<>();
    Path folder = Path.of("");
    List<String> notes = List.of();
    for (Map<SweptParameter, Long> values : all) {
      List<String> typed = new ArrayList<>(others);
      StringBuilder inFolderName = new StringBuilder();
      values.forEach(
          (parameter, value) -> {
            typed.add(parameter.option());
            typed.add(Long.toString(value));
            inFolderName.append(parameter.inFolderName(value));
          });
      Translation line = GenAiPerfTranslator.translate(typed, false);
      requireFiles(line);
      List<String> words = new ArrayList<>(line.words());
      int at = words.indexOf(FOLDER_OPTION) + 1;
      Path named = Path.of(words.get(at) + inFolderName);
      Path ofPoint = words.contains(REPLACE_OPTION) ? named : ArtifactFolder.unused(named);
      words.set(at, ofPoint.toString());
      points.add(new Point(modelOf(words) + "_run_config_" + points.size(), words));
      folder = requireNonNull(ofPoint.getParent());
      notes = line.notes();
    }
    return new GenAiPerfSweep(points, folder, notes);
  }

  private static String modelOf(List<String> words) {
    int at = words.indexOf("--model");
    return at < 0 ? "model" : words.get(at + 1).split(",", -1)[0].replace('/', '_');
  }

  /** GenAI-Perf's files compare the points. */
  private static void requireFiles(Translation line) throws InvalidOptionsException {
    if (!line.words().contains(FILES_OPTION)) {
      OptionProblems problems = new OptionProblems();
      problems.add(
          "Invalid --endpoint-type: GenAI-Perf's files, which are needed to compare runs, are not"
              + " written for it (chat, completions or embeddings)");
      problems.throwIfAny();
    }
  }
}
