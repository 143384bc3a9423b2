package io.longhaul.pipeline.source;

import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.connector.source.Source;

/**
 * The sources of the job. There are two, so that a high rate of GPU samples cannot delay the
 * requests.
 *
 * @param timing lanes of generators and coordinators
 * @param gpu lanes of samplers
 * @param watermarks aligns partitions while a backlog is read; watermarks have no other use
 */
public record Sources(
    Source<FlatRecord, ?, ?> timing,
    Source<FlatRecord, ?, ?> gpu,
    WatermarkStrategy<FlatRecord> watermarks) {}
