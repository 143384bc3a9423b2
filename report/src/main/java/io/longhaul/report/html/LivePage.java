package io.longhaul.report.html;

import java.io.IOException;
import java.util.stream.Collectors;

/**
 * The page of the live view. It reads its data from the API of the run that serves it.
 *
 * @param html the page
 * @param contentSecurityPolicy header that allows only the page's own scripts
 */
public record LivePage(String html, String contentSecurityPolicy) {

  /** Reads the page. */
  public static LivePage read() throws IOException {
    PageAssets assets = PageAssets.ofLiveView();
    String scripts =
        assets.scripts().stream()
            .map(script -> "<script>" + script + "</script>\n")
            .collect(Collectors.joining());
    String html =
        PageAssets.text("live.html")
            .replace("{{style}}", assets.style())
            .replace("{{credits}}", HtmlText.escaped(assets.credits()))
            .replace("{{license}}", HtmlText.escaped(assets.license()))
            .replace("{{scripts}}", scripts);
    return new LivePage(
        html,
        assets.policy()
            + "; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'");
  }
}
