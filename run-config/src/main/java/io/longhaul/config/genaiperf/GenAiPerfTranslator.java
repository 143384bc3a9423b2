package io.longhaul.config.genaiperf;

import static io.longhaul.config.genaiperf.GenAiPerfOption.ARTIFACT_DIR;
import static io.longhaul.config.genaiperf.GenAiPerfOption.BACKEND;
import static io.longhaul.config.genaiperf.GenAiPerfOption.BATCH_SIZE_TEXT;
import static io.longhaul.config.genaiperf.GenAiPerfOption.CONCURRENCY;
import static io.longhaul.config.genaiperf.GenAiPerfOption.ENDPOINT;
import static io.longhaul.config.genaiperf.GenAiPerfOption.ENDPOINT_TYPE;
import static io.longhaul.config.genaiperf.GenAiPerfOption.EXTRA_INPUTS;
import static io.longhaul.config.genaiperf.GenAiPerfOption.FIXED_SCHEDULE;
import static io.longhaul.config.genaiperf.GenAiPerfOption.GOODPUT;
import static io.longhaul.config.genaiperf.GenAiPerfOption.INPUT_FILE;
import static io.longhaul.config.genaiperf.GenAiPerfOption.INPUT_TYPE;
import static io.longhaul.config.genaiperf.GenAiPerfOption.MEASUREMENT_INTERVAL;
import static io.longhaul.config.genaiperf.GenAiPerfOption.MODEL;
import static io.longhaul.config.genaiperf.GenAiPerfOption.NUM_DATASET_ENTRIES;
import static io.longhaul.config.genaiperf.GenAiPerfOption.NUM_PREFIX_PROMPTS;
import static io.longhaul.config.genaiperf.GenAiPerfOption.NUM_SESSIONS;
import static io.longhaul.config.genaiperf.GenAiPerfOption.OUTPUT_FORMAT;
import static io.longhaul.config.genaiperf.GenAiPerfOption.PREFIX_PROMPT_LENGTH;
import static io.longhaul.config.genaiperf.GenAiPerfOption.REQUEST_COUNT;
import static io.longhaul.config.genaiperf.GenAiPerfOption.REQUEST_RATE;
import static io.longhaul.config.genaiperf.GenAiPerfOption.SERVICE_KIND;
import static io.longhaul.config.genaiperf.GenAiPerfOption.SESSION_CONCURRENCY;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.longhaul.config.binding.InvalidOptionsException;
import io.longhaul.config.binding.OptionProblems;
import io.longhaul.config.binding.Quantities;
import io.longhaul.config.genaiperf.GenAiPerfOption.Takes;
import io.longhaul.config.value.ArtifactFolder;
import io.longhaul.load.endpoint.Endpoints;
import io.longhaul.report.genaiperf.GenAiPerfEndpoint;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * Translates a command line of GenAI-Perf to arguments of {@code longhaul profile}: the same load,
 * with GenAI-Perf's defaults and files. Options that GenAI-Perf does not have are passed unchanged,
 * so that a command line can be adopted first and extended later.
 */
public final class GenAiPerfTranslator {
  /** The number of measurement windows that Perf Analyzer combines. */
  private static final int WINDOWS = 3;

  private static final double USUAL_WINDOW_MILLIS = 10_000;

  private static final String USUAL_ENTRIES = "100";
  private static final String USUAL_PREFIX_TOKENS = "100";
  private static final int LEAST_REQUESTS = 10;

  /** The default endpoint of GenAI-Perf. */
  private static final String USUAL_ENDPOINT = "kserve";

  private static final String DYNAMIC_GRPC = "dynamic_grpc";

  private static final String USUAL_BACKEND = "tensorrtllm";

  private static final Set<String> CHAT = Set.of("chat", "multimodal", "vision");

  private final GenAiPerfArguments typed;
  private final boolean firstRelease;
  private final OptionProblems problems;
  private final List<String> profile = new ArrayList<>(List.of("profile"));

  private GenAiPerfTranslator(
      GenAiPerfArguments typed, boolean firstRelease, OptionProblems problems) {
    this.typed = typed;
    this.firstRelease = firstRelease;
    this.problems = problems;
  }

  /**
   * The result of a translation.
   *
   * @param words the arguments of {@code longhaul}, starting with {@code profile}
   * @param notes sentences about options without effect
   */
  public record Translation(List<String> words, List<String> notes) {

    /** Returns a copy with a folder that contains no run, unless results are to be replaced. */
    public Translation inUnusedFolder() {
      if (words.contains("--replace")) {
        return this;
      }
      List<String> unused = new ArrayList<>(words);
      int folder = words.indexOf("--artifact-dir") + 1;
      unused.set(folder, ArtifactFolder.unused(Path.of(words.get(folder))).toString());
      return new Translation(List.copyOf(unused), notes);
    }
  }

  /**
   * Translates a command line. {@code profile} validates the values of its options.
   *
   * @param words the arguments after {@code genai-perf profile}, or after {@code genai-perf}
   * @param firstRelease whether there is no subcommand, as in release 24.03
   * @throws InvalidOptionsException if options are not supported, with all problems
   */
  public static Translation translate(List<String> words, boolean firstRelease)
      throws InvalidOptionsException {
    OptionProblems problems = new OptionProblems();
    GenAiPerfTranslator line =
        new GenAiPerfTranslator(GenAiPerfArguments.read(words, problems), firstRelease, problems);
    line.translate();
    problems.throwIfAny();
    return new Translation(List.copyOf(line.profile), problems.notes());
  }

  private void translate() {
    List<String> models = typed.last(MODEL);
    if (!models.isEmpty()) {
      add("--model", String.join(",", models));
    }
    String endpointType = endpointType();
    ObjectNode extras = GenAiPerfExtraInputs.read(typed.values(EXTRA_INPUTS), problems);
    endpoint(endpointType, extras);
    passed();
    prompts();
    load();
    if (typed.has(GOODPUT)) {
      add("--goodput", String.join(" ", typed.last(GOODPUT)));
    }
    String folder = typed.value(ARTIFACT_DIR).orElse("artifacts");
    add("--artifact-dir", folder + "/" + folderName(models, endpointType));
    if (isToldByItsFiles(endpointType)) {
      add("--export-format", "genai-perf");
      if (firstRelease) {
        add("--output-style", "24.03");
      }
    }
    profile.addAll(typed.others());
  }

  /** {@code profile} rejects an unknown name. */
  private static boolean isToldByItsFiles(String endpointType) {
    return Endpoints.find(endpointType)
        .flatMap(type -> GenAiPerfEndpoint.named(type.typedName()))
        .isPresent();
  }

  private void add(String... words) {
    profile.addAll(List.of(words));
  }

  private void passed() {
    for (GenAiPerfOption option : GenAiPerfOption.values()) {
      if (!typed.has(option)) {
        continue;
      }
      switch (option.becomes()) {
        case PASSED -> pass(option);
        case IDLE -> problems.note(option.shown() + " has no effect: " + option.reason());
        case REFUSED ->
            problems.invalid(option.shown(), typed.value(option).orElse("given"), option.reason());
        case TRANSLATED -> {}
      }
    }
  }

  private void pass(GenAiPerfOption option) {
    if (option == GenAiPerfOption.TOKENIZER && countsNoTokens()) {
      problems.note(option.shown() + " has no effect: messages are not counted in tokens");
    } else if (option == GenAiPerfOption.HEADER) {
      typed.values(option).forEach(header -> add(option.shown(), header));
    } else if (typed.value(option).filter(option::isUnsetBy).isEmpty()) {
      for (String name : namesOf(option)) {
        add(name);
        if (option.takes() != Takes.NOTHING) {
          add(String.join(",", typed.last(option)));
        }
      }
    }
  }

  /** Tokens of messages are counted only if an option names the field with the text. */
  private boolean countsNoTokens() {
    return endpointType().equals(DYNAMIC_GRPC)
        && typed.values(EXTRA_INPUTS).stream().noneMatch(extra -> extra.contains("response_field"));
  }

  /** Rankings endpoints have queries and passages instead of texts. */
  private List<String> namesOf(GenAiPerfOption option) {
    if (!endpointType().equals("rankings")) {
      return List.of(option.shown());
    }
    return switch (option) {
      case ISL ->
          List.of("--rankings-query-prompt-token-mean", "--rankings-passages-prompt-token-mean");
      case ISL_STDDEV ->
          List.of(
              "--rankings-query-prompt-token-stddev", "--rankings-passages-prompt-token-stddev");
      case BATCH_SIZE_TEXT -> List.of("--rankings-passages-mean");
      default -> List.of(option.shown());
    };
  }

  /** Returns the given type, or that of the first release's options, or GenAI-Perf's default. */
  private String endpointType() {
    Optional<String> format = typed.value(OUTPUT_FORMAT).map(GenAiPerfTranslator::typeOfFormat);
    if (typed.has(ENDPOINT_TYPE)) {
      return typed.value(ENDPOINT_TYPE).orElseThrow().toLowerCase(Locale.ROOT);
    }
    if (format.isPresent()) {
      return format.get();
    }
    if (typed.value(SERVICE_KIND).filter(DYNAMIC_GRPC::equals).isPresent()) {
      return DYNAMIC_GRPC;
    }
    boolean openai = typed.value(SERVICE_KIND).filter("openai"::equals).isPresent();
    String path = typed.value(ENDPOINT).orElse("");
    if (openai && path.endsWith("chat/completions")) {
      return "chat";
    }
    return openai && path.endsWith("completions") ? "completions" : USUAL_ENDPOINT;
  }

  private static String typeOfFormat(String format) {
    return switch (format) {
      case "openai_chat_completions" -> "chat";
      case "openai_completions" -> "completions";
      default -> USUAL_ENDPOINT;
    };
  }

  private void endpoint(String endpointType, ObjectNode extras) {
    boolean tei = endpointType.equals("rankings") && extras.path("rankings").asText().equals("tei");
    if (tei) {
      extras.remove("rankings");
    }
    add("--endpoint-type", tei ? "hf_tei_rankings" : endpointType);
    if (isTriton(endpointType) && !typed.has(BACKEND)) {
      add("--backend", backend());
    }
    if (typed.has(ENDPOINT)) {
      add("--endpoint", "/" + typed.value(ENDPOINT).orElseThrow().replaceFirst("^[ /]+", ""));
    } else if (tei) {
      add("--endpoint", "/v1/ranking");
    } else if (endpointType.equals("huggingface_generate")) {
      add("--endpoint", "/");
    }
    if (CHAT.contains(endpointType)) {
      add("--use-legacy-max-tokens");
    }
    if (!extras.isEmpty()) {
      add("--extra-inputs", extras.toString());
    }
  }

  /** Returns whether the service is Triton's own; the others are named openai in folder names. */
  private static boolean isTriton(String endpointType) {
    return endpointType.equals(USUAL_ENDPOINT);
  }

  /** Returns the given backend, or that of the first release's format, or GenAI-Perf's default. */
  private String backend() {
    Optional<String> ofFormat =
        typed.value(OUTPUT_FORMAT).filter("vllm"::equals).or(() -> Optional.of(USUAL_BACKEND));
    return typed.value(BACKEND).or(() -> ofFormat).orElseThrow();
  }

  private void prompts() {
    String input = typed.value(INPUT_FILE).orElse("synthetic:");
    typed
        .value(INPUT_TYPE)
        .filter(type -> !Set.of("synthetic", "file").contains(type))
        .ifPresent(
            type ->
                problems.invalid(
                    INPUT_TYPE.shown(), type, "synthetic or file; datasets are not downloaded"));
    if (!input.startsWith("synthetic:")) {
      add("--input-file", input);
      Optional<String> entries = typed.value(NUM_DATASET_ENTRIES);
      if (drawsBatches()) {
        add("--custom-dataset-type", "random_pool");
        entries = typed.valueButZero(NUM_DATASET_ENTRIES).or(() -> Optional.of(USUAL_ENTRIES));
      }
      entries.ifPresent(count -> add("--num-dataset-entries", count));
      return;
    }
    add("--num-dataset-entries", typed.valueButZero(NUM_DATASET_ENTRIES).orElse(USUAL_ENTRIES));
    // Without a number of prefixes, GenAI-Perf ignores their length.
    typed
        .valueButZero(NUM_PREFIX_PROMPTS)
        .ifPresent(
            count ->
                add(
                    "--num-prefix-prompts",
                    count,
                    "--prefix-prompt-length",
                    typed.value(PREFIX_PROMPT_LENGTH).orElse(USUAL_PREFIX_TOKENS)));
  }

  /** Returns whether each request contains several texts of a file, which are drawn. */
  private boolean drawsBatches() {
    return !endpointType().equals("rankings")
        && typed
            .value(BATCH_SIZE_TEXT)
            .filter(size -> !Set.of("0", "1").contains(size))
            .isPresent();
  }

  private boolean isPayload() {
    return typed.value(INPUT_FILE).filter(file -> file.startsWith("payload:")).isPresent();
  }

  private void load() {
    List<GenAiPerfOption> stimuli =
        List.of(CONCURRENCY, REQUEST_RATE, FIXED_SCHEDULE).stream().filter(typed::has).toList();
    if (stimuli.size() > 1) {
      problems.add(
          "Invalid load: "
              + stimuli.get(0).shown()
              + " and "
              + stimuli.get(1).shown()
              + " (GenAI-Perf accepts one of them; longhaul profile accepts a rate with a"
              + " concurrency limit)");
    }
    Optional<String> concurrency =
        typed.valueButZero(SESSION_CONCURRENCY).or(() -> typed.valueButZero(CONCURRENCY));
    if (typed.has(FIXED_SCHEDULE)) {
      // Recorded times count from 0, regardless of the first request.
      add("--fixed-schedule", "--fixed-schedule-start-offset", "0");
    } else if (typed.has(REQUEST_RATE)) {
      add("--request-rate", requestRate());
      add("--arrival-pattern", "constant");
    } else if (concurrency.isPresent() || !isPayload()) {
      add("--concurrency", concurrency.orElse("1"));
    }
    length(concurrency.orElse("1"));
  }

  /** Returns a plain number for folder names. {@code profile} rejects a text that is not a rate. */
  private String requestRate() {
    String rate = typed.value(REQUEST_RATE).orElseThrow();
    return Quantities.number(rate).isPresent() ? rate : Quantities.plainRate(rate).orElse(rate);
  }

  private void length(String concurrency) {
    Optional<String> count = typed.valueButZero(REQUEST_COUNT);
    Optional<String> window = typed.value(MEASUREMENT_INTERVAL);
    if (count.isPresent() && window.isPresent()) {
      problems.add(
          "Invalid --measurement-interval: " + window.get() + " (not with --request-count)");
    }
    if (count.isPresent()) {
      add("--request-count", count.get());
    } else if (window.isPresent() || firstRelease) {
      duration(window.orElse(Double.toString(USUAL_WINDOW_MILLIS)));
    } else if (!typed.has(FIXED_SCHEDULE)
        && !isPayload()
        && typed.valueButZero(NUM_SESSIONS).isEmpty()) {
      usualCount(concurrency);
    }
  }

  private void duration(String windowMillis) {
    Optional<String> plain = Quantities.plainMillis(windowMillis);
    if (plain.isPresent()) {
      double seconds = WINDOWS * Double.parseDouble(plain.get()) / 1000;
      add("--benchmark-duration", Double.toString(seconds));
    } else {
      problems.invalid(
          MEASUREMENT_INTERVAL.shown(), windowMillis, "milliseconds, " + Quantities.DURATION_UNITS);
    }
  }

  /** {@code profile} reports a concurrency that is not a number. */
  private void usualCount(String concurrency) {
    if (concurrency.matches("[0-9]{1,9}")) {
      long count = Math.max(LEAST_REQUESTS, 2 * Long.parseLong(concurrency));
      add("--request-count", Long.toString(count));
    }
  }

  /** Returns the name of the folder as in GenAI-Perf. */
  private String folderName(List<String> models, String endpointType) {
    String model = models.isEmpty() ? "model" : models.get(0).replace('/', '_');
    return model + (models.size() > 1 ? "_multi" : "") + service(endpointType) + stimulusName();
  }

  private String service(String endpointType) {
    if (isTriton(endpointType)) {
      return "-triton-" + backend();
    }
    String kind = endpointType.equals(DYNAMIC_GRPC) ? DYNAMIC_GRPC : "openai";
    return "-" + kind + "-" + endpointType;
  }

  private String stimulusName() {
    Optional<String> sessions = typed.valueButZero(SESSION_CONCURRENCY);
    if (sessions.isPresent()) {
      return "-session_concurrency" + sessions.get();
    }
    if (typed.has(FIXED_SCHEDULE)) {
      return "-fixed_schedule";
    }
    if (typed.has(REQUEST_RATE)) {
      return "-request_rate" + requestRate();
    }
    boolean unsaid = !typed.has(CONCURRENCY) && isPayload();
    return unsaid ? "" : "-concurrency" + typed.valueButZero(CONCURRENCY).orElse("1");
  }
}
