package io.longhaul.cli.options;

import io.longhaul.load.plan.RunPlanBuilder;
import io.longhaul.load.plan.TokenizerPlan;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Option;

/** What is asked, and who counts its tokens. */
final class PromptOptions {
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
      names = "--use-server-token-count",
      description = "Take token counts from the server's usage.")
  boolean useServerTokenCount;

  @Option(
      names = "--input-file",
      paramLabel = "FILE",
      description =
          "Prompts, one JSON object a line ({\"text\": …}); .gz too. Default: synthetic prompts")
  String inputFile;

  @Option(
      names = "--custom-dataset-type",
      paramLabel = "TYPE",
      description = "Format of the file: single_turn.")
  String datasetType;

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
      names = {"--num-dataset-entries", "--num-prompts"},
      paramLabel = "N",
      description =
          "Different synthetic prompts. Default: as many as requests, up to 1.1 million tokens;"
              + " 100 without a count")
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
        .useServerTokenCount(useServerTokenCount);
    numbers.wholeNumber("--random-seed", seed, 0).ifPresent(plan::seed);
    numbers.count("--num-dataset-entries", entries, 1).ifPresent(plan::entries);
    addLengths(plan, numbers, problems);
    addFile(plan, problems);
  }

  /** Looks whether the file and the tokenizer can be had on this machine. */
  void check(MachineChecks machine, List<String> models) {
    if (inputFile != null) {
      machine.promptFile(absolute(inputFile));
    }
    String name = tokenizer == null && !models.isEmpty() ? models.get(0).strip() : tokenizer;
    if (name != null && !name.isBlank() && !revision().isBlank()) {
      machine.tokenizer(
          new TokenizerPlan(name, revision(), tokenizerDownload), useServerTokenCount);
    }
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
  }

  private void addFile(RunPlanBuilder plan, OptionProblems problems) {
    if (inputFile == null) {
      if (datasetType != null) {
        problems.needs("--custom-dataset-type", datasetType, "--input-file");
      }
      return;
    }
    plan.inputFile(absolute(inputFile).toString());
    if (datasetType != null) {
      plan.fileType(datasetType.toLowerCase(Locale.ROOT).replace('-', '_'));
    }
    refuseWithFile("--isl", inputTokens, problems);
    refuseWithFile("--isl-stddev", inputTokensStddev, problems);
    refuseWithFile("--num-dataset-entries", entries, problems);
  }

  private static void refuseWithFile(String option, String value, OptionProblems problems) {
    if (value != null) {
      problems.invalid(option, value, "not with --input-file, which brings its own prompts");
    }
  }

  private static Path absolute(String file) {
    return Path.of(file).toAbsolutePath().normalize();
  }
}
