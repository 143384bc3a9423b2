package io.longhaul.load.keep;

/**
 * How much may be kept.
 *
 * @param reservedBytes of requests and answers in memory, per lane: open, or waiting to be written
 * @param minFreeBytes of the disk: with less free, nothing more is written
 */
record StoreLimits(long reservedBytes, long minFreeBytes) {
  static final StoreLimits DEFAULTS = new StoreLimits(64L << 20, 1L << 30);
}
