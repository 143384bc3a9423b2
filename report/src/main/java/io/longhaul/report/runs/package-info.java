/**
 * The runs of lakes as a table: a row for each run, with its load in words, its state and its main
 * figures; columns, filter and order. The page of {@code longhaul web} shows the table, too.
 *
 * <p>Uses {@code figures}, {@code json} and the formats of {@code console}. Runs on the caller's
 * thread.
 */
@NullMarked
package io.longhaul.report.runs;

import org.jspecify.annotations.NullMarked;
