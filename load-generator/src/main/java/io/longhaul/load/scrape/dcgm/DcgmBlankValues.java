package io.longhaul.load.scrape.dcgm;

/**
 * Detects the blank values that DCGM reports in place of measurements ({@code dcgm_structs.h}:
 * BLANK, NOT_FOUND, NOT_SUPPORTED, NOT_PERMISSIONED, each for three numeric types). Exporters do
 * not filter all of them.
 */
final class DcgmBlankValues {

  private static final double INT32_BLANK = 0x7ffffff0;
  private static final double FP64_BLANK = 140737488355328.0;

  /** As a double, the blank values of 64-bit integers are indistinguishable from each other. */
  private static final double INT64_BLANK = 0x7ffffffffffffff0L;

  private static final int BLANK_KINDS = 4;

  private DcgmBlankValues() {}

  /**
   * Returns whether this is a measured value. NaN, infinities, blanks and negative numbers are not.
   */
  static boolean isValue(double value) {
    boolean isBlank =
        isBlankOf(INT32_BLANK, value) || isBlankOf(FP64_BLANK, value) || value >= INT64_BLANK;
    return value >= 0 && Double.isFinite(value) && !isBlank;
  }

  private static boolean isBlankOf(double blank, double value) {
    return value >= blank && value < blank + BLANK_KINDS;
  }
}
