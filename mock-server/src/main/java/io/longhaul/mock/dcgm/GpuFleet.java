package io.longhaul.mock.dcgm;

/**
 * The GPUs that the exporter reports. They share the load evenly.
 *
 * @param count number of GPUs
 * @param modelName model, as DCGM names it
 * @param hostname host of the GPUs
 * @param idleWatts power of one GPU without load
 * @param fullWatts power of one GPU at full load
 * @param streamsAtFullLoad number of open streams at full load; more have no effect
 * @param framebufferMib memory of one GPU, in MiB
 * @param collectNanos minimum time for which a sample is reported; 0 takes a new sample for each
 *     scrape
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
