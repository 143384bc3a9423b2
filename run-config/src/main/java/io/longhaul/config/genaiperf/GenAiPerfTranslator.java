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
import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.longhaul.config.binding.GivenOption;
import io.longhaul.config.binding.GivenOptions;
import io.longhaul.config.binding.InvalidOptionsException;
import io.longhaul.config.binding.OptionProblems;
import io.longhaul.config.binding.Quantities;
import io.longhaul.config.options.ProfileOptions;
import io.longhaul.config.value.ArtifactFolder;
import io.longhaul.load.endpoint.Endpoints;
import io.longhaul.report.genaiperf.GenAiPerfEndpoint;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * Translates options of GenAI-Perf to those of {@code longhaul profile}: the same load, with
 * GenAI-Perf's defaults and files. Options that GenAI-Perf does not have are passed unchanged, so
 * that a command line can be adopted first and extended later. Messages about a translated option
 * name the one that was given.
 */
public final class GenAiPerfTranslator {
  private static final String FOLDER_OPTION = "--artifact-dir";

  /** The number of measurement windows that Perf Analyzer combines. */
  private static final int WINDOWS = 3;

  private static final String USUAL_WINDOW_MILLIS = "10000";

  private static final String USUAL_ENTRIES = "100";
  private static final String USUAL_PREFIX_TOKENS = "100";
  private static final int LEAST_REQUESTS = 10;

  /** The default endpoint of GenAI-Perf. */
  private static final String USUAL_ENDPOINT = "kserve";

  private static final String DYNAMIC_GRPC = "dynamic_grpc";

  private static final String USUAL_BACKEND = "tensorrtllm";

  private static final Set<String> CHAT = Set.of("chat", "multimodal", "vision");

  private final OptionProblems problems = new OptionProblems();
  private final CommandSpec command = ProfileOptions.command();
  private final List<GivenOption> profile = new ArrayList<>();
  private final GenAiPerfArguments typed;
  private final String endpointType;
  private final boolean firstRelease;

  private GenAiPerfTranslator(GenAiPerfArguments arguments, boolean firstRelease) {
    this.typed = arguments;
    this.endpointType = endpointTypeOf(typed);
    this.firstRelease = firstRelease;
  }

  /**
   * The result of a translation.
   *
   * @param options the options of {@code longhaul profile}
   * @param notes sentences about options without effect
   */
  public record Translation(GivenOptions options, List<String> notes) {

    Path folder() {
      return Path.of(options.valueOf(FOLDER_OPTION).orElseThrow());
    }

    /**
     * Returns a copy with a folder that contains no run, unless results are to be replaced.
     *
     * @param ending the end of the folder's name, empty for a single run
     */
    public Translation inUnusedFolder(String ending) {
      Path named = Path.of(folder() + ending);
      Path unused = options.isTrue("--replace") ? named : ArtifactFolder.unused(named);
      return new Translation(options.with(FOLDER_OPTION, unused.toString()), notes);
    }
  }

  /**
   * Translates options. {@code profile} validates their values.
   *
   * @param arguments the options of {@code genai-perf profile}
   * @param firstRelease whether there is no subcommand, as in release 24.03
   * @throws InvalidOptionsException if options are not supported, with all problems
   */
  public static Translation translate(GenAiPerfArguments arguments, boolean firstRelease)
      throws InvalidOptionsException {
    GenAiPerfTranslator translator = new GenAiPerfTranslator(arguments, firstRelease);
    translator.translate();
    translator.problems.throwIfAny();
    GivenOptions options =
        GivenOptions.of(translator.command, translator.profile)
            .followedBy(GivenOptions.parse(arguments.others(), translator.command));
    options.requireOnce();
    return new Translation(options, translator.problems.notes());
  }

  private void translate() {
    typed.problems().forEach(problems::add);
    List<String> models = typed.last(MODEL);
    if (!models.isEmpty()) {
      add(MODEL, "--model", String.join(",", models));
    }
    endpoint();
    passed();
    prompts();
    String load = load();
    if (typed.has(GOODPUT)) {
      add(GOODPUT, "--goodput", String.join(" ", typed.last(GOODPUT)));
    }
    String folder = typed.value(ARTIFACT_DIR).orElse("artifacts");
    add(ARTIFACT_DIR, FOLDER_OPTION, folder + "/" + model(models) + service() + load);
    // The profile command rejects an unknown endpoint type.
    boolean hasFiles =
        Endpoints.find(endpointType)
            .flatMap(type -> GenAiPerfEndpoint.named(type.typedName()))
            .isPresent();
    if (hasFiles) {
      add("--export-format", "genai-perf");
      if (firstRelease) {
        add("--output-style", "24.03");
      }
    }
  }

  /** Adds an option of {@code profile} that no option of GenAI-Perf gives. */
  private void add(String option, String value) {
    add(option, List.of(value), Optional.empty());
  }

  /** Adds an option of {@code profile} that an option of GenAI-Perf gives. */
  private void add(GenAiPerfOption source, String option, String value) {
    add(option, List.of(value), Optional.of(typed.sourceOf(source)));
  }

  private void add(String option, List<String> values, Optional<String> source) {
    OptionSpec spec = requireNonNull(command.optionsMap().get(option), option);
    profile.add(new GivenOption(spec, option, values, false, source));
  }

  private void addFlag(String option) {
    add(option, List.of(), Optional.empty());
  }

  private void passed() {
    for (GenAiPerfOption option : GenAiPerfOption.values()) {
      if (!typed.has(option)) {
        continue;
      }
      switch (option.becomes()) {
        case PASSED -> pass(option);
        case IDLE -> problems.note(typed.sourceOf(option) + " has no effect: " + option.reason());
        case REFUSED ->
            problems.invalid(
                typed.sourceOf(option), typed.value(option).orElse("given"), option.reason());
        case TRANSLATED -> {}
      }
    }
  }

  private void pass(GenAiPerfOption option) {
    if (option == GenAiPerfOption.TOKENIZER && countsNoTokens()) {
      problems.note(typed.sourceOf(option) + " has no effect: messages are not counted in tokens");
    } else if (option == GenAiPerfOption.HEADER) {
      Optional<String> source = Optional.of(typed.sourceOfAll(option));
      typed.values(option).forEach(header -> add(option.shown(), List.of(header), source));
    } else if (typed.value(option).filter(option::isUnsetBy).isEmpty()) {
      for (String name : namesOf(option)) {
        List<String> values =
            option.takes().max() > 0 ? List.of(String.join(",", typed.last(option))) : List.of();
        add(name, values, Optional.of(typed.sourceOf(option)));
      }
    }
  }

  /** Tokens of messages are counted only if an option names the field with the text. */
  private boolean countsNoTokens() {
    return endpointType.equals(DYNAMIC_GRPC)
        && typed.values(EXTRA_INPUTS).stream().noneMatch(extra -> extra.contains("response_field"));
  }

  /** Rankings endpoints have queries and passages instead of texts. */
  private List<String> namesOf(GenAiPerfOption option) {
    if (!endpointType.equals("rankings")) {
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
  private static String endpointTypeOf(GenAiPerfArguments typed) {
    if (typed.has(ENDPOINT_TYPE)) {
      return typed.value(ENDPOINT_TYPE).orElseThrow().toLowerCase(Locale.ROOT);
    }
    if (typed.has(OUTPUT_FORMAT)) {
      return switch (typed.value(OUTPUT_FORMAT).orElseThrow()) {
        case "openai_chat_completions" -> "chat";
        case "openai_completions" -> "completions";
        default -> USUAL_ENDPOINT;
      };
    }
    String service = typed.value(SERVICE_KIND).orElse("");
    String path = typed.value(ENDPOINT).orElse("");
    if (service.equals("openai") && path.endsWith("completions")) {
      return path.endsWith("chat/completions") ? "chat" : "completions";
    }
    return service.equals(DYNAMIC_GRPC) ? DYNAMIC_GRPC : USUAL_ENDPOINT;
  }

  private void endpoint() {
    ObjectNode extras =
        GenAiPerfExtraInputs.read(
            typed.values(EXTRA_INPUTS), typed.sourceOfAll(EXTRA_INPUTS), problems);
    boolean tei = endpointType.equals("rankings") && extras.path("rankings").asText().equals("tei");
    if (tei) {
      extras.remove("rankings");
    }
    add(ENDPOINT_TYPE, "--endpoint-type", tei ? "hf_tei_rankings" : endpointType);
    if (endpointType.equals(USUAL_ENDPOINT) && !typed.has(BACKEND)) {
      add("--backend", backend());
    }
    if (typed.has(ENDPOINT)) {
      String path = typed.value(ENDPOINT).orElseThrow().replaceFirst("^[ /]+", "");
      add(ENDPOINT, "--endpoint", "/" + path);
    } else if (tei) {
      add("--endpoint", "/v1/ranking");
    } else if (endpointType.equals("huggingface_generate")) {
      add("--endpoint", "/");
    }
    if (CHAT.contains(endpointType)) {
      addFlag("--use-legacy-max-tokens");
    }
    if (!extras.isEmpty()) {
      Optional<String> source = Optional.of(typed.sourceOfAll(EXTRA_INPUTS));
      add("--extra-inputs", List.of(extras.toString()), source);
    }
  }

  /** Returns the given backend, or that of the first release's format, or GenAI-Perf's default. */
  private String backend() {
    return typed
        .value(BACKEND)
        .or(() -> typed.value(OUTPUT_FORMAT).filter("vllm"::equals))
        .orElse(USUAL_BACKEND);
  }

  private void prompts() {
    String input = typed.value(INPUT_FILE).orElse("synthetic:");
    String type = typed.value(INPUT_TYPE).orElse("file");
    if (!Set.of("synthetic", "file").contains(type)) {
      problems.invalid(
          typed.sourceOf(INPUT_TYPE), type, "synthetic or file; datasets are not downloaded");
    }
    if (!input.startsWith("synthetic:")) {
      add(INPUT_FILE, "--input-file", input);
      Optional<String> entries = typed.value(NUM_DATASET_ENTRIES);
      if (drawsBatches()) {
        add("--custom-dataset-type", "random_pool");
        entries = typed.valueButZero(NUM_DATASET_ENTRIES).or(() -> Optional.of(USUAL_ENTRIES));
      }
      entries.ifPresent(count -> add(NUM_DATASET_ENTRIES, "--num-dataset-entries", count));
      return;
    }
    String entries = typed.valueButZero(NUM_DATASET_ENTRIES).orElse(USUAL_ENTRIES);
    add(NUM_DATASET_ENTRIES, "--num-dataset-entries", entries);
    // Without a number of prefixes, GenAI-Perf ignores their length.
    Optional<String> prefixes = typed.valueButZero(NUM_PREFIX_PROMPTS);
    if (prefixes.isPresent()) {
      add(NUM_PREFIX_PROMPTS, "--num-prefix-prompts", prefixes.get());
      String length = typed.value(PREFIX_PROMPT_LENGTH).orElse(USUAL_PREFIX_TOKENS);
      add(PREFIX_PROMPT_LENGTH, "--prefix-prompt-length", length);
    }
  }

  /** Returns whether each request contains several texts of a file, which are drawn. */
  private boolean drawsBatches() {
    return !endpointType.equals("rankings")
        && !Set.of("0", "1").contains(typed.value(BATCH_SIZE_TEXT).orElse("1"));
  }

  private boolean isPayload() {
    return typed.value(INPUT_FILE).filter(file -> file.startsWith("payload:")).isPresent();
  }

  /** Adds the options of the load and returns its part of the name of the folder. */
  private String load() {
    List<GenAiPerfOption> stimuli =
        List.of(CONCURRENCY, REQUEST_RATE, FIXED_SCHEDULE).stream().filter(typed::has).toList();
    if (stimuli.size() > 1) {
      problems.add(
          ("Invalid load: %s and %s (GenAI-Perf accepts one of them; longhaul profile accepts a"
                  + " rate with a concurrency limit)")
              .formatted(typed.sourceOf(stimuli.get(0)), typed.sourceOf(stimuli.get(1))));
    }
    Optional<String> sessions = typed.valueButZero(SESSION_CONCURRENCY);
    Optional<String> concurrency = sessions.or(() -> typed.valueButZero(CONCURRENCY));
    String limit = concurrency.orElse("1");
    String name = typed.has(CONCURRENCY) || !isPayload() ? "-concurrency" + limit : "";
    if (typed.has(FIXED_SCHEDULE)) {
      // Recorded times count from 0, regardless of the first request.
      add("--fixed-schedule", List.of(), Optional.of(typed.sourceOf(FIXED_SCHEDULE)));
      add("--fixed-schedule-start-offset", "0");
      name = "-fixed_schedule";
    } else if (typed.has(REQUEST_RATE)) {
      String rate = requestRate();
      add(REQUEST_RATE, "--request-rate", rate);
      add("--arrival-pattern", "constant");
      name = "-request_rate" + rate;
    } else if (concurrency.isPresent() || !isPayload()) {
      add(sessions.isPresent() ? SESSION_CONCURRENCY : CONCURRENCY, "--concurrency", limit);
    }
    length(limit);
    return sessions.map(each -> "-session_concurrency" + each).orElse(name);
  }

  /** Returns a plain number for folder names. {@code profile} rejects a text that is not a rate. */
  private String requestRate() {
    String rate = typed.value(REQUEST_RATE).orElseThrow();
    return Quantities.number(rate).isPresent() ? rate : Quantities.plainRate(rate).orElse(rate);
  }

  private void length(String concurrency) {
    Optional<String> count = typed.valueButZero(REQUEST_COUNT);
    Optional<String> window = typed.value(MEASUREMENT_INTERVAL);
    if (count.isPresent()) {
      problems.refuse(
          typed.sourceOf(MEASUREMENT_INTERVAL), window.orElse(null), "not with --request-count");
      add(REQUEST_COUNT, "--request-count", count.get());
    } else if (window.isPresent() || firstRelease) {
      duration(window.orElse(USUAL_WINDOW_MILLIS));
    } else if (!typed.has(FIXED_SCHEDULE)
        && !isPayload()
        && typed.valueButZero(NUM_SESSIONS).isEmpty()
        && concurrency.matches("[0-9]{1,9}")) {
      // The profile command reports a concurrency that is not a number.
      long requests = Math.max(LEAST_REQUESTS, 2 * Long.parseLong(concurrency));
      add("--request-count", Long.toString(requests));
    }
  }

  private void duration(String windowMillis) {
    Optional<Double> millis =
        Quantities.plainMillis(windowMillis).map(Double::parseDouble).filter(value -> value > 0);
    if (millis.isPresent()) {
      double seconds = WINDOWS * millis.get() / 1000;
      add(MEASUREMENT_INTERVAL, "--benchmark-duration", Double.toString(seconds));
    } else {
      problems.invalid(
          typed.sourceOf(MEASUREMENT_INTERVAL),
          windowMillis,
          "milliseconds, more than 0, " + Quantities.DURATION_UNITS);
    }
  }

  private static String model(List<String> models) {
    String model = models.isEmpty() ? "model" : models.get(0).replace('/', '_');
    return models.size() > 1 ? model + "_multi" : model;
  }

  /** Returns the service in the name of the folder: all but Triton's own are named openai. */
  private String service() {
    String kind = endpointType.equals(DYNAMIC_GRPC) ? DYNAMIC_GRPC : "openai";
    return endpointType.equals(USUAL_ENDPOINT)
        ? "-triton-" + backend()
        : "-" + kind + "-" + endpointType;
  }
}
