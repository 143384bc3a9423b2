package io.longhaul.load.gpu;

/**
 * Which GPU a reading is of, in the exporter's words. Labels that the exporter lacks are empty.
 *
 * @param uuid the GPU's UUID, by which it is known everywhere
 * @param index its number on its host; -1 when the exporter does not tell
 * @param model its model, such as {@code NVIDIA H200}
 * @param hostname its host as the exporter calls it
 * @param pciBusId its place on the bus
 * @param device its device, such as {@code nvidia0}
 * @param migProfile the profile of a MIG instance, such as {@code 1g.10gb}
 * @param migInstanceId the number of a MIG instance
 */
public record ScrapedGpu(
    String uuid,
    int index,
    String model,
    String hostname,
    String pciBusId,
    String device,
    String migProfile,
    String migInstanceId) {}
