package io.longhaul.load.plan;

import java.util.List;

/**
 * What is asked: synthetic prompts, or those of a file.
 *
 * @param inputFile path of a file of prompts, or of a folder of pools; null for synthetic ones
 * @param fileType the format of that file
 * @param trace how a file of recorded requests is read
 * @param delays what becomes of the delays of a file
 * @param inputLength length of a synthetic prompt in tokens; not used with a file
 * @param outputLength limit of an answer in tokens, or null for none; what a file says wins
 * @param lengthPairs shapes of synthetic requests, in place of the two lengths; empty for none
 * @param corpus what synthetic texts are made of, those of a trace too
 * @param prefixes what synthetic prompts have in common
 * @param systemPrompt text of a message of the system that all conversations begin with, or null
 * @param cacheBust where each session has a mark of its own
 * @param rankings what synthetic prompts of endpoints that rank are made of, in place of all that
 * @param media what synthetic prompts carry beside text
 * @param batch how many texts a synthetic prompt has; of one drawn from a pool, how many of each
 *     kind
 * @param sessions how many turns synthetic sessions have
 * @param entries number of different conversations that are made up, drawn from pools or taken of
 *     public data sets; any other file is read whole
 * @param sampling in which order entries are asked
 * @param uniquePrompts whether each request has a synthetic prompt of its own, whatever the number
 *     of entries
 */
public record DatasetPlan(
    @Nullable String inputFile,
    FileType fileType,
    TracePlan trace,
    RecordedDelays delays,
    TokenLength inputLength,
    @Nullable TokenLength outputLength,
    List<LengthPair> lengthPairs,
    PromptCorpus corpus,
    PrefixPlan prefixes,
    @Nullable String systemPrompt,
    CacheBust cacheBust,
    RankingPlan rankings,
    MediaPlan media,
    BatchPlan batch,
    SessionPlan sessions,
    int entries,
    SamplingStrategy sampling,
    boolean uniquePrompts) {
  private static final double WHOLE_PERCENT = 100;
  private static final double SLACK_PERCENT = 1e-4;

  public DatasetPlan {
    lengthPairs = List.copyOf(lengthPairs);
  }

  /** Whether prompts are made up rather than read. */
  public boolean isSynthetic() {
    return inputFile == null;
  }

  /** Whether entries may say when they are due. */
  public boolean hasTimes() {
    return !isSynthetic() && fileType.hasTimes();
  }

  /** Whether prompts are those of recorded requests. */
  public boolean isTrace() {
    return !isSynthetic() && fileType.isTrace();
  }

  /** Whether a session may have several turns. */
  public boolean hasSessions() {
    return isSynthetic() ? sessions.hasLaterTurns() : fileType.hasSessions();
  }

  /** Whether sessions are told with all that was said before; those of a trace need not be. */
  boolean needsDialogue() {
    return isSynthetic() ? sessions.hasLaterTurns() : fileType.hasDialogues();
  }

  /** Whether the text of a synthetic prompt is more than one of some length. */
  boolean shapesTexts() {
    return !lengthPairs.isEmpty() || !prefixes.equals(PrefixPlan.NONE);
  }

  /** Whether texts are changed that a file brings. */
  public boolean changesTexts() {
    return systemPrompt != null || cacheBust != CacheBust.NONE;
  }

  void check(Problems problems) {
    inputLength.check("input sequence length", problems);
    if (outputLength != null) {
      outputLength.check("output sequence length", problems);
    }
    problems.requirePositive("number of dataset entries", entries, "prompts");
    trace.check(problems);
    delays.check(problems);
    prefixes.check(problems);
    checkSystemPrompt(problems);
    rankings.check(problems);
    media.check(problems);
    batch.check(problems);
    sessions.check(problems);
    lengthPairs.forEach(pair -> pair.check(problems));
    double sum = lengthPairs.stream().mapToDouble(LengthPair::percent).sum();
    if (!lengthPairs.isEmpty() && !(Math.abs(sum - WHOLE_PERCENT) <= SLACK_PERCENT)) {
      problems.invalid("sequence distribution", sum + " % in all", "100 %");
    }
    if (isSynthetic() && batch.texts() == 0 && media.isEmpty()) {
      problems.invalid(
          "texts per prompt", 0, "1 or more, or sizes of images, or a length of audio");
    }
    if (isTrace() && corpus == PromptCorpus.RANDOM) {
      problems.invalid(
          "corpus", corpus.word(), "sonnet or coding with a trace, whose prompts share blocks");
    }
    if (!isSynthetic() && (uniquePrompts || shapesTexts() || !media.isEmpty())) {
      problems.add(
          "Invalid dataset: a file has its own prompts (no sequence distribution, prefixes, shared"
              + " messages, media or unique prompts)");
    }
  }

  private void checkSystemPrompt(Problems problems) {
    boolean hasSystem = systemPrompt != null || prefixes.systemTokens() > 0;
    if (systemPrompt != null && systemPrompt.isBlank()) {
      problems.invalid("system prompt", "a blank one", "give it some text, or leave it out");
    }
    if (systemPrompt != null && (prefixes.systemTokens() > 0 || prefixes.poolSize() > 0)) {
      problems.invalid(
          "system prompt",
          "beside a pool of prefixes or a shared system prompt of some length",
          "one of them");
    }
    if (isSynthetic() && cacheBust == CacheBust.WARMUP_ISOLATION_SYSTEM && !hasSystem) {
      problems.invalid(
          "cache bust",
          cacheBust.word(),
          "it needs a system prompt; else " + CacheBust.WARMUP_ISOLATION_FIRST_TURN.word());
    }
  }
}
