/**
 * The only package that uses Parquet, Hadoop and Flink's file sink. Writes rows on the threads of
 * the job, reads committed files on the caller's thread.
 */
@NullMarked
package io.longhaul.sinks.parquet;

import org.jspecify.annotations.NullMarked;
