package io.longhaul.cli.options;

import io.longhaul.load.plan.RunPlanBuilder;
import java.nio.file.Files;
import java.nio.file.Path;
import picocli.CommandLine.Option;

/** What is asked, and who counts its tokens. */
final class PromptOptions {
  @Option(
      names = "--tokenizer",
      paramLabel = "NAME",
      description =
          "A tokenizer.json, its folder, a Hugging Face name, or builtin (o200k_base). Default: the model's name")
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
          "Different synthetic prompts. Default: as many as requests, within reason; 100 without a count")
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
    if (tokenizerRevision != null) {
      plan.tokenizerRevision(tokenizerRevision);
    }
    plan.tokenizerDownload(tokenizerDownload).useServerTokenCount(useServerTokenCount);
    numbers.wholeNumber("--random-seed", seed, 0, plan::seed);
    numbers.count("--num-dataset-entries", entries, 1, plan::entries);
    addLengths(plan, numbers, problems);
    addFile(plan, problems);
  }

  private void addLengths(RunPlanBuilder plan, Numbers numbers, OptionProblems problems) {
    int[] mean = {550};
    double[] deviation = {0};
    numbers.count("--isl", inputTokens, 1, value -> mean[0] = value);
    numbers.atLeastZero("--isl-stddev", inputTokensStddev, value -> deviation[0] = value);
    plan.inputTokens(mean[0], deviation[0]);

    int[] outputMean = {0};
    double[] outputDeviation = {0};
    numbers.count("--osl", outputTokens, 1, value -> outputMean[0] = value);
    numbers.atLeastZero("--osl-stddev", outputTokensStddev, value -> outputDeviation[0] = value);
    if (outputMean[0] > 0) {
      plan.outputTokens(outputMean[0], outputDeviation[0]);
    } else if (outputTokensStddev != null && outputTokens == null) {
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
    if (inputTokens != null || inputTokensStddev != null) {
      problems.invalid(
          "--isl",
          inputTokens != null ? inputTokens : inputTokensStddev,
          "a file says its own prompts: leave out --isl or --input-file");
    }
    if (!Files.isRegularFile(Path.of(inputFile)) || !Files.isReadable(Path.of(inputFile))) {
      problems.invalid("--input-file", inputFile, "a file that can be read");
    }
    plan.inputFile(Path.of(inputFile).toAbsolutePath().normalize().toString());
    if (datasetType != null) {
      plan.fileType(datasetType.replace('-', '_'));
    }
  }
}
