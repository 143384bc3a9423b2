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
  private static final String BETWEEN = "\n\n";
  private static final String OF_WARMUP = "[warmup]" + BETWEEN;
  private static final int DIGITS = 12;
  private static final int SAMPLES = 8;

  private CacheBust place() {
    return plan.dataset().cacheBust();
  }

  /** With the blank line that parts it from the text; empty when the session has none. */
  String of(long session) {
    if (place() == CacheBust.NONE) {
      return "";
    }
    if (place().isOfWarmup()) {
      return plan.load().phaseOfSession(session) == LoadPhase.WARMUP ? OF_WARMUP : "";
    }
    String mark = "[rid:" + digest(plan.runId() + ":" + plan.seed() + ":" + session) + "]";
    return place().isSuffix() ? BETWEEN + mark : mark + BETWEEN;
  }

  /** Tokens of a mark in the measurement, mean. */
  int meanTokens(Tokenizer tokenizer) {
    if (place().isOfWarmup()) {
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
