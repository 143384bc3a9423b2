/**
 * The manifest of a lake: which files were committed, and whether they are unchanged.
 *
 * <p>Uses {@code lake}, {@code parquet} (footers) and Jackson (its lines). Runs on the thread of
 * its owner.
 */
@NullMarked
package io.longhaul.sinks.manifest;

import org.jspecify.annotations.NullMarked;
