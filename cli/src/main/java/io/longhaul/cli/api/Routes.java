package io.longhaul.cli.api;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.longhaul.control.coordinator.MarkRefusedException;
import io.longhaul.report.html.LivePage;
import io.longhaul.wire.Mark;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpResponseStatus;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** The routes of the API. */
final class Routes implements ApiSite {
  private static final String WEBSOCKET = "/ws";
  private static final String SHUTDOWN = "/api/shutdown";
  private static final String FILES = "/api/results/files/";

  private static final Map<String, String> TYPES =
      Map.of(
          ".json", ApiResponse.JSON,
          ".jsonl", "application/x-ndjson",
          ".csv", "text/csv; charset=utf-8",
          ".txt", ApiResponse.PLAIN,
          ".parquet", "application/vnd.apache.parquet");

  private final RunState state;
  private final Subscribers subscribers;
  private final ResultFiles files;
  private final Runnable stop;
  private final StateJson json;
  private final RunView.Marking marking;
  private final ApiRunInfo runInfo;
  private @Nullable PrometheusExposition exposition;
  private final Map<String, Endpoint> endpoints = new LinkedHashMap<>();

  /** Creates the response to a request. */
  @FunctionalInterface
  private interface Endpoint {
    ApiResponse respond() throws IOException;
  }

  /**
   * Creates the routes.
   *
   * @param stop called after the response to a shutdown request
   * @param marking adds marks
   */
  Routes(
      ApiRunInfo runInfo,
      RunState state,
      StateJson json,
      Subscribers subscribers,
      Runnable stop,
      RunView.Marking marking) {
    this.state = state;
    this.subscribers = subscribers;
    this.stop = stop;
    this.json = json;
    this.marking = marking;
    this.files = new ResultFiles(runInfo.layout());
    this.runInfo = runInfo;
    LivePage page = page();
    ApiResponse dashboard =
        ApiResponse.text(
            HttpResponseStatus.OK,
            ApiResponse.HTML,
            page.html(),
            Map.of("content-security-policy", page.contentSecurityPolicy()));
    endpoints.put("/", () -> dashboard);
    endpoints.put("/dashboard", () -> dashboard);
    endpoints.put(StatusPages.HEALTHY, () -> ApiResponse.OK);
    endpoints.put(
        StatusPages.READY, () -> state.isReady() ? ApiResponse.OK : ApiResponse.NOT_READY);
    endpoints.put("/api/config", () -> ApiResponse.json(json.config()));
    endpoints.put("/api/progress", () -> ApiResponse.json(json.progress()));
    endpoints.put("/api/metrics", () -> ApiResponse.json(json.metrics()));
    endpoints.put("/api/server-metrics", () -> ApiResponse.json(json.serverMetrics()));
    endpoints.put(
        "/api/charts",
        () ->
            ApiResponse.text(
                HttpResponseStatus.OK, ApiResponse.JSON, new String(state.charts().json(), UTF_8)));
    endpoints.put(MarkRequest.PATH, () -> ApiResponse.json(json.marks()));
    endpoints.put("/api/workers", () -> ApiResponse.json(json.workers()));
    endpoints.put("/api/results", () -> ApiResponse.json(json.results()));
    endpoints.put("/api/results/list", () -> ApiResponse.json(json.listOfFiles()));
    ApiResponse upgradeRequired =
        ApiResponse.error(
            HttpResponseStatus.UPGRADE_REQUIRED,
            "This path requires WebSocket",
            Map.of("upgrade", "websocket"));
    endpoints.put(WEBSOCKET, () -> upgradeRequired);
  }

  private static LivePage page() {
    try {
      return LivePage.read();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public Optional<Subscribers> subscribers(String path) {
    return path.equals(WEBSOCKET) ? Optional.of(subscribers) : Optional.empty();
  }

  @Override
  public CompletionStage<ApiResponse> respond(ApiRequest request) {
    boolean isMark =
        request.path().equals(MarkRequest.PATH) && request.method().equals(HttpMethod.POST);
    return CompletableFuture.completedFuture(
        isMark
            ? addMark(request.body())
            : respond(request.method(), request.path(), request.accept()));
  }

  private ApiResponse respond(HttpMethod method, String path, String accept) {
    if (path.equals(SHUTDOWN)) {
      return method.equals(HttpMethod.POST) ? stopping() : methodNotAllowed("POST");
    }
    Endpoint endpoint = endpoint(path, accept);
    if (endpoint == null) {
      return ApiResponse.error(HttpResponseStatus.NOT_FOUND, "Not Found");
    }
    if (!method.equals(HttpMethod.GET) && !method.equals(HttpMethod.HEAD)) {
      return methodNotAllowed(path.equals(MarkRequest.PATH) ? "GET, HEAD, POST" : "GET, HEAD");
    }
    try {
      return endpoint.respond();
    } catch (IOException e) {
      return ApiResponse.error(
          HttpResponseStatus.NOT_FOUND, "Cannot read the documents: " + e.getMessage());
    }
  }

  private @Nullable Endpoint endpoint(String path, String accept) {
    if (path.startsWith(FILES)) {
      return () -> file(path.substring(FILES.length()));
    }
    return path.equals(StatusPages.METRICS)
        ? () -> exposition().respond(accept)
        : endpoints.get(path);
  }

  /** Created by the first scrape, which most runs never receive. */
  private PrometheusExposition exposition() {
    if (exposition == null) {
      exposition = new PrometheusExposition(runInfo, state);
    }
    return exposition;
  }

  private ApiResponse stopping() {
    byte[] body = "{\"status\":\"shutting_down\"}".getBytes(UTF_8);
    return new ApiResponse(
        HttpResponseStatus.OK, ApiResponse.JSON, Map.of(), body, Optional.empty(), stop);
  }

  private ApiResponse addMark(String body) {
    try {
      MarkRequest wanted = MarkRequest.parse(body);
      Mark added = marking.add(wanted.text(), wanted.addedBy());
      return ApiResponse.text(
          HttpResponseStatus.CREATED, ApiResponse.JSON, json.mark(added).toString());
    } catch (IllegalArgumentException e) {
      return ApiResponse.error(HttpResponseStatus.BAD_REQUEST, String.valueOf(e.getMessage()));
    } catch (MarkRefusedException e) {
      return ApiResponse.error(HttpResponseStatus.CONFLICT, String.valueOf(e.getMessage()));
    }
  }

  private static ApiResponse methodNotAllowed(String allowed) {
    return ApiResponse.error(
        HttpResponseStatus.METHOD_NOT_ALLOWED, "Method Not Allowed", Map.of("allow", allowed));
  }

  private ApiResponse file(String name) throws IOException {
    Optional<Path> file = state.isExported() ? files.find(name) : Optional.empty();
    if (file.isEmpty()) {
      return ApiResponse.error(
          HttpResponseStatus.NOT_FOUND,
          "No such file: /api/results/list lists the available files");
    }
    String suffix = name.substring(Math.max(0, name.lastIndexOf('.')));
    return new ApiResponse(
        HttpResponseStatus.OK,
        TYPES.getOrDefault(suffix, "application/octet-stream"),
        Map.of("content-disposition", "attachment", "x-filename", asHeader(name)),
        new byte[0],
        file,
        () -> {});
  }

  /** Replaces characters that are not allowed in a header. */
  private static String asHeader(String name) {
    return name.replaceAll("[^\\x21-\\x7e ]", "_");
  }
}
