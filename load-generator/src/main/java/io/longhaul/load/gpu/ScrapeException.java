package io.longhaul.load.gpu;

/** A page could not be had, or what came was not one. */
public final class ScrapeException extends Exception {

  private static final long serialVersionUID = 1L;

  private static final String MALFORMED = "malformed";
  private static final String NO_SERIES = "no_series";

  private final String reason;

  private ScrapeException(String reason, String message) {
    super(message);
    this.reason = reason;
  }

  static ScrapeException unreachable(String problem) {
    return new ScrapeException("unreachable", "Cannot reach the exporter: " + problem);
  }

  static ScrapeException timeout(long timeoutMillis) {
    return new ScrapeException(
        "timeout", "Cannot scrape: the page was not there within " + timeoutMillis + " ms");
  }

  static ScrapeException status(int status) {
    return new ScrapeException("http_" + status, "Cannot scrape: HTTP status " + status);
  }

  static ScrapeException tooLarge(long maxBytes) {
    return new ScrapeException(
        "too_large", "Cannot scrape: the page has more than " + maxBytes + " bytes");
  }

  static ScrapeException encoding(String encoding) {
    return new ScrapeException(
        "encoding", "Cannot scrape: content encoding " + encoding + " (identity was asked for)");
  }

  static ScrapeException broken(String problem) {
    return new ScrapeException("broken", "Cannot scrape: the answer broke off: " + problem);
  }

  static ScrapeException malformed(String problem) {
    return new ScrapeException(MALFORMED, problem);
  }

  static ScrapeException noSeries() {
    return new ScrapeException(NO_SERIES, "Cannot find a metric: the page has none with a value");
  }

  static ScrapeException noGpus() {
    return new ScrapeException(
        "no_gpus", "Cannot find a GPU: the page has no known field of DCGM (is it an exporter?)");
  }

  /** Whether there was a page, but not one of metrics. */
  public boolean isInvalidContent() {
    return reason.equals(MALFORMED) || reason.equals(NO_SERIES);
  }

  /**
   * One of few words, by which failures are counted, such as {@code timeout} or {@code http_503}.
   */
  public String reason() {
    return reason;
  }
}
