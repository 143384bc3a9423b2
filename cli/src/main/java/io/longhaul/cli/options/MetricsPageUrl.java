package io.longhaul.cli.options;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Optional;

/** URLs of pages of metrics as they are typed: {@code localhost:9400} will do. */
final class MetricsPageUrl {
  /** Where such pages usually are. */
  static final String USUAL_PATH = "/metrics";

  private MetricsPageUrl() {}

  /**
   * The page; empty when the text is none, which is told.
   *
   * @param option that it was typed for
   * @param whose what should stand there, such as "a DCGM exporter"
   */
  static Optional<URI> of(String option, String text, String whose, OptionProblems problems) {
    String typed = text.strip();
    String shown = CommandLineText.withoutUser(typed);
    try {
      URI url = new URI(withPath(typed.contains("://") ? typed : "http://" + typed));
      boolean isHttp = "http".equals(url.getScheme()) || "https".equals(url.getScheme());
      // What has neither a scheme nor a port may be a word, such as a collector of AIPerf's.
      if (isHttp && url.getHost() != null && typed.contains(":") && shown.equals(typed)) {
        return Optional.of(url);
      }
    } catch (URISyntaxException e) {
      // told below
    }
    problems.invalid(
        option, shown, "the URL of " + whose + ", such as http://localhost:9400/metrics");
    return Optional.empty();
  }

  private static String withPath(String url) {
    return url.indexOf('/', url.indexOf("://") + 3) < 0 ? url + USUAL_PATH : url;
  }
}
