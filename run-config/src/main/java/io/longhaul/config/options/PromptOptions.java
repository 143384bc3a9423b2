package io.longhaul.config.options;

import io.longhaul.config.binding.Needs;
import io.longhaul.config.binding.NotWith;
import io.longhaul.config.binding.OptionProblems;
import io.longhaul.config.binding.OptionValue;
import io.longhaul.config.binding.Yaml;
import io.longhaul.config.value.RangeRatio;
import io.longhaul.config.value.SequenceDistribution;
import io.longhaul.load.dataset.file.PromptFile;
import io.longhaul.load.dataset.trace.PromptFileSummary;
import io.longhaul.load.endpoint.request.Keyword;
import io.longhaul.load.plan.RunPlan;
import io.longhaul.load.plan.check.SamplingStrategy;
import io.longhaul.load.plan.dataset.BatchPlan;
import io.longhaul.load.plan.dataset.CacheBust;
import io.longhaul.load.plan.dataset.DatasetPlan;
import io.longhaul.load.plan.dataset.FileType;
import io.longhaul.load.plan.dataset.LengthPair;
import io.longhaul.load.plan.dataset.PrefixPlan;
import io.longhaul.load.plan.dataset.PromptCorpus;
import io.longhaul.load.plan.dataset.RankingPlan;
import io.longhaul.load.plan.dataset.RecordedDelays;
import io.longhaul.load.plan.dataset.SessionPlan;
import io.longhaul.load.plan.dataset.TokenLength;
import io.longhaul.load.plan.dataset.TracePlan;
import io.longhaul.load.plan.load.PhasePlan;
import io.longhaul.load.plan.media.MediaPlan;
import io.longhaul.load.plan.server.RequestPlan;
import io.longhaul.load.plan.server.TokenizerPlan;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options of the tokenizer and of the dataset, synthetic or from a file. */
final class PromptOptions {
  /** GenAI-Perf's prefix for a trace. */
  private static final String PAYLOAD_PREFIX = "payload:";

  /** A prompt that is sent more often than this is in every cache. */
  private static final int MOST_REUSE = 10;

  private static final String CHAT_TEMPLATE = "--apply-chat-template";
  private static final long LONG_RUN_NANOS = 600_000_000_000L;

  @Yaml("tokenizer.name")
  @Option(
      names = "--tokenizer",
      description =
          "Tokenizer: a tokenizer.json, its folder, a Hugging Face name in the local cache, or"
              + " builtin (o200k_base). Default: the model's name")
  @Nullable String tokenizer;

  @Yaml(value = "tokenizer.revision", unless = "main")
  @Option(
      names = "--tokenizer-revision",
      paramLabel = "REV",
      description = "Branch, tag or commit of a Hugging Face tokenizer. Default: main")
  @Nullable String tokenizerRevision;

  @Option(
      names = "--tokenizer-download",
      description = "Download the tokenizer if it is not in the local cache.")
  boolean tokenizerDownload;

  @Yaml("tokenizer.applyChatTemplate")
  @Option(
      names = CHAT_TEMPLATE,
      description =
          "Include the tokenizer's chat template, if it has one, in the length of generated prompts"
              + " and in token counts.")
  boolean chatTemplate;

  @Yaml("endpoint.useServerTokenCount")
  @Option(
      names = "--use-server-token-count",
      description =
          "Use the token counts in the usage field of the server's responses instead of counting"
              + " tokens.")
  boolean useServerTokenCount;

  @Yaml("dataset[file].path")
  @Option(
      names = "--input-file",
      paramLabel = "FILE",
      description =
          "Dataset, one of: a file with one JSON object per line (a prompt {\"text\": …}, a"
              + " session {\"turns\": …} or a request of a trace); a downloaded public dataset;"
              + " payload:FILE, a trace whose lines may have further JSON fields, which are added to"
              + " the request bodies; a folder of files, each a pool from which prompts are drawn."
              + " Files may be gzipped (.gz). Default: synthetic prompts")
  @Nullable String inputFile;

  @Needs("--input-file")
  @Option(
      names = "--custom-dataset-type",
      paramLabel = "TYPE",
      description =
          "Format of the input file: single_turn, multi_turn, random_pool (a pool of lines from"
              + " which prompts are drawn), mooncake_trace, raw_payload (each line is a whole request body), inputs_json, sharegpt,"
              + " openorca or cnn_dailymail. Default: detected from the first line")
  @Nullable String datasetType;

  @NotWith("--custom-dataset-type")
  @Yaml("dataset[public].dataset")
  @Option(
      names = "--public-dataset",
      description =
          "Public dataset that --input-file contains: sharegpt, openorca or cnn_dailymail. Has the"
              + " same effect as --custom-dataset-type with this value. Longhaul does not download"
              + " the dataset.")
  @Nullable String publicDataset;

  @NotWith(value = "--input-file", because = ", which contains its own prompts")
  @Option(
      names = {"--isl", "--prompt-input-tokens-mean", "--synthetic-input-tokens-mean"},
      description = "Mean number of tokens in a synthetic prompt. Default: 550")
  OptionValue.@Nullable Count inputTokens;

  @NotWith(value = "--input-file", because = ", which contains its own prompts")
  @Option(
      names = {"--isl-stddev", "--prompt-input-tokens-stddev", "--synthetic-input-tokens-stddev"},
      description = "Standard deviation of the number of tokens in a synthetic prompt. Default: 0")
  OptionValue.@Nullable NonNegative inputTokensStddev;

  @Option(
      names = {"--osl", "--prompt-output-tokens-mean", "--output-tokens-mean"},
      description = "Mean number of output tokens to request. Default: the server decides")
  OptionValue.@Nullable CountOrZero outputTokens;

  @Needs("--osl")
  @Option(
      names = {"--osl-stddev", "--prompt-output-tokens-stddev", "--output-tokens-stddev"},
      description = "Standard deviation of the number of output tokens to request. Default: 0")
  OptionValue.@Nullable NonNegative outputTokensStddev;

  @Option(
      names = "--output-tokens-mean-deterministic",
      description =
          "Also send the requested number of output tokens as a minimum, for KServe endpoint types"
              + " that support it.")
  boolean leastTokensToo;

  @Yaml(
      value = {"dataset.prompts.batchSize", "dataset[file].promptBatchSize"},
      unless = "1")
  @Option(
      names = {"-b", "--prompt-batch-size", "--batch-size-text", "--batch-size"},
      description =
          "Number of texts per request. Each has --isl tokens or is drawn from the pool in"
              + " --input-file. Default: 1")
  OptionValue.@Nullable CountOrZero batchSize;

  @NotWith(value = "--input-file", because = ", which contains its own prompts")
  @Option(
      names = {"--seq-dist", "--sequence-distribution"},
      paramLabel = "PAIRS",
      description =
          "Pairs of prompt and output length, each with its weight in percent, which replace --isl"
              + " and --osl: '256,128:40;512,256:60', '[(256,128):40,(512,256):60]' or JSON. A"
              + " length may have a standard deviation: '256|10,128:40'.")
  @Nullable String sequenceDistribution;

  @NotWith({"--seq-dist", "--isl-stddev", "--osl-stddev"})
  @Yaml("dataset.prompts.randomRangeRatio")
  @Option(
      names = "--random-range-ratio",
      paramLabel = "R",
      description =
          "Draw prompt and output lengths uniformly from a range that depends on --isl, --osl and"
              + " --random-corpus-style. R is a fraction, such as 0.2. Default: a normal"
              + " distribution")
  @Nullable String rangeRatio;

  @Yaml("dataset.prompts.randomCorpusStyle")
  @Option(
      names = "--random-corpus-style",
      paramLabel = "STYLE",
      description =
          "How --random-range-ratio defines the range, as in a server's own benchmark: vllm, from"
              + " (1 - R) to (1 + R) times --isl and --osl; or sglang, from R to 1 times --isl and"
              + " --osl. Default: vllm")
  @Nullable String rangeStyle;

  @Yaml({"dataset.prompts.corpus", "dataset[recorded].prompts.corpus"})
  @Option(
      names = "--prompt-corpus",
      paramLabel = "CORPUS",
      description =
          "Source of synthetic text: sonnet, coding (source code) or random (random tokens)."
              + " Default: sonnet")
  OptionValue.@Nullable Word<PromptCorpus> corpus;

  @NotWith(value = "--input-file", because = ", which contains its own prompts")
  @Needs("--prompt-prefix-length")
  @Yaml("dataset.prefixPrompts.poolSize")
  @Option(
      names = {"--prompt-prefix-pool-size", "--prefix-prompt-pool-size", "--num-prefix-prompts"},
      description =
          "Number of prefixes. Each synthetic prompt starts with one of them. Default: none")
  OptionValue.@Nullable CountOrZero prefixPoolSize;

  @Needs("--prompt-prefix-pool-size")
  @Yaml("dataset.prefixPrompts.length")
  @Option(
      names = {"--prompt-prefix-length", "--prefix-prompt-length"},
      description =
          "Number of tokens in each prefix, in addition to the tokens of the prompt. Required with"
              + " --prompt-prefix-pool-size.")
  OptionValue.@Nullable CountOrZero prefixLength;

  @NotWith(value = "--input-file", because = ", which contains its own prompts")
  @Yaml("dataset.prefixPrompts.sharedSystemLength")
  @Option(
      names = "--shared-system-prompt-length",
      description =
          "Number of tokens in a system message that is the same for all requests. Default: none")
  OptionValue.@Nullable Count systemLength;

  @NotWith(value = "--input-file", because = ", which contains its own prompts")
  @Yaml("dataset.prefixPrompts.userContextLength")
  @Option(
      names = "--user-context-prompt-length",
      description =
          "Number of tokens in a leading user message that differs for each dataset entry. Default:"
              + " none")
  OptionValue.@Nullable Count contextLength;

  @Yaml("dataset.sampling")
  @Option(
      names = "--dataset-sampling-strategy",
      paramLabel = "S",
      description =
          "Order in which dataset entries are used: sequential; random, drawn with replacement;"
              + " or shuffle, all entries in random order, then again in another order. Default:"
              + " sequential")
  OptionValue.@Nullable Word<SamplingStrategy> sampling;

  @NotWith(value = "--input-file", because = ", which contains its own prompts")
  @Option(
      names = "--unique-prompts",
      description = "Never send a synthetic prompt twice. Prompts are generated during the run.")
  boolean uniquePrompts;

  @NotWith("--unique-prompts")
  @Yaml({"dataset[file].entries", "dataset[public].entries"})
  @Option(
      names = {"--num-dataset-entries", "--num-prompts"},
      description =
          "Number of different sessions to generate, draw from the pools in --input-file or take"
              + " from a public dataset. Default: --num-sessions, else --request-count, else 100"
              + " (2000 for a public dataset). If this many sessions would have more than 1.1"
              + " million tokens in total, the default is reduced, but not below 100")
  OptionValue.@Nullable Count entries;

  @Yaml("root.randomSeed")
  @Option(
      names = "--random-seed",
      description = "Seed for all random choices. Default: 0; 42 in repeated runs and sweeps")
  OptionValue.@Nullable LongCountOrZero seed;

  private TokenLength inputLength = new TokenLength(550, 0);
  private @Nullable TokenLength outputLength;
  private List<LengthPair> lengthPairs = List.of();
  private PrefixPlan prefixes = PrefixPlan.NONE;

  /** Checks the options against each other, and reads the lengths of prompts. */
  void read(OptionProblems problems) {
    readLengths(problems);
    if (inputFile == null) {
      readShapes(problems);
    }
    readRange(problems);
    checkCorpus(problems);
    checkFile(problems);
    checkPublicDataset(problems);
  }

  /** Returns the tokenizer that counts tokens. */
  TokenizerPlan tokenizer(RequestPlan request) {
    return new TokenizerPlan(
        tokenizer == null ? TokenizerPlan.defaultName(request) : tokenizer,
        revision(),
        tokenizerDownload,
        chatTemplate);
  }

  /**
   * Returns the dataset.
   *
   * @param ranks whether prompts are queries with passages
   * @param sends the number of sessions, or else of requests, or null if it is not limited
   */
  DatasetPlan dataset(
      TracePlan trace,
      RecordedDelays delays,
      @Nullable String systemPrompt,
      CacheBust cacheBust,
      RankingPlan rankings,
      MediaPlan media,
      BatchPlan batch,
      SessionPlan sessions,
      boolean ranks,
      @Nullable Long sends) {
    FileType fileType = fileKind().type().orElse(FileType.SINGLE_TURN);
    long tokensPerTurn = ranks ? rankings.meanTokens() : (long) inputLength.mean() * batch.texts();
    boolean isPublic = inputFile != null && fileType.isPublic();
    return new DatasetPlan(
        inputFile == null ? null : file(inputFile).toString(),
        fileType,
        trace,
        delays,
        inputLength,
        outputLength,
        lengthPairs,
        OptionValue.of(corpus, PromptCorpus.SONNET),
        prefixes,
        systemPrompt,
        cacheBust,
        rankings,
        media,
        batch,
        sessions,
        OptionValue.of(entries)
            .orElseGet(
                () -> DatasetPlan.defaultEntries(isPublic, tokensPerTurn, media, sessions, sends)),
        OptionValue.of(sampling, SamplingStrategy.SEQUENTIAL),
        uniquePrompts && inputFile == null);
  }

  /** Rejects options of texts for an endpoint without texts. */
  void refuseText(EndpointOptions endpoint, OptionProblems problems) {
    String reason = "endpoint type " + endpoint.type().typedName() + " does not accept text";
    problems.refuse("--isl", inputTokens, reason);
    problems.refuse("--isl-stddev", inputTokensStddev, reason);
    problems.refuse("--osl", outputTokens, reason);
    problems.refuse("--osl-stddev", outputTokensStddev, reason);
    if (!endpoint.countsTokens()) {
      problems.refuse("--tokenizer", tokenizer, reason);
    }
  }

  /** Returns the kind of the file of prompts. */
  PromptFile.Kind fileKind() {
    if (inputFile == null) {
      return PromptFile.Kind.NONE;
    }
    PromptFile.Kind seen = PromptFile.kindOf(file(inputFile));
    if (inputFile.startsWith(PAYLOAD_PREFIX)) {
      return new PromptFile.Kind(Optional.of(FileType.PAYLOAD), seen.timed());
    }
    String named = datasetType == null ? publicDataset : datasetType;
    return named == null
        ? seen
        : new PromptFile.Kind(Keyword.find(FileType.class, named), seen.timed());
  }

  boolean isSynthetic() {
    return inputFile == null;
  }

  /** Returns whether prompts are drawn from pools. */
  boolean isDrawn() {
    return inputFile != null && fileKind().type().equals(Optional.of(FileType.RANDOM_POOL));
  }

  private static Path file(String typed) {
    boolean isPayload = typed.startsWith(PAYLOAD_PREFIX);
    String name = isPayload ? typed.substring(PAYLOAD_PREFIX.length()) : typed;
    return Path.of(name).toAbsolutePath().normalize();
  }

  /**
   * Checks that the file and the tokenizer are available on this machine.
   *
   * @param dataset the dataset, which may be invalid
   * @param timed whether each request of the file must have a time
   * @return the size of the content of the file, as far as it is known
   */
  Optional<PromptFileSummary> check(
      MachineChecks machine, EndpointOptions endpoint, DatasetPlan dataset, boolean timed) {
    Optional<PromptFileSummary> content =
        inputFile != null && fileKind().type().isPresent() && !endpoint.lacksMethod
            ? machine.promptFile(dataset, endpoint.type(), timed)
            : Optional.empty();
    List<String> models = endpoint.models;
    String name = tokenizer == null && !models.isEmpty() ? models.get(0).strip() : tokenizer;
    if (endpoint.countsTokens() && name != null && !name.isBlank() && !revision().isBlank()) {
      TokenizerPlan plan = new TokenizerPlan(name, revision(), tokenizerDownload, chatTemplate);
      machine.tokenizer(plan, useServerTokenCount, dataset, endpoint.type());
      if (chatTemplate) {
        machine.chatTemplate(CHAT_TEMPLATE, plan);
      }
    }
    return content;
  }

  private String revision() {
    return tokenizerRevision == null ? "main" : tokenizerRevision;
  }

  private void readLengths(OptionProblems problems) {
    inputLength =
        new TokenLength(
            OptionValue.of(inputTokens, inputLength.mean()),
            OptionValue.of(inputTokensStddev, 0.0));

    // 0 leaves the length to the server, as in AIPerf.
    int mean = OptionValue.of(outputTokens, 0);
    double deviation = OptionValue.of(outputTokensStddev, 0.0);
    if (mean > 0) {
      outputLength = new TokenLength(mean, deviation);
    }
    if (leastTokensToo && mean == 0) {
      problems.add("Invalid --output-tokens-mean-deterministic: without --osl (it needs that)");
    }
  }

  /** Replaces the lengths by windows around their means. */
  private void readRange(OptionProblems problems) {
    RangeRatio.Style style = rangeStyle(problems);
    if (rangeRatio == null) {
      return;
    }
    String option = "--random-range-ratio";
    if (inputTokens == null || outputTokens == null) {
      problems.needs(option, rangeRatio, "--isl and --osl");
      return;
    }
    int input = OptionValue.of(inputTokens).orElse(1);
    int output = OptionValue.of(outputTokens).orElse(1);
    if (output == 0) {
      problems.invalid("--osl", outputTokens, "a whole number, 1 or more");
    }
    RangeRatio.parse(rangeRatio, style)
        .ifPresentOrElse(
            ratio -> {
              inputLength = ratio.inputAround(input);
              outputLength = ratio.outputAround(output);
            },
            () -> problems.invalid(option, rangeRatio, style.ratios()));
  }

  private RangeRatio.Style rangeStyle(OptionProblems problems) {
    if (rangeStyle == null) {
      return RangeRatio.Style.VLLM;
    }
    Optional<RangeRatio.Style> known = Keyword.find(RangeRatio.Style.class, rangeStyle);
    if (known.isEmpty()) {
      problems.invalid("--random-corpus-style", rangeStyle, Keyword.list(RangeRatio.Style.class));
    } else if (rangeRatio == null) {
      problems.note("--random-corpus-style has no effect without --random-range-ratio");
    }
    return known.orElse(RangeRatio.Style.VLLM);
  }

  private void checkCorpus(OptionProblems problems) {
    if (corpus != null && inputFile != null && !fileKind().isTrace()) {
      problems.invalid(
          "--prompt-corpus",
          corpus,
          "only with synthetic prompts or a trace, whose texts are generated");
    }
  }

  private void readShapes(OptionProblems problems) {
    if (sequenceDistribution != null) {
      try {
        lengthPairs = SequenceDistribution.parse(sequenceDistribution);
      } catch (IllegalArgumentException e) {
        problems.invalid("--seq-dist", sequenceDistribution, "pairs such as 256,128:40;512,256:60");
      }
      noteIgnored("--isl", inputTokens, problems);
      noteIgnored("--osl", outputTokens, problems);
    }
    if ((prefixPoolSize == null) == (prefixLength == null)) {
      readPrefixes(problems);
    }
  }

  private static void noteIgnored(String option, @Nullable Object value, OptionProblems problems) {
    if (value != null) {
      problems.note(option + " has no effect with --seq-dist");
    }
  }

  private void readPrefixes(OptionProblems problems) {
    int size = OptionValue.of(prefixPoolSize).orElse(0);
    int length = OptionValue.of(prefixLength).orElse(0);
    // As in AIPerf, 0 switches prefixes off.
    boolean on = size > 0 && length > 0;
    int system = OptionValue.of(systemLength).orElse(0);
    int context = OptionValue.of(contextLength).orElse(0);
    if (on && system + context > 0) {
      problems.invalid(
          "--prompt-prefix-length", prefixLength, "not with a shared system or context prompt");
    }
    prefixes = new PrefixPlan(on ? size : 0, on ? length : 0, system, context);
  }

  /** Adds a note if prompts are sent many times. */
  void noteReuse(RunPlan plan, OptionProblems problems) {
    int known = plan.dataset().entries();
    CacheBust marks = plan.dataset().cacheBust();
    boolean differ = plan.dataset().uniquePrompts() || (marks.isPrefix() && !marks.isOfWarmup());
    boolean mayRepeat = plan.dataset().isSynthetic() && !differ;
    if (mayRepeat && expectedSessions(plan.load().profiling()) > (double) MOST_REUSE * known) {
      problems.note(
          "%d prompts will be sent more than %d times each, so a server with a prefix cache will answer from its cache (to send each prompt only once, use --unique-prompts)"
              .formatted(known, MOST_REUSE));
    }
  }

  /**
   * Returns the number of sessions in the plan, or the rate times the duration; infinite for a long
   * closed loop, whose number is unknown.
   */
  private static double expectedSessions(PhasePlan load) {
    double byRate = Double.POSITIVE_INFINITY;
    if (load.durationNanos() != null) {
      OptionalDouble perSecond =
          load.rate() == null ? OptionalDouble.empty() : load.rate().finalPerSecond();
      byRate =
          perSecond.isPresent()
              ? perSecond.getAsDouble() * load.durationNanos() / 1e9
              : load.durationNanos() < LONG_RUN_NANOS ? 0 : Double.POSITIVE_INFINITY;
    }
    return Stream.of(load.requestCount(), load.sessionCount())
        .filter(Objects::nonNull)
        .mapToDouble(Long::doubleValue)
        .reduce(byRate, Math::min);
  }

  private void checkFile(OptionProblems problems) {
    if (inputFile == null) {
      return;
    }
    if (fileKind().type().isEmpty() && publicDataset == null) {
      if (datasetType == null) {
        problems.invalid(
            "--input-file",
            inputFile,
            "its first line matches several types; give --custom-dataset-type");
      } else {
        problems.invalid("--custom-dataset-type", datasetType, Keyword.list(FileType.class));
      }
    }
    if (!fileKind().type().map(FileType::hasAnyNumber).orElse(true)) {
      problems.refuse(
          "--num-dataset-entries",
          entries,
          "not with --input-file, which contains its own prompts");
    }
    if (!isDrawn()) {
      problems.refuse(
          "--prompt-batch-size", batchSize, "only with synthetic prompts or a random_pool");
    }
  }

  private void checkPublicDataset(OptionProblems problems) {
    if (publicDataset == null) {
      return;
    }
    String option = "--public-dataset";
    if (Keyword.find(FileType.class, publicDataset).filter(FileType::isPublic).isEmpty()) {
      problems.invalid(
          option, publicDataset, FileType.publicWords() + "; else give an --input-file");
    } else if (inputFile == null) {
      problems.invalid(
          option, publicDataset, "datasets are not downloaded; pass its file with --input-file");
    }
  }
}
