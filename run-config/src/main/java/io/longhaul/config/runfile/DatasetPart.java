package io.longhaul.config.runfile;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;
import java.util.Optional;

/** {@code dataset}: prompts and their content, with the defaults of AIPerf's files. */
record DatasetPart(FileValues values) {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  /** Reads the dataset and returns whether prompts come from a file. */
  boolean read(Section benchmark) {
    Optional<Section> dataset = dataset(benchmark);
    if (dataset.isEmpty()) {
      return false;
    }
    Section given = dataset.get();
    given.value("name");
    String type = given.text("type").orElse("synthetic");
    values.addAll(given, "dataset");
    given.refuse("randomSeed", "the whole run has one seed: randomSeed, at the top level");
    switch (type) {
      case "synthetic" -> synthetic(given);
      case "file" -> file(given);
      case "public" -> ofPublic(given);
      default -> {
        given.invalid("type", type, "synthetic, file or public");
        return true;
      }
    }
    given.refuseRest();
    return !type.equals("synthetic");
  }

  private Optional<Section> dataset(Section benchmark) {
    if (benchmark.has("dataset") && benchmark.has("datasets")) {
      benchmark.invalid("dataset", "given with datasets", "leave out one");
      return Optional.empty();
    }
    if (!benchmark.has("datasets")) {
      return benchmark.section("dataset");
    }
    var all = benchmark.sections("datasets");
    if (all.size() != 1) {
      benchmark.invalid("datasets", all.size() + " of them", "exactly one");
      return Optional.empty();
    }
    return Optional.of(all.get(0));
  }

  private void synthetic(Section given) {
    if (given.has("entries")) {
      values.addValue(given, "entries", "--num-dataset-entries");
    } else if (!values.isTyped("--unique-prompts")) {
      values.add("--num-dataset-entries", given.pathOf("entries"), "100");
    }
    Section prompts = given.section("prompts").orElseGet(Section::none);
    lengths(prompts.has("isl") ? prompts : given, "isl");
    lengths(prompts.has("osl") ? prompts : given, "osl");
    prompts(prompts);
    values.addWhole(given, "prefixPrompts", "dataset.prefixPrompts");
    distribution(given, "turns", "--conversation-turn");
    distribution(given, "turnDelay", "--conversation-turn-delay");
    values.addAll(given, "dataset[synthetic]");
    given.read("images", this::images);
    given.read("audio", this::audio);
    given.read("video", this::video);
    given.read("rankings", this::rankings);
  }

  /** Returns whether the file has the distribution, of which the options have this prefix. */
  private boolean distribution(Section section, String key, String options) {
    Optional<FileDistribution> given = FileDistribution.of(section, key);
    given.ifPresent(value -> value.addTo(values, options + "-mean", options + "-stddev"));
    return given.isPresent();
  }

  private void lengths(Section section, String key) {
    FileDistribution.of(section, key)
        .ifPresent(given -> given.addTo(values, "--" + key, "--" + key + "-stddev"));
  }

  private void prompts(Section prompts) {
    values.addAll(prompts, "dataset.prompts");
    values.addWhole(prompts, "cacheBust", "dataset.cacheBust");
    if (prompts.has("sequenceDistribution")) {
      shapes(prompts);
    }
    prompts.refuseRest();
  }

  private void shapes(Section prompts) {
    ObjectNode shapes = MAPPER.createObjectNode();
    ArrayNode pairs = shapes.putArray("pairs");
    for (Section entry : prompts.sections("sequenceDistribution")) {
      ObjectNode pair = pairs.addObject();
      for (String side : new String[] {"isl", "osl"}) {
        FileDistribution.of(entry, side)
            .ifPresent(
                given -> {
                  putNumber(pair, side, given.mean());
                  given
                      .deviation()
                      .ifPresent(deviation -> putNumber(pair, side + "_stddev", deviation));
                });
        entry
            .text(side + "Stddev")
            .ifPresent(deviation -> putNumber(pair, side + "_stddev", deviation));
      }
      entry.text("probability").ifPresent(share -> putNumber(pair, "prob", share));
      entry.refuseRest();
    }
    values.add("--seq-dist", prompts.pathOf("sequenceDistribution"), shapes.toString());
  }

  /** Text that is not a number is passed on; the option rejects it. */
  private static void putNumber(ObjectNode pair, String member, String typed) {
    pair.set(member, MAPPER.valueToTree(Scalars.ofText(typed)));
  }

  /** In a file, images have a default size, and their default number is 0, as in AIPerf. */
  private void images(Section images) {
    for (String side : new String[] {"width", "height"}) {
      if (!distribution(images, side, "--image-" + side)) {
        values.add("--image-" + side + "-mean", images.pathOf(side), "512");
      }
    }
    values.addOr("0", images, "batchSize", "--image-batch-size");
    values.addOr("jpeg", images, "format", "--image-format");
    values.addAll(images, "dataset.images");
  }

  private void audio(Section audio) {
    if (!distribution(audio, "length", "--audio-length")) {
      values.add("--audio-length-mean", audio.pathOf("length"), "10");
    }
    values.addOr("0", audio, "batchSize", "--audio-batch-size");
    values.addAll(audio, "dataset.audio");
  }

  private void video(Section video) {
    values.addOr("0", video, "batchSize", "--video-batch-size");
    values.addAll(video, "dataset.video");
    values.addWhole(video, "audio", "dataset.video.audio");
  }

  private void rankings(Section rankings) {
    distribution(rankings, "passages", "--rankings-passages");
    distribution(rankings, "passageTokens", "--rankings-passages-prompt-token");
    distribution(rankings, "queryTokens", "--rankings-query-prompt-token");
  }

  private void file(Section given) {
    values.addAll(given, "dataset[file]");
    given.refuse("records", "put them into a file and give its path");
    if (!given.has("path") && !given.has("records") && !values.isTyped("--input-file")) {
      given.invalid("no path", "give the file of prompts");
    }
    values.addOr("single_turn", given, "format", "--custom-dataset-type");
    values.addValue(given, "traceSessionSampleRatio", "--trace-session-sample-ratio");
    values.addSeconds(given, "maxIdleGapCapSeconds", "--max-idle-gap-cap-seconds");
    values.addValue(given, "replaySpeedup", "--replay-speedup");
    values.addIfTrue(given, "openLoopStrict", "--open-loop-strict");
    values.addIfTrue(given, "omitKvHints", "--omit-kv-hints");
    values.addIfFalse(given, "openLoopReplay", "--no-open-loop-replay");
    values.addIfFalse(given, "forceMinTokens", "--no-force-min-tokens");
    recorded(given);
  }

  private void ofPublic(Section given) {
    values.addAll(given, "dataset[public]");
    values.addValue(given, "hfSubset", "--hf-subset");
    values.addValue(given, "hfWekaDataset", "--hf-weka-dataset");
    given.refuse("filters", "filtering public datasets is not supported");
    recorded(given);
  }

  /** Reads the keys that files and public datasets have in common. */
  private void recorded(Section given) {
    lengths(given, "osl");
    values.addAll(given, "dataset[recorded]");
    values.addSeconds(given, "traceIdleGapCapSeconds", "--trace-idle-gap-cap-seconds");
    values.addIfTrue(given, "useThinkTimeOnly", "--use-think-time-only");
    values.addValue(given, "maxContextLength", "--max-context-length");
    values.addWhole(given, "cacheBust", "dataset.cacheBust");
    values.addWhole(given, "prompts", "dataset[recorded].prompts");
    given.read("synthesis", this::synthesis);
  }

  private void synthesis(Section synthesis) {
    values.addAll(synthesis, "dataset.synthesis");
    values.addUnless("1", synthesis, "prefixLenMultiplier", "--synthesis-prefix-len-multiplier");
    values.addUnless("1", synthesis, "prefixRootMultiplier", "--synthesis-prefix-root-multiplier");
    values.addUnless("1", synthesis, "promptLenMultiplier", "--synthesis-prompt-len-multiplier");
    values.addUnless("1", synthesis, "outputLenMultiplier", "--synthesis-output-len-multiplier");
    values.addIfTrue(synthesis, "allowDatasetWrap", "--allow-dataset-wrap");
  }

  /**
   * A distribution in a file, in one of the two forms of AIPerf that options support: a single
   * value, or a mean with a standard deviation.
   */
  private record FileDistribution(String path, String mean, Optional<String> deviation) {
    private static final String WANTED =
        "a number, {value}, or {mean, stddev}; other distributions are not supported";

    /** Returns the value of a key; empty if it is missing or, after reporting it, invalid. */
    static Optional<FileDistribution> of(Section section, String key) {
      Optional<Object> value = section.value(key);
      String path = section.pathOf(key);
      if (value.isPresent() && value.get() instanceof Map<?, ?> map) {
        return ofSection(section.below(key, map));
      }
      if (value.isPresent() && Scalars.ofText(Scalars.typed(value.get())) instanceof Number) {
        return Optional.of(
            new FileDistribution(path, Scalars.typed(value.get()), Optional.empty()));
      }
      value.ifPresent(other -> section.invalid(key, Scalars.kindOf(other), WANTED));
      return Optional.empty();
    }

    private static Optional<FileDistribution> ofSection(Section section) {
      for (String key : new String[] {"median", "peaks", "points", "min", "max"}) {
        if (section.has(key)) {
          section.invalid("with " + key, WANTED);
          return Optional.empty();
        }
      }
      Optional<String> value = section.text("value");
      Optional<String> mean = section.text("mean");
      Optional<String> deviation = section.text("stddev");
      section.refuseRest();
      if (value.isPresent() == mean.isPresent() || (value.isPresent() && deviation.isPresent())) {
        section.invalid("a mapping", WANTED);
        return Optional.empty();
      }
      return Optional.of(
          new FileDistribution(section.path(), value.or(() -> mean).get(), deviation));
    }

    void addTo(FileValues values, String option, String deviationOption) {
      values.add(option, path, mean);
      deviation.ifPresent(typed -> values.add(deviationOption, path + ".stddev", typed));
    }
  }
}
