/**
 * Pages of metrics off the measured path: GPUs, as a DCGM exporter tells of them, and what
 * inference servers tell of themselves.
 *
 * <p>Lives here: {@link io.longhaul.load.gpu.PrometheusText} (a page of metrics into samples; it
 * knows no GPU), {@link io.longhaul.load.gpu.DcgmField} (what a field is called, its unit and
 * scale), {@link io.longhaul.load.gpu.DcgmExporterClient} (one scrape of GPUs, of which {@code
 * SampleAges} tells how old its values are), {@code ServerPageClient} (one scrape of a server,
 * whose series {@code SeriesLimit} keeps bounded), {@link io.longhaul.load.gpu.MetricsPageKind}
 * (which of the two a page is) and {@link io.longhaul.load.gpu.PageSampler} (scrapes at a fixed
 * rate, told to a {@link io.longhaul.load.gpu.ScrapeListener}). A scrape is all or nothing; what
 * failed is told, never guessed.
 *
 * <p>May touch: {@code java.*} and the clock of {@code io.longhaul.load.time}. It is the only room
 * with the JDK's HTTP client.
 *
 * <p>Threads: each page is scraped by a thread of its own, so that one that hangs holds up no
 * other; their listener is called by one of them at a time.
 */
package io.longhaul.load.gpu;
