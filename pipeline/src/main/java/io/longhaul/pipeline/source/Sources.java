package io.longhaul.pipeline.source;

import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.connector.source.Source;

/**
 * Where the job reads lanes: two sources, so that a flood of GPU samples cannot starve the
 * requests.
 *
 * @param timing lanes of generators and coordinators
 * @param gpu lanes of samplers
 * @param watermarks keeps partitions abreast while a backlog is read; nothing else reads watermarks
 */
public record Sources(
    Source<FlatRecord, ?, ?> timing,
    Source<FlatRecord, ?, ?> gpu,
    WatermarkStrategy<FlatRecord> watermarks) {}
