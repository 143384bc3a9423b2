package io.longhaul.config.options;

import io.longhaul.config.binding.OptionProblems;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Optional;

/** URLs of pages of metrics, which may be abbreviated: {@code localhost:9400}. */
final class MetricsPageUrl {
  /** The usual path of such pages. */
  static final String USUAL_PATH = "/metrics";

  private MetricsPageUrl() {}

  /**
   * Parses the URL of a page, or reports that it is invalid and returns empty.
   *
   * @param option the option with the URL
   * @param whose what the URL should name, such as "a DCGM exporter"
   */
  static Optional<URI> of(String option, String text, String whose, OptionProblems problems) {
    String typed = text.strip();
    String shown = CommandLineText.withoutUser(typed);
    try {
      URI url = new URI(withPath(typed.contains("://") ? typed : "http://" + typed));
      boolean isHttp = "http".equals(url.getScheme()) || "https".equals(url.getScheme());
      // A text without a scheme and a port may be a name, such as a collector of AIPerf.
      if (isHttp && url.getHost() != null && typed.contains(":") && shown.equals(typed)) {
        return Optional.of(url);
      }
    } catch (URISyntaxException e) {
      // reported below
    }
    problems.invalid(
        option, shown, "the URL of " + whose + ", such as http://localhost:9400/metrics");
    return Optional.empty();
  }

  private static String withPath(String url) {
    return url.indexOf('/', url.indexOf("://") + 3) < 0 ? url + USUAL_PATH : url;
  }
}
