package io.longhaul.load.gpu;

/** A page that is not in the Prometheus text format. None of it is used. */
public final class PrometheusFormatException extends Exception {

  private static final long serialVersionUID = 1L;

  PrometheusFormatException(int line, String problem) {
    super("Invalid metrics page: line " + line + ": " + problem);
  }
}
