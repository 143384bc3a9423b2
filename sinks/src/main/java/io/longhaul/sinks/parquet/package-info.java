/**
 * The only room that knows Parquet, Hadoop and Flink's file sink. Writes rows on the job's threads,
 * reads committed files on the caller's.
 */
package io.longhaul.sinks.parquet;
