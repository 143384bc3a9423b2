package io.longhaul.cli.runfile;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.longhaul.cli.options.OptionProblems;
import java.util.Optional;

/** {@code dataset}: prompts and their content. */
final class DatasetPart {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  /** Default of AIPerf's files. */
  private static final String DEFAULT_ENTRIES = "100";

  private static final String DEFAULT_SIDE = "512";
  private static final String DEFAULT_IMAGE_FORMAT = "jpeg";
  private static final String DEFAULT_SECONDS = "10";

  private final FileArguments words;
  private final OptionProblems problems;

  DatasetPart(FileArguments words, OptionProblems problems) {
    this.words = words;
    this.problems = problems;
  }

  /** Reads the dataset and returns whether prompts come from a file. */
  boolean read(Section benchmark) {
    Optional<Section> dataset = dataset(benchmark);
    if (dataset.isEmpty()) {
      return false;
    }
    Section given = dataset.get();
    given.value("name");
    String type = given.text("type").orElse("synthetic");
    words.addAll(given, "dataset");
    given.refuse("randomSeed", "the whole run has one seed: randomSeed, at the top level");
    switch (type) {
      case "synthetic" -> synthetic(given);
      case "file" -> file(given);
      case "public" -> ofPublic(given);
      default -> problems.invalid(given.pathOf("type"), type, "synthetic, file or public");
    }
    if (type.equals("synthetic") || type.equals("file") || type.equals("public")) {
      given.refuseRest();
    }
    return !type.equals("synthetic");
  }

  private Optional<Section> dataset(Section benchmark) {
    if (benchmark.has("dataset") && benchmark.has("datasets")) {
      problems.invalid(benchmark.pathOf("dataset"), "given with datasets", "leave out one");
      return Optional.empty();
    }
    if (!benchmark.has("datasets")) {
      return benchmark.section("dataset");
    }
    var all = benchmark.sections("datasets");
    if (all.size() != 1) {
      problems.invalid(benchmark.pathOf("datasets"), all.size() + " of them", "exactly one");
      return Optional.empty();
    }
    return Optional.of(all.get(0));
  }

  private void synthetic(Section given) {
    if (given.has("entries")) {
      words.addValue(given, "entries", "--num-dataset-entries");
    } else if (!words.isTyped("--unique-prompts")) {
      words.add("--num-dataset-entries", given.pathOf("entries"), DEFAULT_ENTRIES);
    }
    Section prompts = given.section("prompts").orElseGet(() -> Section.none(problems));
    lengths(prompts.has("isl") ? prompts : given, "isl");
    lengths(prompts.has("osl") ? prompts : given, "osl");
    prompts(prompts);
    given.section("prefixPrompts").ifPresent(this::prefixes);
    FileDistribution.of(given, "turns", problems)
        .ifPresent(
            turns -> turns.addTo(words, "--conversation-turn-mean", "--conversation-turn-stddev"));
    FileDistribution.of(given, "turnDelay", problems)
        .ifPresent(
            delay ->
                delay.addTo(
                    words, "--conversation-turn-delay-mean", "--conversation-turn-delay-stddev"));
    words.addAll(given, "dataset[synthetic]");
    given.section("images").ifPresent(this::images);
    given.section("audio").ifPresent(this::audio);
    given.section("video").ifPresent(this::video);
    given.section("rankings").ifPresent(this::rankings);
  }

  private void lengths(Section section, String key) {
    FileDistribution.of(section, key, problems)
        .ifPresent(given -> given.addTo(words, "--" + key, "--" + key + "-stddev"));
  }

  private void prompts(Section prompts) {
    words.addAll(prompts, "dataset.prompts");
    cacheBust(prompts);
    if (prompts.has("sequenceDistribution")) {
      shapes(prompts);
    }
    prompts.refuseRest();
  }

  private void cacheBust(Section section) {
    section
        .section("cacheBust")
        .ifPresent(
            bust -> {
              words.addAll(bust, "dataset.cacheBust");
              bust.refuseRest();
            });
  }

  private void shapes(Section prompts) {
    ObjectNode shapes = MAPPER.createObjectNode();
    ArrayNode pairs = shapes.putArray("pairs");
    for (Section entry : prompts.sections("sequenceDistribution")) {
      ObjectNode pair = pairs.addObject();
      for (String side : new String[] {"isl", "osl"}) {
        FileDistribution.of(entry, side, problems)
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
    words.add("--seq-dist", prompts.pathOf("sequenceDistribution"), shapes.toString());
  }

  /** Text that is not a number is passed on; the option rejects it. */
  private static void putNumber(ObjectNode pair, String member, String typed) {
    pair.set(member, MAPPER.valueToTree(Scalars.ofText(typed)));
  }

  private void prefixes(Section prefixes) {
    words.addAll(prefixes, "dataset.prefixPrompts");
    prefixes.refuseRest();
  }

  /** In a file, images have a default size, and their default number is 0, as in AIPerf. */
  private void images(Section images) {
    for (String side : new String[] {"width", "height"}) {
      String option = "--image-" + side + "-mean";
      Optional<FileDistribution> given = FileDistribution.of(images, side, problems);
      given.ifPresent(pixels -> pixels.addTo(words, option, "--image-" + side + "-stddev"));
      if (given.isEmpty()) {
        words.add(option, images.pathOf(side), DEFAULT_SIDE);
      }
    }
    words.add("--image-batch-size", images.pathOf("batchSize"), textOr(images, "batchSize", "0"));
    words.add(
        "--image-format", images.pathOf("format"), textOr(images, "format", DEFAULT_IMAGE_FORMAT));
    words.addAll(images, "dataset.images");
    images.refuseRest();
  }

  private void audio(Section audio) {
    Optional<FileDistribution> given = FileDistribution.of(audio, "length", problems);
    given.ifPresent(
        seconds -> seconds.addTo(words, "--audio-length-mean", "--audio-length-stddev"));
    if (given.isEmpty()) {
      words.add("--audio-length-mean", audio.pathOf("length"), DEFAULT_SECONDS);
    }
    words.add("--audio-batch-size", audio.pathOf("batchSize"), textOr(audio, "batchSize", "0"));
    words.addAll(audio, "dataset.audio");
    audio.refuseRest();
  }

  private void video(Section video) {
    words.add("--video-batch-size", video.pathOf("batchSize"), textOr(video, "batchSize", "0"));
    words.addAll(video, "dataset.video");
    video
        .section("audio")
        .ifPresent(
            sound -> {
              words.addAll(sound, "dataset.video.audio");
              sound.refuseRest();
            });
    video.refuseRest();
  }

  private void rankings(Section rankings) {
    ranked(rankings, "passages", "--rankings-passages");
    ranked(rankings, "passageTokens", "--rankings-passages-prompt-token");
    ranked(rankings, "queryTokens", "--rankings-query-prompt-token");
    rankings.refuseRest();
  }

  private void ranked(Section rankings, String key, String option) {
    FileDistribution.of(rankings, key, problems)
        .ifPresent(given -> given.addTo(words, option + "-mean", option + "-stddev"));
  }

  private void file(Section given) {
    words.addAll(given, "dataset[file]");
    given.refuse("records", "put them into a file and give its path");
    if (!given.has("path") && !given.has("records") && !words.isTyped("--input-file")) {
      problems.invalid(given.path(), "no path", "give the file of prompts");
    }
    words.add(
        "--custom-dataset-type", given.pathOf("format"), textOr(given, "format", "single_turn"));
    words.addValue(given, "traceSessionSampleRatio", "--trace-session-sample-ratio");
    words.addSeconds(given, "maxIdleGapCapSeconds", "--max-idle-gap-cap-seconds");
    words.addValue(given, "replaySpeedup", "--replay-speedup");
    words.addIfTrue(given, "openLoopStrict", "--open-loop-strict");
    words.addIfTrue(given, "omitKvHints", "--omit-kv-hints");
    words.addIfFalse(given, "openLoopReplay", "--no-open-loop-replay");
    words.addIfFalse(given, "forceMinTokens", "--no-force-min-tokens");
    recorded(given);
  }

  private void ofPublic(Section given) {
    words.addAll(given, "dataset[public]");
    words.addValue(given, "hfSubset", "--hf-subset");
    words.addValue(given, "hfWekaDataset", "--hf-weka-dataset");
    given.refuse("filters", "filtering public datasets is not supported");
    recorded(given);
  }

  /** Reads the keys that files and public datasets have in common. */
  private void recorded(Section given) {
    lengths(given, "osl");
    words.addAll(given, "dataset[recorded]");
    words.addSeconds(given, "traceIdleGapCapSeconds", "--trace-idle-gap-cap-seconds");
    words.addIfTrue(given, "useThinkTimeOnly", "--use-think-time-only");
    words.addValue(given, "maxContextLength", "--max-context-length");
    cacheBust(given);
    given
        .section("prompts")
        .ifPresent(
            prompts -> {
              words.addAll(prompts, "dataset[recorded].prompts");
              prompts.refuseRest();
            });
    given.section("synthesis").ifPresent(this::synthesis);
  }

  private void synthesis(Section synthesis) {
    words.addAll(synthesis, "dataset.synthesis");
    words.addUnless("1", synthesis, "prefixLenMultiplier", "--synthesis-prefix-len-multiplier");
    words.addUnless("1", synthesis, "prefixRootMultiplier", "--synthesis-prefix-root-multiplier");
    words.addUnless("1", synthesis, "promptLenMultiplier", "--synthesis-prompt-len-multiplier");
    words.addUnless("1", synthesis, "outputLenMultiplier", "--synthesis-output-len-multiplier");
    words.addIfTrue(synthesis, "allowDatasetWrap", "--allow-dataset-wrap");
    synthesis.refuseRest();
  }

  private static String textOr(Section section, String key, String usual) {
    return section.text(key).orElse(usual);
  }
}
