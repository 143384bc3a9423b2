package io.longhaul.load;

import io.longhaul.load.plan.TargetPlan;
import java.net.URI;
import java.util.List;

/**
 * Where requests go: base URL and path, joined as AIPerf 0.13 does. A base that ends with the whole
 * path is kept, and {@code /v1} does not come twice in a row.
 */
final class TargetUrls {
  private TargetUrls() {}

  /**
   * One per base URL, in the plan's order.
   *
   * @param endpointPath the endpoint's own path, unless the plan has another
   */
  static List<URI> of(TargetPlan target, String endpointPath) {
    String path = target.path() == null ? endpointPath : target.path();
    return target.urls().stream().map(base -> join(base, path)).toList();
  }

  static URI join(String base, String path) {
    String trimmed = base.endsWith("/") ? base.substring(0, base.length() - 1) : base;
    if (trimmed.endsWith(path)) {
      return URI.create(trimmed);
    }
    boolean twice = trimmed.endsWith("/v1") && path.startsWith("/v1/");
    return URI.create(trimmed + (twice ? path.substring("/v1".length()) : path));
  }
}
