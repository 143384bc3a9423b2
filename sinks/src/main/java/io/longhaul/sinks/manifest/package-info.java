/**
 * The manifest of a lake: which files were committed, and whether they are unchanged. Imports
 * {@code lake}, {@code parquet} (footers) and {@code json} (its lines). Runs on the thread of its
 * owner.
 */
package io.longhaul.sinks.manifest;
