package io.longhaul.config.value;

import io.longhaul.config.binding.OptionProblems;
import io.longhaul.config.binding.OptionValue;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * How events wait on a generator's disk until Kafka has accepted them.
 *
 * @param maxBytes maximum size of each generator's spool; empty for a tenth of the free space
 * @param pausesLoad whether the load pauses while three quarters of the spool are in use
 */
public record SpoolSettings(Optional<Long> maxBytes, boolean pausesLoad) {
  /** The option for the size. */
  public static final String SIZE = "--spool-size";

  /** The option to pause the load. */
  public static final String PAUSE = "--pause-when-spool-fills";

  /** The default. */
  public static final SpoolSettings DEFAULT = new SpoolSettings(Optional.empty(), false);

  private static final long LEAST_BYTES = 1_000_000;

  /** By default, all spools on a disk together take at most one of this many parts of its space. */
  private static final int DEFAULT_PARTS = 10;

  /** Reports a size that is too small. */
  public static void check(OptionValue.@Nullable Bytes size, OptionProblems problems) {
    if (OptionValue.of(size).filter(bytes -> bytes < LEAST_BYTES).isPresent()) {
      problems.invalid(SIZE, size, "1MB or more");
    }
  }

  /**
   * Returns settings for several generators that use the same disk: without a size, they share a
   * tenth of the free space.
   *
   * @param freeBytes free space on the disk
   */
  public SpoolSettings onOneDisk(int generators, long freeBytes) {
    return maxBytes.isPresent()
        ? this
        : new SpoolSettings(
            Optional.of(Math.max(LEAST_BYTES, freeBytes / DEFAULT_PARTS / generators)), pausesLoad);
  }

  /** Returns the settings as options of {@code longhaul generate}. */
  public List<String> generatorOptions() {
    List<String> options = new ArrayList<>();
    maxBytes.ifPresent(
        bytes ->
            options.addAll(
                List.of(SIZE, BigDecimal.valueOf(bytes).movePointLeft(3).toPlainString() + "kB")));
    if (pausesLoad) {
      options.add(PAUSE);
    }
    return options;
  }
}
