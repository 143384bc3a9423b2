/**
 * What the tables of a lake have in common in all table formats: the files that they contain, and
 * what is reported about them.
 *
 * <p>Reads the footers of files through {@code parquet}, and knows no table format. Runs on the
 * thread of its owner.
 */
@NullMarked
package io.longhaul.sinks.tables;

import org.jspecify.annotations.NullMarked;
