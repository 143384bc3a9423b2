package io.longhaul.cli.api;

import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** What a server serves. The event loop calls its methods, which must not block. */
interface ApiSite {

  /** Returns the response; it may be completed later, by any thread. */
  CompletionStage<ApiResponse> respond(ApiRequest request);

  /** Returns the WebSocket clients of a path; empty if the path is not that of a WebSocket. */
  Optional<Subscribers> subscribers(String path);
}
