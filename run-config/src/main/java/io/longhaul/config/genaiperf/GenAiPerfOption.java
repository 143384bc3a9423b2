package io.longhaul.config.genaiperf;

import static io.longhaul.config.genaiperf.GenAiPerfOption.Becomes.IDLE;
import static io.longhaul.config.genaiperf.GenAiPerfOption.Becomes.PASSED;
import static io.longhaul.config.genaiperf.GenAiPerfOption.Becomes.REFUSED;
import static io.longhaul.config.genaiperf.GenAiPerfOption.Becomes.TRANSLATED;
import static io.longhaul.config.genaiperf.GenAiPerfOption.Takes.NOTHING;
import static io.longhaul.config.genaiperf.GenAiPerfOption.Takes.ONE;
import static io.longhaul.config.genaiperf.GenAiPerfOption.Takes.PERHAPS_ONE;
import static io.longhaul.config.genaiperf.GenAiPerfOption.Takes.SEVERAL;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * The options of GenAI-Perf's {@code profile}, including those of its first release (24.03), and
 * how each is translated.
 */
public enum GenAiPerfOption {
  MODEL(SEVERAL, TRANSLATED, "", "--model", "-m"),
  MODEL_SELECTION_STRATEGY(ONE, PASSED, "round_robin", "--model-selection-strategy"),
  BACKEND(ONE, PASSED, "", "--backend"),
  ENDPOINT(ONE, TRANSLATED, "", "--endpoint"),
  ENDPOINT_TYPE(ONE, TRANSLATED, "", "--endpoint-type"),
  SERVICE_KIND(ONE, TRANSLATED, "", "--service-kind"),
  OUTPUT_FORMAT(ONE, TRANSLATED, "", "--output-format"),
  SERVER_METRICS_URLS(SEVERAL, PASSED, "", "--server-metrics-urls", "--server-metrics-url"),
  STREAMING(NOTHING, PASSED, "", "--streaming"),
  URL(ONE, PASSED, "", "--url", "-u"),
  GRPC_METHOD(ONE, PASSED, "", "--grpc-method"),

  AUDIO_LENGTH_MEAN(ONE, PASSED, "0", "--audio-length-mean"),
  AUDIO_LENGTH_STDDEV(ONE, PASSED, "0", "--audio-length-stddev"),
  AUDIO_FORMAT(ONE, PASSED, "", "--audio-format"),
  AUDIO_DEPTHS(SEVERAL, PASSED, "", "--audio-depths"),
  AUDIO_SAMPLE_RATES(SEVERAL, PASSED, "", "--audio-sample-rates"),
  AUDIO_NUM_CHANNELS(ONE, PASSED, "", "--audio-num-channels"),
  BATCH_SIZE_AUDIO(ONE, PASSED, "1", "--batch-size-audio"),
  IMAGE_WIDTH_MEAN(ONE, PASSED, "0", "--image-width-mean"),
  IMAGE_WIDTH_STDDEV(ONE, PASSED, "0", "--image-width-stddev"),
  IMAGE_HEIGHT_MEAN(ONE, PASSED, "0", "--image-height-mean"),
  IMAGE_HEIGHT_STDDEV(ONE, PASSED, "0", "--image-height-stddev"),
  IMAGE_FORMAT(ONE, PASSED, "", "--image-format"),
  BATCH_SIZE_IMAGE(ONE, PASSED, "1", "--batch-size-image"),

  BATCH_SIZE_TEXT(ONE, PASSED, "1", "--batch-size-text", "--batch-size", "-b"),
  EXTRA_INPUTS(ONE, TRANSLATED, "", "--extra-inputs"),
  HEADER(ONE, PASSED, "", "--header", "-H", "--H"),
  INPUT_FILE(ONE, TRANSLATED, "", "--input-file"),
  INPUT_TYPE(ONE, TRANSLATED, "", "--input-type"),
  INPUT_DATA(
      ONE, REFUSED, "requests in the format of Perf Analyzer; use --input-file", "--input-data"),
  DATASET(
      ONE, REFUSED, "datasets are not downloaded; pass its file with --input-file", "--dataset"),
  NUM_DATASET_ENTRIES(
      ONE, TRANSLATED, "", "--num-dataset-entries", "--num-prompts", "--num-of-output-prompts"),
  NUM_PREFIX_PROMPTS(ONE, TRANSLATED, "", "--num-prefix-prompts"),
  PREFIX_PROMPT_LENGTH(ONE, TRANSLATED, "", "--prefix-prompt-length"),
  ISL(ONE, PASSED, "0", "--isl", "--synthetic-input-tokens-mean", "--input-tokens-mean"),
  ISL_STDDEV(
      ONE, PASSED, "0", "--isl-stddev", "--synthetic-input-tokens-stddev", "--input-tokens-stddev"),
  OSL(
      ONE,
      PASSED,
      "-1 0",
      "--osl",
      "--output-tokens-mean",
      "--expected-output-tokens",
      "--synthetic-requested-output-tokens"),
  OSL_STDDEV(ONE, PASSED, "0", "--osl-stddev", "--output-tokens-stddev"),
  OSL_DETERMINISTIC(NOTHING, PASSED, "", "--output-tokens-mean-deterministic"),
  RANDOM_SEED(ONE, PASSED, "", "--random-seed"),
  REQUEST_COUNT(ONE, TRANSLATED, "", "--request-count", "--num-requests"),
  WARMUP_REQUEST_COUNT(ONE, PASSED, "0", "--warmup-request-count", "--num-warmup-requests"),
  GOODPUT(SEVERAL, TRANSLATED, "", "--goodput", "-g"),

  CONCURRENCY(ONE, TRANSLATED, "", "--concurrency"),
  REQUEST_RATE(ONE, TRANSLATED, "", "--request-rate"),
  FIXED_SCHEDULE(PERHAPS_ONE, TRANSLATED, "", "--fixed-schedule"),
  MEASUREMENT_INTERVAL(ONE, TRANSLATED, "", "--measurement-interval", "-p"),
  STABILITY_PERCENTAGE(
      ONE,
      IDLE,
      "use slices to see how steady a load was, and --fail-if to evaluate them",
      "--stability-percentage",
      "-s"),

  NUM_SESSIONS(ONE, PASSED, "0", "--num-sessions"),
  SESSION_CONCURRENCY(ONE, TRANSLATED, "", "--session-concurrency"),
  SESSION_DELAY_RATIO(ONE, PASSED, "", "--session-delay-ratio"),
  SESSION_TURN_DELAY_MEAN(ONE, PASSED, "0", "--session-turn-delay-mean"),
  SESSION_TURN_DELAY_STDDEV(ONE, PASSED, "0", "--session-turn-delay-stddev"),
  SESSION_TURNS_MEAN(ONE, PASSED, "0 1", "--session-turns-mean"),
  SESSION_TURNS_STDDEV(ONE, PASSED, "0", "--session-turns-stddev"),

  TOKENIZER(ONE, PASSED, "", "--tokenizer"),
  TOKENIZER_REVISION(ONE, PASSED, "", "--tokenizer-revision"),
  TOKENIZER_TRUST(NOTHING, PASSED, "", "--tokenizer-trust-remote-code"),

  ARTIFACT_DIR(ONE, TRANSLATED, "", "--artifact-dir"),
  CHECKPOINT_DIR(
      ONE, REFUSED, "checkpoints of series of runs are not available yet", "--checkpoint-dir"),
  ENABLE_CHECKPOINTING(
      NOTHING,
      REFUSED,
      "checkpoints of series of runs are not available yet",
      "--enable-checkpointing"),
  GENERATE_PLOTS(NOTHING, REFUSED, "plots are not available yet", "--generate-plots"),
  PROFILE_EXPORT_FILE(ONE, PASSED, "", "--profile-export-file"),
  VERBOSE(NOTHING, IDLE, "GPUs are shown in any case", "--verbose", "-v");

  /** The number of values of an option. */
  enum Takes {
    NOTHING,
    ONE,
    PERHAPS_ONE,
    SEVERAL
  }

  /** How an option is translated. */
  public enum Becomes {
    /** {@code longhaul profile} has the same option under its first name. */
    PASSED,
    /** To other options, or to none. */
    TRANSLATED,
    /** Not at all; a note states why. */
    IDLE,
    REFUSED
  }

  private final Takes takes;
  private final Becomes becomes;
  private final String text;

  /** The names, separated by spaces. */
  private final String names;

  GenAiPerfOption(Takes takes, Becomes becomes, String text, String... names) {
    this.takes = takes;
    this.becomes = becomes;
    this.text = text;
    this.names = String.join(" ", names);
  }

  static Optional<GenAiPerfOption> named(String name) {
    return Arrays.stream(values()).filter(option -> option.names().contains(name)).findFirst();
  }

  Takes takes() {
    return takes;
  }

  public Becomes becomes() {
    return becomes;
  }

  /** Returns the name that messages use. */
  public String shown() {
    return names().get(0);
  }

  public List<String> names() {
    return List.of(names.split(" ", -1));
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
