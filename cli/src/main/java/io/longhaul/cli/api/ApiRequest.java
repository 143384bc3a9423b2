package io.longhaul.cli.api;

import io.netty.handler.codec.http.HttpMethod;
import java.util.List;
import java.util.Map;

/**
 * A request to a server of this program.
 *
 * @param path decoded path, without the query
 * @param query decoded values of the query, by name
 * @param accept value of the header {@code Accept}; empty without one
 */
record ApiRequest(HttpMethod method, String path, Map<String, List<String>> query, String accept) {

  /** Returns the same request of another path. */
  ApiRequest of(String otherPath) {
    return new ApiRequest(method, otherPath, query, accept);
  }
}
