/**
 * The comparison of finished runs: which differences between their figures are real, and what
 * differs in their configuration. And their history: how a figure developed over runs.
 *
 * <p>Uses the rows of {@code figures}, Jackson to read configurations and other tools' files, and
 * Commons Statistics for quantiles. Runs on the caller's thread.
 */
@NullMarked
package io.longhaul.report.compare;

import org.jspecify.annotations.NullMarked;
