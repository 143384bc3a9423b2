package io.longhaul.load.http;

/** The header {@code grpc-timeout}: the call's timeout, with at most eight digits. */
final class GrpcTimeout {
  private static final long MAX_VALUE = 99_999_999;
  private static final String UNITS = "numSMH";
  private static final long[] NANOS = {
    1, 1_000, 1_000_000, 1_000_000_000L, 60_000_000_000L, 3_600_000_000_000L
  };

  private GrpcTimeout() {}

  /** Returns the header value in the finest unit for which eight digits suffice. */
  static String of(long nanos) {
    int unit = 0;
    while (unit < NANOS.length - 1 && nanos / NANOS[unit] > MAX_VALUE) {
      unit++;
    }
    return Math.min(MAX_VALUE, nanos / NANOS[unit]) + UNITS.substring(unit, unit + 1);
  }
}
