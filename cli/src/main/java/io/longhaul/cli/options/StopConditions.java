package io.longhaul.cli.options;

import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * What ends the load before its plan does.
 *
 * @param failedShare greatest share of failed requests, from 0 to 1, over the newest slices
 * @param failedSlices how many of the newest slices that is
 * @param consecutiveFailures so many failed requests in a row are too many
 * @param firstAnswerNanos how long the load may go on without a valid answer; 0 = for ever
 * @param freeDiskBytes least that may still be written where results go
 */
public record StopConditions(
    OptionalDouble failedShare,
    int failedSlices,
    OptionalInt consecutiveFailures,
    long firstAnswerNanos,
    OptionalLong freeDiskBytes) {}
