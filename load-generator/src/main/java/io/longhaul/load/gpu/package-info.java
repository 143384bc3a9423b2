/**
 * Scrapes metrics pages of DCGM exporters and inference servers, off the measured path.
 *
 * <p>Contents: {@link io.longhaul.load.gpu.PrometheusText} (parses any metrics page into samples),
 * {@link io.longhaul.load.gpu.DcgmField} (name, unit and scale of a DCGM field), {@link
 * io.longhaul.load.gpu.DcgmExporterClient} (one scrape of GPUs, whose age {@code SampleAges}
 * computes), {@code ServerPageClient} (one scrape of a server, whose number of series {@code
 * SeriesLimit} bounds), {@link io.longhaul.load.gpu.MetricsPageKind} (detects which of the two a
 * page is) and {@link io.longhaul.load.gpu.PageSampler} (scrapes at a fixed rate and notifies a
 * {@link io.longhaul.load.gpu.ScrapeListener}). A scrape succeeds or fails as a whole. Failures are
 * reported; missing values are never guessed.
 *
 * <p>Allowed imports: {@code java.*} and the clock of {@code io.longhaul.load.time}. This is the
 * only package that uses the JDK's HTTP client.
 *
 * <p>Threads: each page has its own scraping thread, so a page that hangs delays no other. The
 * listener is called by one of them at a time.
 */
@NullMarked
package io.longhaul.load.gpu;

import org.jspecify.annotations.NullMarked;
