/**
 * The Flink job: {@link io.longhaul.pipeline.ProfileJob} builds the whole graph from its sources
 * and sinks. The pipeline is a pure function of the log: no clock, host or order of arrival affects
 * a number.
 *
 * <p>Allowed imports: Flink and all packages of the pipeline. Everything that is specific to a run
 * comes from its lanes.
 */
@NullMarked
package io.longhaul.pipeline;

import org.jspecify.annotations.NullMarked;
