package io.longhaul.report.html;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.io.InputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.List;
import java.util.Properties;
import java.util.stream.Collectors;

/**
 * Style sheet and scripts of the page.
 *
 * @param scripts in the order in which they run
 * @param version version of uPlot
 * @param license license of uPlot, which each copy must contain
 */
record PageAssets(String style, List<String> scripts, String version, String license) {
  private static final String UPLOT = "/META-INF/resources/webjars/uplot/";
  private static final String UPLOT_VERSION =
      "/META-INF/maven/org.webjars.npm/uplot/pom.properties";

  /** Parts of the script of {@code report.html}, in the order in which they need each other. */
  private static final List<String> REPORT =
      List.of(
          "formats.js", "marks.js", "time.js", "heat.js", "shares.js", "controls.js", "report.js");

  /** Parts of the script of the live view. */
  private static final List<String> LIVE =
      List.of("formats.js", "marks.js", "time.js", "heat.js", "controls.js", "live.js");

  static PageAssets ofReport() throws IOException {
    return read(REPORT);
  }

  static PageAssets ofLiveView() throws IOException {
    return read(LIVE);
  }

  private static PageAssets read(List<String> parts) throws IOException {
    Properties properties = new Properties();
    try (InputStream in = stream(UPLOT_VERSION)) {
      properties.load(in);
    }
    String version = properties.getProperty("version");
    String uplot = UPLOT + version + "/dist/uPlot";
    return new PageAssets(
        text(uplot + ".min.css") + text("report.css"),
        List.of(text(uplot + ".iife.min.js"), script(parts)),
        version,
        text(UPLOT + version + "/LICENSE"));
  }

  /** Returns the scripts of this package as one, whose names are not visible outside of it. */
  private static String script(List<String> parts) throws IOException {
    StringBuilder script = new StringBuilder("\"use strict\";\n(() => {\n");
    for (String part : parts) {
      script.append(text(part));
    }
    return script.append("})();\n").toString();
  }

  private static InputStream stream(String resource) {
    return requireNonNull(PageAssets.class.getResourceAsStream(resource), resource);
  }

  static String text(String resource) throws IOException {
    try (InputStream in = stream(resource)) {
      return new String(in.readAllBytes(), UTF_8);
    }
  }

  /** Returns a content security policy: only these scripts run, and nothing is loaded. */
  String policy() {
    return "default-src 'none'; style-src 'unsafe-inline'; script-src "
        + scripts.stream()
            .map(script -> "'sha256-" + hash(script) + "'")
            .collect(Collectors.joining(" "));
  }

  private static String hash(String script) {
    try {
      byte[] hash = MessageDigest.getInstance("SHA-256").digest(script.getBytes(UTF_8));
      return Base64.getEncoder().encodeToString(hash);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(
          "Cannot hash a script: this Java has no SHA-256 (every Java must have it)", e);
    }
  }

  /** Names the chart library and its licence. */
  String credits() {
    return "Charts: uPlot " + version + " (https://github.com/leeoniya/uPlot), MIT License.";
  }
}
