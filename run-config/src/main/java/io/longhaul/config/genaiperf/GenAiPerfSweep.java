package io.longhaul.config.genaiperf;

import static java.util.Objects.requireNonNull;

import io.longhaul.config.binding.InvalidOptionsException;
import io.longhaul.config.binding.OptionProblems;
import io.longhaul.config.genaiperf.GenAiPerfTranslator.Translation;
import io.longhaul.config.options.Sweep;
import java.nio.file.Path;
import java.util.ArrayList;
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
  /**
   * A point of the sweep.
   *
   * @param name its name in GenAI-Perf, such as {@code gpt2_run_config_0}
   * @param words its command line for {@code longhaul profile}
   */
  public record Point(String name, List<String> words) {}

  /**
   * Expands a command line to its points. {@code profile} validates the values of its options.
   *
   * @param typed the arguments after {@code genai-perf analyze}
   * @throws InvalidOptionsException if options are not supported, with all problems
   */
  public static GenAiPerfSweep of(List<String> typed) throws InvalidOptionsException {
    OptionProblems problems = new OptionProblems();
    List<String> others = new ArrayList<>();
    Map<SweptParameter, List<Long>> values = SweptValues.read(typed, others, problems);
    problems.throwIfAny();
    List<Point> points = new ArrayList<>();
    Path folder = Path.of("");
    List<String> notes = List.of();
    for (Map<SweptParameter, Long> one : Sweep.grid(values)) {
      List<String> words = new ArrayList<>(others);
      StringBuilder inFolderName = new StringBuilder();
      one.forEach(
          (parameter, value) -> {
            words.add(parameter.option());
            words.add(Long.toString(value));
            inFolderName.append(parameter.inFolderName(value));
          });
      Translation line = GenAiPerfTranslator.translate(words, false);
      if (!line.words().contains("--export-format")) {
        // GenAI-Perf's files compare the points.
        throw new InvalidOptionsException(
            List.of(
                "Invalid --endpoint-type: GenAI-Perf's files, which are needed to compare runs, are"
                    + " not written for it (chat, completions or embeddings)"));
      }
      Translation point = line.inUnusedFolder(inFolderName.toString());
      points.add(new Point(modelOf(line.words()) + "_run_config_" + points.size(), point.words()));
      folder = requireNonNull(point.folder().getParent());
      notes = line.notes();
    }
    return new GenAiPerfSweep(List.copyOf(points), folder, notes);
  }

  private static String modelOf(List<String> words) {
    int at = words.indexOf("--model");
    return at < 0 ? "model" : words.get(at + 1).split(",", -1)[0].replace('/', '_');
  }
}
