/**
 * The whole graph on one page: {@link io.longhaul.pipeline.ProfileJob}, given its sources and
 * sinks. The pipeline is a pure function of the log: no clock, host or order of arrival decides a
 * number.
 *
 * <p>Touches Flink and all rooms of the pipeline; what belongs to a run comes from its lanes.
 */
package io.longhaul.pipeline;
