package io.longhaul.config.value;

import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * Conditions that end the load early.
 *
 * @param failedShare maximum share of failed requests, from 0 to 1, over the latest slices
 * @param failedSlices the number of latest slices for that share
 * @param consecutiveFailures the number of consecutive failed requests that ends the load
 * @param firstAnswerNanos the maximum time without a valid response; 0 for no limit
 * @param freeDiskBytes the minimum free disk space for results
 */
public record StopConditions(
    OptionalDouble failedShare,
    int failedSlices,
    OptionalInt consecutiveFailures,
    long firstAnswerNanos,
    OptionalLong freeDiskBytes) {}
