/**
 * The load up to which this machine measures correctly: steps of rising load against a mock server,
 * whose truth log states what really happened. {@link io.longhaul.cli.calibrate.LoadLimitSearch}
 * decides which load is measured next, and {@link io.longhaul.cli.calibrate.StepResult} whether it
 * was within the bound; both know only numbers. Each step is a whole run in its own process. Runs
 * on the command's thread.
 */
@NullMarked
package io.longhaul.cli.calibrate;

import org.jspecify.annotations.NullMarked;
