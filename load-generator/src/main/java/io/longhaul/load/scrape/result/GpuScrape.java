package io.longhaul.load.scrape.result;

import java.net.URI;
import java.util.List;

/**
 * The values of all GPUs of one exporter at one time.
 *
 * @param readings one for each GPU or MIG instance, in the order of the page; not empty
 */
public record GpuScrape(URI url, long atNanos, long uncertaintyNanos, List<GpuValues> readings)
    implements Scrape {}
