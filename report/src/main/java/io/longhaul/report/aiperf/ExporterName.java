package io.longhaul.report.aiperf;

/** AIPerf's short name of an exporter. */
final class ExporterName {
  private ExporterName() {}

  /** Returns the URL without scheme and without a trailing {@code /metrics}. */
  static String of(String url) {
    int scheme = url.indexOf("://");
    String name = scheme < 0 ? url : url.substring(scheme + 3);
    return name.endsWith("/metrics") ? name.substring(0, name.length() - 8) : name;
  }
}
