/**
 * Longhaul's own documents: the summary, the slices, and how a run ended.
 *
 * <p>Uses Jackson and the packages {@code figures}, {@code aggregate}, {@code aiperf} and {@code
 * json}. Runs on the caller's thread.
 */
@NullMarked
package io.longhaul.report.longhaul;

import org.jspecify.annotations.NullMarked;
