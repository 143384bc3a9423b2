/**
 * Scrapes metrics pages of DCGM exporters and inference servers, and reads the GPUs of this machine
 * with NVIDIA's library if no exporter is used, off the measured path: {@link
 * io.longhaul.load.scrape.PageSampler} scrapes at a fixed rate and notifies a {@link
 * io.longhaul.load.scrape.result.ScrapeListener}; {@link io.longhaul.load.scrape.MetricsPageKind}
 * detects which of the two a page is. A scrape succeeds or fails as a whole. Failures are reported;
 * missing values are never guessed.
 *
 * <p>Allowed imports: {@code java.*}, the clock and threads of {@code io.longhaul.load.time}, and
 * the events of servers' metrics in {@code io.longhaul.wire}. Only this package and its
 * sub-packages use the JDK's HTTP client.
 *
 * <p>Threads: each page has its own scraping thread, so a page that hangs delays no other. The
 * listener is called by one of them at a time.
 */
@NullMarked
package io.longhaul.load.scrape;

import org.jspecify.annotations.NullMarked;
