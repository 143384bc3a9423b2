package io.longhaul.load.keep;

/**
 * The limits of an exchange store.
 *
 * @param maxMemoryBytes maximum memory for open and unwritten exchanges of a lane
 * @param minFreeBytes free disk space below which nothing more is written
 */
record StoreLimits(long maxMemoryBytes, long minFreeBytes) {
  static final StoreLimits DEFAULTS = new StoreLimits(64L << 20, 1L << 30);
}
