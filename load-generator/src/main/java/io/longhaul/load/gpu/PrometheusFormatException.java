package io.longhaul.load.gpu;

/** A page is not in Prometheus' text format. Nothing of it counts. */
public final class PrometheusFormatException extends Exception {

  private static final long serialVersionUID = 1L;

  PrometheusFormatException(int line, String problem) {
    super("Invalid metrics page: line " + line + ": " + problem);
  }
}
