/**
 * The DCGM exporter: GPUs whose power follows the LLM server's load, told as dcgm-exporter tells
 * it.
 *
 * <p>May touch Netty, in {@link io.longhaul.mock.dcgm.DcgmExporter} only. The load comes from the
 * LLM server's event loop, scrapes are answered on the exporter's own; {@link
 * io.longhaul.mock.dcgm.LoadIntegral} stands between the two.
 *
 * <pre>
 *   load ▶ LoadIntegral ▶ Gpu ▶ GpuReading ▶ DcgmField, DcgmPage ▶ DcgmExporter ▶ socket
 * </pre>
 */
package io.longhaul.mock.dcgm;
