package io.longhaul.load.scrape.result;

/** A metrics page could not be downloaded or is not valid. */
public final class ScrapeException extends Exception {

  private static final long serialVersionUID = 1L;

  private final String reason;
  private final boolean invalidContent;

  private ScrapeException(String reason, String message) {
    this(reason, message, false);
  }

  private ScrapeException(String reason, String message, boolean invalidContent) {
    super(message);
    this.reason = reason;
    this.invalidContent = invalidContent;
  }

  public static ScrapeException unreachable(String problem) {
    return new ScrapeException("unreachable", "Cannot reach the exporter: " + problem);
  }

  public static ScrapeException timeout(long timeoutMillis) {
    return new ScrapeException(
        "timeout", "Cannot scrape: no complete page within " + timeoutMillis + " ms");
  }

  public static ScrapeException status(int status) {
    return new ScrapeException("http_" + status, "Cannot scrape: HTTP status " + status);
  }

  public static ScrapeException tooLarge(long maxBytes) {
    return new ScrapeException(
        "too_large", "Cannot scrape: the page has more than " + maxBytes + " bytes");
  }

  public static ScrapeException encoding(String encoding) {
    return new ScrapeException(
        "encoding", "Cannot scrape: content encoding " + encoding + " (identity was requested)");
  }

  public static ScrapeException broken(String problem) {
    return new ScrapeException("broken", "Cannot scrape: the response is incomplete: " + problem);
  }

  public static ScrapeException malformed(int line, String problem) {
    return new ScrapeException(
        "malformed", "Invalid metrics page: line " + line + ": " + problem, true);
  }

  public static ScrapeException noSeries() {
    return new ScrapeException(
        "no_series", "Cannot find a metric: the page contains no metric with a value", true);
  }

  public static ScrapeException noGpus() {
    return new ScrapeException(
        "no_gpus",
        "Cannot find a GPU: the page contains no known DCGM field (is it a DCGM exporter?)");
  }

  public static ScrapeException nvml(String reason, String problem) {
    return new ScrapeException(reason, "Cannot read GPUs with NVML: " + problem);
  }

  /** Returns whether a page was received but contains no valid metrics. */
  public boolean isInvalidContent() {
    return invalidContent;
  }

  /**
   * Returns a short identifier by which failures are counted, such as {@code timeout} or {@code
   * http_503}.
   */
  public String reason() {
    return reason;
  }
}
