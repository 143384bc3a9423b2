package io.longhaul.load.plan;

/**
 * What is asked: synthetic prompts, or those of a file.
 *
 * @param inputFile path of a file of prompts, or null for synthetic ones
 * @param fileType the format of that file; {@code single_turn} is the only one now
 * @param inputLength length of a synthetic prompt in tokens; not used with a file
 * @param outputLength limit of an answer in tokens, or null for none; what a file says wins
 * @param entries number of different synthetic prompts; a file is always read whole
 */
public record DatasetPlan(
    String inputFile,
    String fileType,
    TokenLength inputLength,
    TokenLength outputLength,
    int entries) {

  /** The format of a file with one prompt on each line. */
  public static final String SINGLE_TURN = "single_turn";

  /** Whether prompts are made up rather than read. */
  public boolean isSynthetic() {
    return inputFile == null;
  }

  void check(Problems problems) {
    inputLength.check("input sequence length", problems);
    if (outputLength != null) {
      outputLength.check("output sequence length", problems);
    }
    problems.requirePositive("number of dataset entries", entries, "prompts");
    if (!isSynthetic() && !fileType.equals(SINGLE_TURN)) {
      problems.invalid("dataset type", fileType, SINGLE_TURN);
    }
  }
}
