package io.longhaul.sinks.json;

/** The short name of an exporter, as AIPerf has it. */
final class ExporterName {
  private ExporterName() {}

  /** The URL without its scheme and without {@code /metrics} at its end. */
  static String of(String url) {
    int scheme = url.indexOf("://");
    String name = scheme < 0 ? url : url.substring(scheme + 3);
    return name.endsWith("/metrics") ? name.substring(0, name.length() - 8) : name;
  }
}
