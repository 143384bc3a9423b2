package io.longhaul.load.dataset.prompt;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.longhaul.load.plan.RunPlan;
import io.longhaul.load.plan.dataset.CacheBust;
import io.longhaul.load.plan.load.LoadPhase;
import io.longhaul.load.tokenizer.Tokenizer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.stream.LongStream;

/**
 * Cache-bust markers of sessions, in AIPerf's format: 48 bits of a hash of the run ID, the seed and
 * the session number. Each session has its own marker, which no cache can know from an earlier run,
 * even with the same seed.
 */
public record CacheBustMarkers(RunPlan plan) {
  private static final String SEPARATOR = "\n\n";
  private static final String WARMUP_MARKER = "[warmup]" + SEPARATOR;
  private static final int DIGITS = 12;
  private static final int SAMPLES = 8;

  private CacheBust placement() {
    return plan.dataset().cacheBust();
  }

  /**
   * Returns the marker, including the blank line between marker and text; empty if the session has
   * none.
   */
  String of(long session) {
    if (placement() == CacheBust.NONE) {
      return "";
    }
    if (placement().isOfWarmup()) {
      return plan.load().phaseOfSession(session) == LoadPhase.WARMUP ? WARMUP_MARKER : "";
    }
    String marker = "[rid:" + digest(plan.runId() + ":" + plan.seed() + ":" + session) + "]";
    return placement().isSuffix() ? SEPARATOR + marker : marker + SEPARATOR;
  }

  /** Returns the mean number of tokens of a marker in the profiling phase. */
  public int meanTokens(Tokenizer tokenizer) {
    if (placement().isOfWarmup()) {
      return 0;
    }
    return (int)
        StrictMath.round(
            LongStream.range(0, SAMPLES)
                .mapToInt(session -> tokenizer.count(of(session)))
                .average()
                .orElseThrow());
  }

  private static String digest(String text) {
    try {
      byte[] hash = MessageDigest.getInstance("SHA-256").digest(text.getBytes(UTF_8));
      return HexFormat.of().formatHex(hash).substring(0, DIGITS);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("Cannot create markers: this JVM has no SHA-256", e);
    }
  }
}
