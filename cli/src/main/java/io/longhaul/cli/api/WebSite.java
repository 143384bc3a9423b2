package io.longhaul.cli.api;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** The pages of a {@link WebServer}. Its thread calls the methods, which must not block. */
public interface WebSite {

  /** Returns the state of the process that serves the pages. */
  ProcessStatus status();

  /**
   * Returns the response to a GET request; it may be completed later, by any thread.
   *
   * @param path decoded path; it may have any content
   * @param query decoded values of the query, by name
   */
  CompletionStage<ApiResponse> respond(String path, Map<String, List<String>> query);

  /**
   * Returns the live view below a path such as {@code /runs/1/ID}; empty if there is no such run in
   * progress.
   */
  Optional<LiveRun> liveRun(String path);
}
