/**
 * The manifest of a lake: which files were committed, and whether they are unchanged. Imports
 * {@code lake}, {@code parquet} (footers) and {@code json} (its lines). Runs on the thread of its
 * owner.
 */
@NullMarked
package io.longhaul.sinks.manifest;

import org.jspecify.annotations.NullMarked;
