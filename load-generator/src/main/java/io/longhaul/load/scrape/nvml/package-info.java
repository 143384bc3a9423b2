/**
 * GPUs of this machine, read with NVIDIA's management library (NVML) instead of a DCGM exporter:
 * {@link io.longhaul.load.scrape.nvml.LocalGpus} reads all of them like a page of an exporter.
 *
 * <p>Uses {@code java.*}, the clock of {@code io.longhaul.load.time}, and JNA, in one class. All of
 * it runs on the scraping thread.
 */
@NullMarked
package io.longhaul.load.scrape.nvml;

import org.jspecify.annotations.NullMarked;
