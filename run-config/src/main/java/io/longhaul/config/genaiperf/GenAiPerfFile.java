package io.longhaul.config.genaiperf;

import io.longhaul.config.binding.InvalidOptionsException;
import io.longhaul.config.binding.OptionProblems;
import io.longhaul.config.runfile.Scalars;
import io.longhaul.config.runfile.Section;
import io.longhaul.config.runfile.YamlTree;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A YAML file of GenAI-Perf as arguments of its command line. A key with an empty text counts as
 * missing, as in GenAI-Perf.
 */
public final class GenAiPerfFile {
  private final OptionProblems problems = new OptionProblems();
  private final List<String> words = new ArrayList<>();
  private boolean isSweep;

  private GenAiPerfFile() {}

  /**
   * The content of a file.
   *
   * @param words arguments of {@code genai-perf profile} or {@code genai-perf analyze}
   * @param isSweep whether the command is {@code analyze}
   * @param notes what has no effect here, in sentences
   */
  public record Line(List<String> words, boolean isSweep, List<String> notes) {}

  /**
   * Reads a file. The commands check its values.
   *
   * @throws InvalidOptionsException with all keys that are not supported
   */
  public static Line read(Path file) throws InvalidOptionsException {
    GenAiPerfFile read = new GenAiPerfFile();
    YamlTree.read(file, read.problems)
        .ifPresent(tree -> read.root(new Section("", tree, read.problems)));
    read.problems.throwIfAny();
    return new Line(List.copyOf(read.words), read.isSweep, read.problems.notes());
  }

  private void root(Section root) {
    List<String> models = new ArrayList<>(root.texts("modelName"));
    models.addAll(root.texts("modelNames"));
    List<String> named =
        models.stream()
            .flatMap(each -> List.of(each.split(",")).stream())
            .map(String::strip)
            .toList();
    if (models.stream().anyMatch(each -> !each.isBlank())) {
      words.add("--model");
      words.addAll(named);
    }
    root.section("analyze").filter(each -> !each.isEmpty()).ifPresent(each -> swept(root));
    root.read("endpoint", this::endpoint);
    root.read("perfAnalyzer", this::load);
    root.read("input", this::input);
    root.read("output", this::output);
    root.read("tokenizer", this::tokenizer);
    root.section("process")
        .flatMap(process -> text(process, "inputPath"))
        .ifPresent(
            path ->
                problems.invalid("process", path, "give it to genai-perf process-export-files"));
    root.refuseRest();
  }

  private void swept(Section root) {
    isSweep = true;
    if (root.value("analyze").orElse(null) instanceof Map<?, ?> analyze) {
      analyze.forEach(
          (parameter, range) -> {
            String path = "analyze." + parameter;
            if (!(range instanceof Map<?, ?> map)) {
              problems.invalid(path, Scalars.kindOf(range), "start and stop, and optionally step");
              return;
            }
            Section bounds = new Section(path, map, problems);
            Optional<String> start = bounds.text("start");
            Optional<String> stop = bounds.text("stop");
            Optional<String> step = bounds.text("step");
            bounds.refuseRest();
            if (start.isEmpty() || stop.isEmpty()) {
              problems.invalid(path, "no range", "start and stop, and optionally step");
            } else {
              words.add("--sweep-type=" + parameter);
              String bound = start.get() + ":" + stop.get();
              words.add("--sweep-range=" + bound + step.map(each -> ":" + each).orElse(""));
            }
          });
    }
  }

  private static Optional<String> text(Section section, String key) {
    return section.text(key).filter(value -> !value.isEmpty());
  }

  private void addValue(Section section, String key, String option) {
    text(section, key).ifPresent(value -> words.add(option + "=" + value));
  }

  private void addIfTrue(Section section, String key, String option) {
    if (section.value(key).filter(value -> !value.equals("")).isPresent() && section.isTrue(key)) {
      words.add(option);
    }
  }

  private void sayAll(Section section, String key, String option) {
    String joined = String.join(",", section.texts(key));
    if (!joined.isEmpty()) {
      words.add(option + "=" + joined);
    }
  }

  private void endpoint(Section endpoint) {
    addValue(endpoint, "modelSelectionStrategy", "--model-selection-strategy");
    addValue(endpoint, "backend", "--backend");
    addValue(endpoint, "custom", "--endpoint");
    addValue(endpoint, "type", "--endpoint-type");
    addIfTrue(endpoint, "streaming", "--streaming");
    sayAll(endpoint, "serverMetricsUrls", "--server-metrics-urls");
    sayAll(endpoint, "serverMetricsUrl", "--server-metrics-urls");
    addValue(endpoint, "url", "--url");
    addValue(endpoint, "grpcMethod", "--grpc-method");
  }

  private void load(Section analyzer) {
    for (String own : new String[] {"path", "verbose"}) {
      if (analyzer.has(own)) {
        analyzer.noteNoEffect(own, "Longhaul does not use Perf Analyzer");
      }
    }
    if (analyzer.value("stimulus").orElse(null) instanceof Map) {
      stimulus(analyzer.section("stimulus").orElseThrow());
    } else {
      text(analyzer, "stimulus")
          .ifPresent(text -> named(analyzer.pathOf("stimulus"), text, Optional.empty()));
    }
    addValue(analyzer, "stabilityPercentage", "--stability-percentage");
    addValue(analyzer, "warmupRequestCount", "--warmup-request-count");
    analyzer.read("measurement", this::measurement);
  }

  private void stimulus(Section stimulus) {
    for (String key :
        new String[] {
          "concurrency", "requestRate", "sessionConcurrency", "sessionRequestRate", "fixedSchedule"
        }) {
      if (stimulus.has(key)) {
        named(stimulus.pathOf(key), key, stimulus.text(key));
      }
    }
    stimulus.refuseRest();
  }

  private void named(String path, String stimulus, Optional<String> value) {
    switch (Section.camelCase(stimulus)) {
      case "concurrency" -> words.add("--concurrency=" + value.orElse("1"));
      case "requestRate" -> words.add("--request-rate=" + value.orElse(""));
      case "sessionConcurrency" -> words.add("--session-concurrency=" + value.orElse("1"));
      case "fixedSchedule" -> {
        if (value.map(text -> !text.equalsIgnoreCase("false")).orElse(true)) {
          words.add("--fixed-schedule");
        }
      }
      default ->
          problems.invalid(
              path, stimulus, "concurrency, request_rate, session_concurrency or fixed_schedule");
    }
  }

  private void measurement(Section measurement) {
    String mode = text(measurement, "mode").orElse("request_count");
    Optional<String> number = text(measurement, "num");
    switch (mode) {
      case "request_count" ->
          number
              .filter(count -> !count.equals("0"))
              .ifPresent(count -> words.add("--request-count=" + count));
      case "interval" -> words.add("--measurement-interval=" + number.orElse("10000"));
      default -> measurement.invalid("mode", mode, "request_count or interval");
    }
  }

  private void input(Section input) {
    addValue(input, "batchSize", "--batch-size-text");
    pairs(input, "extra", ",", "--extra-inputs");
    pairs(input, "goodput", " ", "--goodput");
    input.texts("header").stream()
        .filter(header -> !header.isEmpty())
        .forEach(header -> words.add("--header=" + header));
    addValue(input, "file", "--input-file");
    addValue(input, "numDatasetEntries", "--num-dataset-entries");
    addValue(input, "randomSeed", "--random-seed");
    input.read("audio", this::audio);
    input.read("image", this::image);
    input.read(
        "outputTokens",
        tokens -> {
          moments(tokens, "--output-tokens");
          addIfTrue(tokens, "deterministic", "--output-tokens-mean-deterministic");
        });
    input.read("syntheticTokens", of -> moments(of, "--synthetic-input-tokens"));
    input.read(
        "prefixPrompt",
        prefix -> {
          addValue(prefix, "num", "--num-prefix-prompts");
          addValue(prefix, "length", "--prefix-prompt-length");
        });
    input.read("sessions", this::sessions);
  }

  /** Reads a mapping, or its text. */
  private void pairs(Section section, String key, String between, String option) {
    if (section.value(key).orElse(null) instanceof Map<?, ?> map) {
      List<String> pairs = new ArrayList<>();
      map.forEach(
          (name, value) -> {
            if (!Scalars.isScalar(value)) {
              problems.invalid(
                  section.pathOf(key) + "." + name,
                  Scalars.kindOf(value),
                  "a single value; give " + option + " on the command line");
            }
            pairs.add(name + ":" + Scalars.typed(value));
          });
      words.add(option + "=" + String.join(between, pairs));
    } else {
      addValue(section, key, option);
    }
  }

  private void moments(Section section, String option) {
    addValue(section, "mean", option + "-mean");
    addValue(section, "stddev", option + "-stddev");
  }

  private void audio(Section audio) {
    addValue(audio, "batchSize", "--batch-size-audio");
    audio.read("length", length -> moments(length, "--audio-length"));
    addValue(audio, "format", "--audio-format");
    sayAll(audio, "depths", "--audio-depths");
    sayAll(audio, "sampleRates", "--audio-sample-rates");
    addValue(audio, "numChannels", "--audio-num-channels");
  }

  private void image(Section image) {
    addValue(image, "batchSize", "--batch-size-image");
    image.read("width", width -> moments(width, "--image-width"));
    image.read("height", height -> moments(height, "--image-height"));
    addValue(image, "format", "--image-format");
  }

  private void sessions(Section sessions) {
    addValue(sessions, "num", "--num-sessions");
    sessions.read("turns", turns -> moments(turns, "--session-turns"));
    sessions.read(
        "turnDelay",
        delay -> {
          moments(delay, "--session-turn-delay");
          addValue(delay, "ratio", "--session-delay-ratio");
        });
  }

  private void output(Section output) {
    addValue(output, "artifactDirectory", "--artifact-dir");
    output.value("checkpointDirectory");
    addValue(output, "profileExportFile", "--profile-export-file");
    addIfTrue(output, "generatePlots", "--generate-plots");
    addIfTrue(output, "enableCheckpointing", "--enable-checkpointing");
  }

  private void tokenizer(Section tokenizer) {
    addValue(tokenizer, "name", "--tokenizer");
    addValue(tokenizer, "revision", "--tokenizer-revision");
    addIfTrue(tokenizer, "trustRemoteCode", "--tokenizer-trust-remote-code");
  }
}
