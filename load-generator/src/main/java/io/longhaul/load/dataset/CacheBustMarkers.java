package io.longhaul.load.dataset;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.longhaul.load.plan.CacheBust;
import io.longhaul.load.plan.LoadPhase;
import io.longhaul.load.plan.RunPlan;
import io.longhaul.load.tokenizer.Tokenizer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.stream.LongStream;

/**
 * The marks of sessions: 48 bits of a hash of the run's name and seed and the session's number, so
 * that each has its own, which no cache knows from an earlier run with this seed either. Their form
 * is AIPerf's.
 */
record CacheBustMarkers(RunPlan plan) {
  private static final String SEPARATOR = "\n\n";
  private static final String WARMUP_MARKER = "[warmup]" + SEPARATOR;
  private static final int DIGITS = 12;
  private static final int SAMPLES = 8;

  private CacheBust placement() {
    return plan.dataset().cacheBust();
  }

  /** With the blank line that parts it from the text; empty when the session has none. */
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

  /** Tokens of a mark in the measurement, mean. */
  int meanTokens(Tokenizer tokenizer) {
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
      throw new IllegalStateException("Cannot make marks: this Java has no SHA-256", e);
    }
  }
}
