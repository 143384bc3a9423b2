/**
 * Forecasts of a run's requests, tokens, duration and disk space, as far as they follow from the
 * plan. Computes on plans and reads the free disk space; starts nothing. Thread-safe.
 */
@NullMarked
package io.longhaul.cli.forecast;

import org.jspecify.annotations.NullMarked;
