/**
 * The lake: the finished files of each dataset and their rows, even while a job is writing; the
 * registrations of the jobs and runs that write it; and whether a run can add its rows to it.
 *
 * <p>Uses {@code parquet} and, for the names that belong to runs, {@code folder}. Runs on the
 * caller's thread.
 */
@NullMarked
package io.longhaul.sinks.lake;

import org.jspecify.annotations.NullMarked;
