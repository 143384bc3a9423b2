package io.longhaul.config.genaiperf;

import static java.util.Objects.requireNonNull;

import io.longhaul.config.binding.GivenOptions;
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
   * @param options its options of {@code longhaul profile}
   */
  public record Point(String name, GivenOptions options) {}

  /**
   * Expands a sweep to its points. {@code profile} validates the values of its options.
   *
   * @throws InvalidOptionsException if options are not supported, with all problems
   */
  public static GenAiPerfSweep of(GenAiPerfArguments arguments) throws InvalidOptionsException {
    OptionProblems problems = new OptionProblems();
    arguments.problems().forEach(problems::add);
    Map<SweptParameter, List<Long>> values = arguments.swept().read(problems);
    problems.throwIfAny();
    List<Point> points = new ArrayList<>();
    Path folder = Path.of("");
    List<String> notes = List.of();
    for (Map<SweptParameter, Long> one : Sweep.grid(values)) {
      StringBuilder inFolderName = new StringBuilder();
      one.forEach((parameter, value) -> inFolderName.append(parameter.inFolderName(value)));
      Translation translated = GenAiPerfTranslator.translate(arguments.at(one), false);
      if (!translated.options().gives("--export-format")) {
        // GenAI-Perf's files compare the points.
        throw new InvalidOptionsException(
            List.of(
                "Invalid --endpoint-type: GenAI-Perf's files, which are needed to compare runs, are"
                    + " not written for it (chat, completions or embeddings)"));
      }
      Translation point = translated.inUnusedFolder(inFolderName.toString());
      points.add(
          new Point(modelOf(point.options()) + "_run_config_" + points.size(), point.options()));
      folder = requireNonNull(point.folder().getParent());
      notes = translated.notes();
    }
    return new GenAiPerfSweep(List.copyOf(points), folder, notes);
  }

  private static String modelOf(GivenOptions options) {
    return options
        .valueOf("--model")
        .map(models -> models.split(",", -1)[0].replace('/', '_'))
        .orElse("model");
  }
}
