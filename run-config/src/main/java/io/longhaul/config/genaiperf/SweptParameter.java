package io.longhaul.config.genaiperf;

import io.longhaul.load.endpoint.request.Keyword;
import java.util.stream.LongStream;

/**
 * A parameter that {@code genai-perf analyze} can sweep, and the option of GenAI-Perf for its
 * value.
 */
enum SweptParameter implements Keyword {
  CONCURRENCY(GenAiPerfOption.CONCURRENCY),
  BATCH_SIZE(GenAiPerfOption.BATCH_SIZE_TEXT),
  NUM_DATASET_ENTRIES(GenAiPerfOption.NUM_DATASET_ENTRIES),
  INPUT_SEQUENCE_LENGTH(GenAiPerfOption.ISL),
  REQUEST_RATE(GenAiPerfOption.REQUEST_RATE);

  private final GenAiPerfOption option;

  SweptParameter(GenAiPerfOption option) {
    this.option = option;
  }

  GenAiPerfOption option() {
    return option;
  }

  /** Returns what a value adds to a folder name, which contains concurrency and rate already. */
  String inFolderName(long value) {
    return this == CONCURRENCY || this == REQUEST_RATE ? "" : "-" + word() + value;
  }

  /** Returns whether a range is valid: a range of concurrencies needs powers of two. */
  boolean takes(long least, long most, boolean byStep) {
    return this != CONCURRENCY
        || (!byStep && Long.bitCount(least) == 1 && Long.bitCount(most) == 1);
  }

  /**
   * The values of a range without a step: every number of entries; of all others the powers of two,
   * from the one at or below the least to the one at or below the most.
   */
  LongStream usualValues(long least, long most) {
    return this == NUM_DATASET_ENTRIES
        ? LongStream.rangeClosed(least, most)
        : LongStream.iterate(Long.highestOneBit(least), power -> power <= most, power -> 2 * power);
  }
}
