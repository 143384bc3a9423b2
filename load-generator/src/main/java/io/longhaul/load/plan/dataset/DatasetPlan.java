package io.longhaul.load.plan.dataset;

import io.longhaul.load.plan.check.Nullable;
import io.longhaul.load.plan.check.Problems;
import io.longhaul.load.plan.check.SamplingStrategy;
import io.longhaul.load.plan.media.MediaPlan;
import java.util.List;

/**
 * The prompts: synthetic ones, or those of a file.
 *
 * @param inputFile the path of a file of prompts or of a folder of prompt pools, or null for
 *     synthetic prompts
 * @param fileType the format of the file
 * @param trace how a file of recorded requests is read
 * @param delays how the recorded delays of a file are used
 * @param inputLength the length of a synthetic prompt in tokens; ignored with a file
 * @param outputLength the limit of output tokens, or null for none; a limit in the file overrides
 *     it
 * @param lengthPairs pairs of prompt and output lengths that replace the two lengths, or empty
 * @param corpus the source of synthetic text, including that of a trace
 * @param prefixes what synthetic prompts have in common
 * @param systemPrompt the text of a system message at the start of all conversations, or null
 * @param cacheBust where a marker that differs for each session is inserted
 * @param rankings the synthetic queries and passages for rankings endpoints
 * @param media the images, audio and videos of synthetic prompts
 * @param batch the number of texts in a synthetic prompt, and of each medium in one from a pool
 * @param sessions the turns of synthetic sessions
 * @param entries the number of different conversations that are generated, drawn from pools or
 *     taken from a public dataset; other files are read completely
 * @param sampling the order in which entries are used
 * @param uniquePrompts whether each request has a synthetic prompt of its own, regardless of the
 *     number of entries
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

  /**
   * Prompts are generated before the load, at about a millisecond for each, and stay in memory.
   * Therefore a long run repeats its prompts unless the number of entries is set.
   */
  private static final long MOST_TOKENS_BY_DEFAULT = 1_100_000;

  private static final int DEFAULT_ENTRIES = 100;

  /** The same for media, which are a third larger in base64. */
  private static final long MOST_MEDIA_BYTES_BY_DEFAULT = 128L << 20;

  public DatasetPlan {
    lengthPairs = List.copyOf(lengthPairs);
  }

  /**
   * Returns the default number of entries: the number of sessions or requests, up to 1.1 million
   * tokens (2,000 prompts of 550 tokens); 100 without a number (2,000 for public datasets). In all
   * cases, up to 128 MB of media.
   *
   * @param isPublic whether the prompts are those of a public dataset, which has enough entries
   * @param tokensPerTurn the mean number of tokens in all texts of a turn
   * @param sends the number of sessions, or else of requests, or null if it is not limited
   */
  public static int defaultEntries(
      boolean isPublic,
      long tokensPerTurn,
      MediaPlan media,
      SessionPlan sessions,
      @Nullable Long sends) {
    long mediaBytes = Math.max(1, media.bytesPerRequest() * sessions.turnsMean());
    long allTokens = Math.max(1, tokensPerTurn * sessions.turnsMean());
    long fit =
        Math.min(
            Math.max(DEFAULT_ENTRIES, MOST_TOKENS_BY_DEFAULT / allTokens),
            Math.max(1, MOST_MEDIA_BYTES_BY_DEFAULT / mediaBytes));
    long usual = isPublic ? fit : DEFAULT_ENTRIES;
    return (int) Math.min(sends == null ? usual : sends, fit);
  }

  /** Returns whether prompts are generated rather than read from a file. */
  public boolean isSynthetic() {
    return inputFile == null;
  }

  /** Returns whether entries may have a time at which they are sent. */
  public boolean hasTimes() {
    return !isSynthetic() && fileType.hasTimes();
  }

  /** Returns whether the file contains recorded requests. */
  public boolean isTrace() {
    return !isSynthetic() && fileType.isTrace();
  }

  /** Returns whether a session may have several turns. */
  public boolean hasSessions() {
    return isSynthetic() ? sessions.hasLaterTurns() : fileType.hasSessions();
  }

  /** Returns whether a request contains the previous turns of its session; not so in a trace. */
  public boolean needsDialogue() {
    return isSynthetic() ? sessions.hasLaterTurns() : fileType.hasDialogues();
  }

  /** Returns whether synthetic prompts have length pairs or prefixes. */
  public boolean shapesTexts() {
    return !lengthPairs.isEmpty() || !prefixes.equals(PrefixPlan.NONE);
  }

  /** Returns whether the texts of a file are changed. */
  public boolean changesTexts() {
    return systemPrompt != null || cacheBust != CacheBust.NONE;
  }

  public void check(Problems problems) {
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
          "Invalid dataset: a file contains its own prompts (omit sequence distribution, prefixes,"
              + " shared messages, media and unique prompts)");
    }
  }

  private void checkSystemPrompt(Problems problems) {
    boolean hasSystem = systemPrompt != null || prefixes.systemTokens() > 0;
    if (systemPrompt != null && systemPrompt.isBlank()) {
      problems.invalid("system prompt", "a blank one", "enter some text, or omit it");
    }
    if (systemPrompt != null && (prefixes.systemTokens() > 0 || prefixes.poolSize() > 0)) {
      problems.invalid(
          "system prompt", "with a pool of prefixes or a shared system prompt", "one of them");
    }
    if (isSynthetic() && cacheBust == CacheBust.WARMUP_ISOLATION_SYSTEM && !hasSystem) {
      problems.invalid(
          "cache bust",
          cacheBust.word(),
          "it needs a system prompt; else " + CacheBust.WARMUP_ISOLATION_FIRST_TURN.word());
    }
  }
}
