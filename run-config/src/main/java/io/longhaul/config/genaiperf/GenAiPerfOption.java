package io.longhaul.config.genaiperf;

import static io.longhaul.config.genaiperf.GenAiPerfOption.Becomes.IDLE;
import static io.longhaul.config.genaiperf.GenAiPerfOption.Becomes.PASSED;
import static io.longhaul.config.genaiperf.GenAiPerfOption.Becomes.REFUSED;
import static io.longhaul.config.genaiperf.GenAiPerfOption.Becomes.TRANSLATED;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Range;

/**
 * The options of GenAI-Perf's {@code profile}, including those of its first release (24.03), and
 * how each is translated.
 */
enum GenAiPerfOption {
  MODEL("--model -m", "", "1..*", TRANSLATED),
  MODEL_SELECTION_STRATEGY(
      "--model-selection-strategy", "endpoint.modelSelectionStrategy", PASSED, "round_robin"),
  BACKEND("--backend", "endpoint.backend", PASSED),
  ENDPOINT("--endpoint", "endpoint.custom", TRANSLATED),
  ENDPOINT_TYPE("--endpoint-type", "endpoint.type", TRANSLATED),
  SERVICE_KIND("--service-kind", "", TRANSLATED),
  OUTPUT_FORMAT("--output-format", "", TRANSLATED),
  SERVER_METRICS_URLS(
      "--server-metrics-urls --server-metrics-url", "endpoint.serverMetricsUrls", "1..*", PASSED),
  STREAMING("--streaming", "endpoint.streaming", "0", PASSED),
  URL("--url -u", "endpoint.url", PASSED),
  GRPC_METHOD("--grpc-method", "endpoint.grpcMethod", PASSED),

  AUDIO_LENGTH_MEAN("--audio-length-mean", "input.audio.length.mean", PASSED, "0"),
  AUDIO_LENGTH_STDDEV("--audio-length-stddev", "input.audio.length.stddev", PASSED, "0"),
  AUDIO_FORMAT("--audio-format", "input.audio.format", PASSED),
  AUDIO_DEPTHS("--audio-depths", "input.audio.depths", "1..*", PASSED),
  AUDIO_SAMPLE_RATES("--audio-sample-rates", "input.audio.sampleRates", "1..*", PASSED),
  AUDIO_NUM_CHANNELS("--audio-num-channels", "input.audio.numChannels", PASSED),
  BATCH_SIZE_AUDIO("--batch-size-audio", "input.audio.batchSize", PASSED, "1"),
  IMAGE_WIDTH_MEAN("--image-width-mean", "input.image.width.mean", PASSED, "0"),
  IMAGE_WIDTH_STDDEV("--image-width-stddev", "input.image.width.stddev", PASSED, "0"),
  IMAGE_HEIGHT_MEAN("--image-height-mean", "input.image.height.mean", PASSED, "0"),
  IMAGE_HEIGHT_STDDEV("--image-height-stddev", "input.image.height.stddev", PASSED, "0"),
  IMAGE_FORMAT("--image-format", "input.image.format", PASSED),
  BATCH_SIZE_IMAGE("--batch-size-image", "input.image.batchSize", PASSED, "1"),

  BATCH_SIZE_TEXT("--batch-size-text --batch-size -b", "input.batchSize", PASSED, "1"),
  EXTRA_INPUTS("--extra-inputs", "input.extra", TRANSLATED),
  HEADER("--header -H --H", "input.header", PASSED),
  INPUT_FILE("--input-file", "input.file", TRANSLATED),
  INPUT_TYPE("--input-type", "", TRANSLATED),
  INPUT_DATA(
      "--input-data", "", REFUSED, "requests in the format of Perf Analyzer; use --input-file"),
  DATASET("--dataset", "", REFUSED, "datasets are not downloaded; pass its file with --input-file"),
  NUM_DATASET_ENTRIES(
      "--num-dataset-entries --num-prompts --num-of-output-prompts",
      "input.numDatasetEntries",
      TRANSLATED),
  NUM_PREFIX_PROMPTS("--num-prefix-prompts", "input.prefixPrompt.num", TRANSLATED),
  PREFIX_PROMPT_LENGTH("--prefix-prompt-length", "input.prefixPrompt.length", TRANSLATED),
  ISL(
      "--isl --synthetic-input-tokens-mean --input-tokens-mean",
      "input.syntheticTokens.mean",
      PASSED,
      "0"),
  ISL_STDDEV(
      "--isl-stddev --synthetic-input-tokens-stddev --input-tokens-stddev",
      "input.syntheticTokens.stddev",
      PASSED,
      "0"),
  OSL(
      "--osl --output-tokens-mean --expected-output-tokens --synthetic-requested-output-tokens",
      "input.outputTokens.mean",
      PASSED,
      "-1 0"),
  OSL_STDDEV("--osl-stddev --output-tokens-stddev", "input.outputTokens.stddev", PASSED, "0"),
  OSL_DETERMINISTIC(
      "--output-tokens-mean-deterministic", "input.outputTokens.deterministic", "0", PASSED),
  RANDOM_SEED("--random-seed", "input.randomSeed", PASSED),
  REQUEST_COUNT("--request-count --num-requests", "", TRANSLATED),
  WARMUP_REQUEST_COUNT(
      "--warmup-request-count --num-warmup-requests",
      "perfAnalyzer.warmupRequestCount",
      PASSED,
      "0"),
  GOODPUT("--goodput -g", "input.goodput", "1..*", TRANSLATED),

  CONCURRENCY("--concurrency", "", TRANSLATED),
  REQUEST_RATE("--request-rate", "", TRANSLATED),
  FIXED_SCHEDULE("--fixed-schedule", "", "0..1", TRANSLATED),
  MEASUREMENT_INTERVAL("--measurement-interval -p", "", TRANSLATED),
  STABILITY_PERCENTAGE(
      "--stability-percentage -s",
      "perfAnalyzer.stabilityPercentage",
      IDLE,
      "use slices to see how steady a load was, and --fail-if to evaluate them"),

  NUM_SESSIONS("--num-sessions", "input.sessions.num", PASSED, "0"),
  SESSION_CONCURRENCY("--session-concurrency", "", TRANSLATED),
  SESSION_DELAY_RATIO("--session-delay-ratio", "input.sessions.turnDelay.ratio", PASSED),
  SESSION_TURN_DELAY_MEAN(
      "--session-turn-delay-mean", "input.sessions.turnDelay.mean", PASSED, "0"),
  SESSION_TURN_DELAY_STDDEV(
      "--session-turn-delay-stddev", "input.sessions.turnDelay.stddev", PASSED, "0"),
  SESSION_TURNS_MEAN("--session-turns-mean", "input.sessions.turns.mean", PASSED, "0 1"),
  SESSION_TURNS_STDDEV("--session-turns-stddev", "input.sessions.turns.stddev", PASSED, "0"),

  TOKENIZER("--tokenizer", "tokenizer.name", PASSED),
  TOKENIZER_REVISION("--tokenizer-revision", "tokenizer.revision", PASSED),
  TOKENIZER_TRUST("--tokenizer-trust-remote-code", "tokenizer.trustRemoteCode", "0", PASSED),

  ARTIFACT_DIR("--artifact-dir", "output.artifactDirectory", TRANSLATED),
  CHECKPOINT_DIR(
      "--checkpoint-dir", "", REFUSED, "checkpoints of series of runs are not available yet"),
  ENABLE_CHECKPOINTING(
      "--enable-checkpointing",
      "output.enableCheckpointing",
      "0",
      REFUSED,
      "checkpoints of series of runs are not available yet"),
  GENERATE_PLOTS("--generate-plots", "output.generatePlots", "0", PASSED),
  PROFILE_EXPORT_FILE("--profile-export-file", "output.profileExportFile", PASSED),
  VERBOSE("--verbose -v", "", "0", IDLE, "GPUs are shown in any case");

  /** How an option is translated. */
  enum Becomes {
    /** {@code longhaul profile} has the same option under its first name. */
    PASSED,
    /** To other options, or to none. */
    TRANSLATED,
    /** Not at all; a note states why. */
    IDLE,
    REFUSED
  }

  private final String names;
  private final String key;
  private final String takes;
  private final Becomes becomes;
  private final String text;

  /** An option with one value. */
  GenAiPerfOption(String names, String key, Becomes becomes) {
    this(names, key, becomes, "");
  }

  /** An option with one value. */
  GenAiPerfOption(String names, String key, Becomes becomes, String text) {
    this(names, key, "1", becomes, text);
  }

  GenAiPerfOption(String names, String key, String takes, Becomes becomes) {
    this(names, key, takes, becomes, "");
  }

  /**
   * An option.
   *
   * @param names its names, separated by spaces; messages use the first one
   * @param key its path in a YAML file, empty if it has none or is read in another way
   * @param takes the number of its values, as an arity of picocli
   * @param text the values that GenAI-Perf treats as not given, separated by spaces, if the option
   *     is passed; why it has no effect or is rejected, if it is idle or refused
   */
  GenAiPerfOption(String names, String key, String takes, Becomes becomes, String text) {
    this.names = names;
    this.key = key;
    this.takes = takes;
    this.becomes = becomes;
    this.text = text;
  }

  static Optional<GenAiPerfOption> named(String name) {
    return Arrays.stream(values()).filter(option -> option.names().contains(name)).findFirst();
  }

  /** Returns the number of values. */
  Range takes() {
    return Range.valueOf(takes);
  }

  Becomes becomes() {
    return becomes;
  }

  /** Returns the name that messages use. */
  String shown() {
    return names().get(0);
  }

  List<String> names() {
    return List.of(names.split(" ", -1));
  }

  /** Returns the path in a YAML file, or an empty text if the option has none. */
  String key() {
    return key;
  }

  /** Returns whether GenAI-Perf treats this value as not given. */
  boolean isUnsetBy(String value) {
    return becomes == PASSED && List.of(text.split(" ", -1)).contains(value);
  }

  /** Returns why the option has no effect or is rejected. */
  String reason() {
    return text;
  }
}
