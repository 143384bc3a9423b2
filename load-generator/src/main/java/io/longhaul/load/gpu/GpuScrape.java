package io.longhaul.load.gpu;

import java.net.URI;
import java.util.List;

/**
 * All GPUs of one exporter at one moment.
 *
 * @param url the exporter
 * @param atNanos the middle between the request and the answer's last byte, on the monotonic clock
 * @param uncertaintyNanos half the time between the two
 * @param readings one for each GPU or MIG instance, in the order of the page; not empty
 */
public record GpuScrape(URI url, long atNanos, long uncertaintyNanos, List<GpuReading> readings) {}
