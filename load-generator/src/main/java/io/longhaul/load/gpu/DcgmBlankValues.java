package io.longhaul.load.gpu;

/**
 * Tells values from the marks that DCGM puts in their place ({@code dcgm_structs.h}: BLANK,
 * NOT_FOUND, NOT_SUPPORTED, NOT_PERMISSIONED, each for three types of number). Exporters filter
 * them, but not all and not always.
 */
final class DcgmBlankValues {

  private static final double INT32_BLANK = 0x7ffffff0;
  private static final double FP64_BLANK = 140737488355328.0;

  /** The marks of 64-bit integers, as a double: they are not apart from each other. */
  private static final double INT64_BLANK = 0x7ffffffffffffff0L;

  private static final int BLANK_KINDS = 4;

  private DcgmBlankValues() {}

  /** Whether this is a measured value. NaN, infinities, marks and negative numbers are not. */
  static boolean isValue(double value) {
    boolean isBlank =
        isBlankOf(INT32_BLANK, value) || isBlankOf(FP64_BLANK, value) || value >= INT64_BLANK;
    return value >= 0 && Double.isFinite(value) && !isBlank;
  }

  private static boolean isBlankOf(double blank, double value) {
    return value >= blank && value < blank + BLANK_KINDS;
  }
}
