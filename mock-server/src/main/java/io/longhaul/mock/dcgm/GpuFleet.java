package io.longhaul.mock.dcgm;

/**
 * The GPUs that the exporter shows. They share the load evenly.
 *
 * @param count how many
 * @param modelName as DCGM names it
 * @param hostname the host that they are in
 * @param idleWatts what one draws without load
 * @param fullWatts what one draws at full load
 * @param streamsAtFullLoad how many open streams make full load; more change nothing
 * @param framebufferMib memory of one, MiB
 * @param collectNanos for how long at least a sample is shown before the next is taken; 0 takes one
 *     for each scrape
 */
public record GpuFleet(
    int count,
    String modelName,
    String hostname,
    double idleWatts,
    double fullWatts,
    int streamsAtFullLoad,
    int framebufferMib,
    long collectNanos) {}
