/**
 * Documents with the names and the structure of AIPerf 0.13. Each document has one handwritten
 * class, which defines its names and structure.
 *
 * <p>Uses Jackson and the packages {@code figures}, {@code servers}, {@code aggregate}, {@code
 * exchanges} and {@code json}. Runs on the caller's thread; a thread of its own reads requests
 * ahead.
 */
@NullMarked
package io.longhaul.report.aiperf;

import org.jspecify.annotations.NullMarked;
