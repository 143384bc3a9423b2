package io.longhaul.load.scrape.result;

/**
 * Identity of a GPU, from the exporter's labels. Labels that the exporter does not provide are
 * empty.
 *
 * @param uuid UUID of the GPU
 * @param index index of the GPU on its host; -1 if not provided
 * @param model model, such as {@code NVIDIA H200}
 * @param hostname host name as the exporter reports it
 * @param pciBusId PCI bus ID
 * @param device device name, such as {@code nvidia0}
 * @param migProfile profile of a MIG instance, such as {@code 1g.10gb}
 * @param migInstanceId ID of a MIG instance
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
