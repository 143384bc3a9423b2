/**
 * The mock DCGM exporter: GPUs whose power follows the LLM server's load, in the format of
 * dcgm-exporter.
 *
 * <p>Allowed imports: Netty, only in {@link io.longhaul.mock.dcgm.DcgmExporter}. The load comes
 * from the LLM server's event loop; scrapes are served by the exporter's own. {@link
 * io.longhaul.mock.dcgm.LoadIntegral} connects the two.
 *
 * <pre>
 *   load ▶ LoadIntegral ▶ Gpu ▶ GpuSnapshot ▶ DcgmMetric, DcgmPage ▶ DcgmExporter ▶ socket
 * </pre>
 */
@NullMarked
package io.longhaul.mock.dcgm;

import org.jspecify.annotations.NullMarked;
