package io.longhaul.cli.options;

import io.longhaul.load.dataset.PromptFile;
import io.longhaul.load.dataset.PromptFileSummary;
import io.longhaul.load.plan.CacheBust;
import io.longhaul.load.plan.DatasetPlan;
import io.longhaul.load.plan.FileType;
import io.longhaul.load.plan.PhasePlan;
import io.longhaul.load.plan.PrefixPlan;
import io.longhaul.load.plan.PromptCorpus;
import io.longhaul.load.plan.RunPlan;
import io.longhaul.load.plan.RunPlanBuilder;
import io.longhaul.load.plan.Sampling;
import io.longhaul.load.plan.TokenizerPlan;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;
import picocli.CommandLine.Option;

/** What is asked, and who counts its tokens. */
final class PromptOptions {
  /** GenAI-Perf's way to name a trace. */
  private static final String PAYLOAD_PREFIX = "payload:";

  /** A prompt that is asked so often is in every cache. */
  private static final int MOST_REUSE = 10;

  private static final String CHAT_TEMPLATE = "--apply-chat-template";
  private static final long LONG_RUN_NANOS = 600_000_000_000L;

  @Option(
      names = "--tokenizer",
      paramLabel = "NAME",
      description =
          "A tokenizer.json, its folder, a Hugging Face name, or builtin (o200k_base)."
              + " Default: the model's name")
  String tokenizer;

  @Option(
      names = "--tokenizer-revision",
      paramLabel = "REV",
      description = "Branch, tag or commit of a Hugging Face name. Default: main")
  String tokenizerRevision;

  @Option(
      names = "--tokenizer-download",
      description = "Fetch the tokenizer over the network when it is not in the local cache.")
  boolean tokenizerDownload;

  @Option(
      names = CHAT_TEMPLATE,
      description =
          "Count and size prompts as the tokenizer's chat template writes them, if it has one.")
  boolean chatTemplate;

  @Option(
      names = "--use-server-token-count",
      description = "Take token counts from the server's usage.")
  boolean useServerTokenCount;

  @Option(
      names = "--input-file",
      paramLabel = "FILE",
      description =
          "Prompts, one JSON object a line ({\"text\": …}), sessions ({\"turns\": …}), public"
              + " data sets, or a trace (payload:FILE as in GenAI-Perf); .gz too; or a folder of"
              + " pools. Default: synthetic prompts")
  String inputFile;

  @Option(
      names = "--custom-dataset-type",
      paramLabel = "TYPE",
      description =
          "Format of the file: single_turn, multi_turn, random_pool, mooncake_trace, raw_payload,"
              + " inputs_json, sharegpt, openorca or cnn_dailymail. Default: what its first line"
              + " looks like")
  String datasetType;

  @Option(
      names = "--public-dataset",
      paramLabel = "NAME",
      description =
          "What --input-file is: sharegpt, openorca or cnn_dailymail. Nothing is fetched over the"
              + " network.")
  String publicDataset;

  @Option(
      names = {"--isl", "--prompt-input-tokens-mean", "--synthetic-input-tokens-mean"},
      paramLabel = "N",
      description = "Tokens of a synthetic prompt, mean. Default: 550")
  String inputTokens;

  @Option(
      names = {"--isl-stddev", "--prompt-input-tokens-stddev", "--synthetic-input-tokens-stddev"},
      paramLabel = "N",
      description = "Its standard deviation. Default: 0")
  String inputTokensStddev;

  @Option(
      names = {"--osl", "--prompt-output-tokens-mean", "--output-tokens-mean"},
      paramLabel = "N",
      description = "Tokens that are asked for, mean. Default: the server decides")
  String outputTokens;

  @Option(
      names = {"--osl-stddev", "--prompt-output-tokens-stddev", "--output-tokens-stddev"},
      paramLabel = "N",
      description = "Its standard deviation. Default: 0")
  String outputTokensStddev;

  @Option(
      names = "--output-tokens-mean-deterministic",
      description =
          "Ask for no fewer tokens than that either, where endpoint types of KServe can say so.")
  boolean leastTokensToo;

  @Option(
      names = {"-b", "--prompt-batch-size", "--batch-size-text", "--batch-size"},
      paramLabel = "N",
      description =
          "Texts of a request, each as long as --isl says, or drawn from a pool. Default: 1")
  String batchSize;

  @Option(
      names = {"--seq-dist", "--sequence-distribution"},
      paramLabel = "PAIRS",
      description =
          "Shapes of requests with their shares in percent, in place of --isl and --osl:"
              + " '256|10,128:40;512,256:60', '[(256,128):40,(512,256):60]', or JSON.")
  String sequenceDistribution;

  @Option(
      names = "--random-range-ratio",
      paramLabel = "R",
      description =
          "Lengths of prompts and answers are any from (1 - R) to (1 + R) of --isl and --osl."
              + " Default: normal ones")
  String rangeRatio;

  @Option(
      names = "--random-corpus-style",
      paramLabel = "STYLE",
      description =
          "Whose formula that is: vllm, or sglang, where lengths are from R of --isl and --osl up"
              + " to them. Default: vllm")
  String rangeStyle;

  @Option(
      names = "--prompt-corpus",
      paramLabel = "CORPUS",
      description =
          "What synthetic texts are made of: sonnet, coding (program text) or random (any tokens)."
              + " Default: sonnet")
  String corpus;

  @Option(
      names = {"--prompt-prefix-pool-size", "--prefix-prompt-pool-size", "--num-prefix-prompts"},
      paramLabel = "N",
      description = "Prefixes, one of which each synthetic prompt begins with. Default: none")
  String prefixPoolSize;

  @Option(
      names = {"--prompt-prefix-length", "--prefix-prompt-length"},
      paramLabel = "N",
      description = "Tokens of a prefix, which come on top of the prompt's own.")
  String prefixLength;

  @Option(
      names = "--shared-system-prompt-length",
      paramLabel = "N",
      description = "Tokens of a system message that all requests begin with. Default: none")
  String systemLength;

  @Option(
      names = "--user-context-prompt-length",
      paramLabel = "N",
      description = "Tokens of a first message of the user, another for each entry. Default: none")
  String contextLength;

  @Option(
      names = "--dataset-sampling-strategy",
      paramLabel = "S",
      description = "Order of entries: sequential, random or shuffle. Default: sequential")
  String sampling;

  @Option(
      names = "--unique-prompts",
      description = "Never ask a synthetic prompt twice: they are made up while the run goes on.")
  boolean uniquePrompts;

  @Option(
      names = {"--num-dataset-entries", "--num-prompts"},
      paramLabel = "N",
      description =
          "Different sessions that are made up, drawn from pools or taken of public data sets."
              + " Default: as many as sessions, else requests, up to 1.1 million tokens; 100"
              + " without a count")
  String entries;

  @Option(
      names = "--random-seed",
      paramLabel = "N",
      description = "Seed of everything drawn. Default: 0")
  String seed;

  void addTo(RunPlanBuilder plan, Numbers numbers, OptionProblems problems) {
    if (tokenizer != null) {
      plan.tokenizer(tokenizer);
    }
    plan.tokenizerRevision(revision())
        .tokenizerDownload(tokenizerDownload)
        .applyChatTemplate(chatTemplate)
        .useServerTokenCount(useServerTokenCount);
    numbers.wholeNumber("--random-seed", seed, 0).ifPresent(plan::seed);
    numbers.count("--num-dataset-entries", entries, 1).ifPresent(plan::entries);
    addLengths(plan, numbers, problems);
    if (inputFile == null) {
      addShapes(plan, numbers, problems);
    }
    addRange(plan, numbers, problems);
    addCorpus(plan, problems);
    addSampling(plan, problems);
    addFile(plan, problems);
    checkPublicDataset(problems);
  }

  /** Refuses what says something about texts, for an endpoint that takes none. */
  void refuseText(EndpointOptions endpoint, OptionProblems problems) {
    String reason = "endpoint type " + endpoint.type().typedName() + " takes no text";
    refuse("--isl", inputTokens, reason, problems);
    refuse("--isl-stddev", inputTokensStddev, reason, problems);
    refuse("--osl", outputTokens, reason, problems);
    refuse("--osl-stddev", outputTokensStddev, reason, problems);
    if (!endpoint.countsTokens()) {
      refuse("--tokenizer", tokenizer, reason, problems);
    }
  }

  /** What the file of prompts is. */
  PromptFile.Kind fileKind() {
    if (inputFile == null) {
      return PromptFile.Kind.NONE;
    }
    PromptFile.Kind seen = PromptFile.kindOf(file());
    if (isPayload()) {
      return new PromptFile.Kind(Optional.of(FileType.PAYLOAD), seen.timed());
    }
    String named = datasetType == null ? publicDataset : datasetType;
    return named == null ? seen : new PromptFile.Kind(FileType.of(named), seen.timed());
  }

  boolean isSynthetic() {
    return inputFile == null;
  }

  /** Whether prompts are drawn from pools. */
  boolean isDrawn() {
    return inputFile != null && fileKind().type().equals(Optional.of(FileType.RANDOM_POOL));
  }

  /** How many texts a prompt has. */
  int textsPerPrompt(Numbers numbers) {
    return numbers.count("--prompt-batch-size", batchSize, 0).orElse(1);
  }

  private boolean isPayload() {
    return inputFile != null && inputFile.startsWith(PAYLOAD_PREFIX);
  }

  private Path file() {
    String name = isPayload() ? inputFile.substring(PAYLOAD_PREFIX.length()) : inputFile;
    return Path.of(name).toAbsolutePath().normalize();
  }

  /**
   * Looks whether the file and the tokenizer can be had on this machine.
   *
   * @param dataset what was typed of it, be it valid or not
   * @param timed whether each request of the file must have a time
   * @return how much there is in the file, as far as it is known
   */
  Optional<PromptFileSummary> check(
      MachineChecks machine, EndpointOptions endpoint, DatasetPlan dataset, boolean timed) {
    Optional<PromptFileSummary> content =
        inputFile != null && fileKind().type().isPresent() && !endpoint.lacksMethod()
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

  private void addLengths(RunPlanBuilder plan, Numbers numbers, OptionProblems problems) {
    plan.inputTokens(
        numbers.count("--isl", inputTokens, 1).orElse(550),
        numbers.atLeastZero("--isl-stddev", inputTokensStddev).orElse(0));

    // 0 leaves the length to the server, as in AIPerf.
    int mean = numbers.count("--osl", outputTokens, 0).orElse(0);
    double deviation = numbers.atLeastZero("--osl-stddev", outputTokensStddev).orElse(0);
    if (mean > 0) {
      plan.outputTokens(mean, deviation);
    } else if (outputTokens == null && outputTokensStddev != null) {
      problems.needs("--osl-stddev", outputTokensStddev, "--osl");
    }
    if (leastTokensToo && mean == 0) {
      problems.add("Invalid --output-tokens-mean-deterministic: without --osl (it needs that)");
    }
    plan.leastTokensToo(leastTokensToo);
  }

  /** In place of the lengths that were added, windows around their means. */
  private void addRange(RunPlanBuilder plan, Numbers numbers, OptionProblems problems) {
    RangeRatio.Style style = rangeStyle(problems);
    if (rangeRatio == null) {
      return;
    }
    String option = "--random-range-ratio";
    if (inputTokens == null || outputTokens == null) {
      problems.needs(option, rangeRatio, "--isl and --osl");
      return;
    }
    refuse(option, rangeRatio, "not with --seq-dist", sequenceDistribution, problems);
    refuse(option, rangeRatio, "not with --isl-stddev", inputTokensStddev, problems);
    refuse(option, rangeRatio, "not with --osl-stddev", outputTokensStddev, problems);
    int input = numbers.count("--isl", inputTokens, 1).orElse(1);
    int output = numbers.count("--osl", outputTokens, 1).orElse(1);
    RangeRatio.parse(rangeRatio, style)
        .ifPresentOrElse(
            ratio ->
                plan.inputLength(ratio.inputAround(input)).outputLength(ratio.outputAround(output)),
            () -> problems.invalid(option, rangeRatio, style.ratios()));
  }

  private RangeRatio.Style rangeStyle(OptionProblems problems) {
    if (rangeStyle == null) {
      return RangeRatio.Style.VLLM;
    }
    Optional<RangeRatio.Style> known = RangeRatio.Style.of(rangeStyle);
    if (known.isEmpty()) {
      problems.invalid("--random-corpus-style", rangeStyle, "vllm or sglang");
    } else if (rangeRatio == null) {
      problems.note("--random-corpus-style says nothing without --random-range-ratio");
    }
    return known.orElse(RangeRatio.Style.VLLM);
  }

  private static void refuse(
      String option, String value, String reason, String other, OptionProblems problems) {
    if (other != null) {
      problems.invalid(option, value, reason);
    }
  }

  private void addCorpus(RunPlanBuilder plan, OptionProblems problems) {
    if (corpus == null) {
      return;
    }
    PromptCorpus.of(corpus)
        .ifPresentOrElse(
            plan::corpus,
            () -> problems.invalid("--prompt-corpus", corpus, PromptCorpus.allWords()));
    if (inputFile != null && !fileKind().isTrace()) {
      problems.invalid(
          "--prompt-corpus", corpus, "not with --input-file but a trace, whose texts are made up");
    }
  }

  private void addShapes(RunPlanBuilder plan, Numbers numbers, OptionProblems problems) {
    if (sequenceDistribution != null) {
      try {
        plan.lengthPairs(SequenceDistribution.parse(sequenceDistribution));
      } catch (IllegalArgumentException e) {
        problems.invalid("--seq-dist", sequenceDistribution, "pairs such as 256,128:40;512,256:60");
      }
      noteIgnored("--isl", inputTokens, problems);
      noteIgnored("--osl", outputTokens, problems);
    }
    if (prefixPoolSize != null && prefixLength == null) {
      problems.needs("--prompt-prefix-pool-size", prefixPoolSize, "--prompt-prefix-length");
    } else if (prefixLength != null && prefixPoolSize == null) {
      problems.needs("--prompt-prefix-length", prefixLength, "--prompt-prefix-pool-size");
    } else {
      addPrefixes(plan, numbers, problems);
    }
    plan.uniquePrompts(uniquePrompts);
    if (uniquePrompts && entries != null) {
      problems.invalid("--num-dataset-entries", entries, "not with --unique-prompts");
    }
  }

  private void addSampling(RunPlanBuilder plan, OptionProblems problems) {
    if (sampling != null) {
      Sampling.of(sampling)
          .ifPresentOrElse(
              plan::sampling,
              () -> problems.invalid("--dataset-sampling-strategy", sampling, Sampling.allWords()));
    }
  }

  private static void noteIgnored(String option, String value, OptionProblems problems) {
    if (value != null) {
      problems.note(option + " says nothing beside --seq-dist");
    }
  }

  private void addPrefixes(RunPlanBuilder plan, Numbers numbers, OptionProblems problems) {
    int size = numbers.count("--prompt-prefix-pool-size", prefixPoolSize, 0).orElse(0);
    int length = numbers.count("--prompt-prefix-length", prefixLength, 0).orElse(0);
    // As in AIPerf, 0 switches prefixes off.
    boolean on = size > 0 && length > 0;
    int system = numbers.count("--shared-system-prompt-length", systemLength, 1).orElse(0);
    int context = numbers.count("--user-context-prompt-length", contextLength, 1).orElse(0);
    if (on && system + context > 0) {
      problems.invalid(
          "--prompt-prefix-length", prefixLength, "not with a shared system or context prompt");
    }
    plan.prefixes(new PrefixPlan(on ? size : 0, on ? length : 0, system, context));
  }

  /** A word about prompts that come again and again, if they do. */
  void noteReuse(RunPlan plan, OptionProblems problems) {
    int known = plan.dataset().entries();
    CacheBust marks = plan.dataset().cacheBust();
    boolean differ = plan.dataset().uniquePrompts() || (marks.isPrefix() && !marks.isOfWarmup());
    boolean mayRepeat = plan.dataset().isSynthetic() && !differ;
    if (mayRepeat && expectedSessions(plan.load().profiling()) > (double) MOST_REUSE * known) {
      problems.note(
          known
              + " prompts will be asked more than "
              + MOST_REUSE
              + " times each, which a server with a prefix cache answers from that cache (for"
              + " prompts that never come twice, give --unique-prompts)");
    }
  }

  /**
   * As many first turns as the plan says, or as a rate makes in its time; of a closed loop nobody
   * knows.
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

  private void addFile(RunPlanBuilder plan, OptionProblems problems) {
    if (inputFile == null) {
      if (datasetType != null) {
        problems.needs("--custom-dataset-type", datasetType, "--input-file");
      }
      return;
    }
    plan.inputFile(file().toString());
    fileKind()
        .type()
        .ifPresentOrElse(
            plan::fileType,
            () -> {
              if (publicDataset != null) {
                return;
              }
              if (datasetType == null) {
                problems.invalid(
                    "--input-file",
                    inputFile,
                    "its first line could be of several types; give --custom-dataset-type");
              } else {
                problems.invalid("--custom-dataset-type", datasetType, FileType.allWords());
              }
            });
    refuseWithFile("--isl", inputTokens, problems);
    refuseWithFile("--isl-stddev", inputTokensStddev, problems);
    if (!fileKind().type().map(FileType::hasAnyNumber).orElse(true)) {
      refuseWithFile("--num-dataset-entries", entries, problems);
    }
    if (!isDrawn()) {
      refuse("--prompt-batch-size", batchSize, "not with --input-file but a random_pool", problems);
    }
    refuseWithFile("--seq-dist", sequenceDistribution, problems);
    refuseWithFile("--prompt-prefix-pool-size", prefixPoolSize, problems);
    refuseWithFile("--shared-system-prompt-length", systemLength, problems);
    refuseWithFile("--user-context-prompt-length", contextLength, problems);
    if (uniquePrompts) {
      problems.add("Invalid --unique-prompts: not with --input-file, which brings its own prompts");
    }
  }

  private void checkPublicDataset(OptionProblems problems) {
    if (publicDataset == null) {
      return;
    }
    String option = "--public-dataset";
    if (FileType.of(publicDataset).filter(FileType::isPublic).isEmpty()) {
      problems.invalid(
          option, publicDataset, FileType.publicWords() + "; else give an --input-file");
    } else if (inputFile == null) {
      problems.invalid(
          option,
          publicDataset,
          "nothing is fetched over the network; give its file with --input-file");
    } else if (datasetType != null) {
      problems.invalid(option, publicDataset, "not with --custom-dataset-type");
    }
  }

  private static void refuseWithFile(String option, String value, OptionProblems problems) {
    refuse(option, value, "not with --input-file, which brings its own prompts", problems);
  }

  private static void refuse(String option, String value, String reason, OptionProblems problems) {
    if (value != null) {
      problems.invalid(option, value, reason);
    }
  }
}
