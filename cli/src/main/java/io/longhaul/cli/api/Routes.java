package io.longhaul.cli.api;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpResponseStatus;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** What is told where. */
final class Routes {
  static final String WEBSOCKET = "/ws";
  private static final String SHUTDOWN = "/api/shutdown";
  private static final String FILES = "/api/results/files/";
  private static final String HTML = "text/html; charset=utf-8";

  /** The page loads nothing, and nobody may show it in a frame. */
  private static final String PAGE_MAY =
      "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline';"
          + " connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

  private static final Map<String, String> TYPES =
      Map.of(
          ".json", Answer.JSON,
          ".jsonl", "application/x-ndjson",
          ".csv", "text/csv; charset=utf-8",
          ".txt", Answer.PLAIN,
          ".parquet", "application/vnd.apache.parquet");

  private final RunState state;
  private final ResultFiles files;
  private final Map<String, Page> pages = new LinkedHashMap<>();

  /** Makes an answer when it is asked for. */
  @FunctionalInterface
  private interface Page {
    Answer answer() throws IOException;
  }

  Routes(ApiFacts facts, RunState state, StateJson json) {
    this.state = state;
    this.files = new ResultFiles(facts.layout());
    Answer dashboard =
        new Answer.Text(
            HttpResponseStatus.OK, HTML, Map.of("content-security-policy", PAGE_MAY), dashboard());
    pages.put("/", () -> dashboard);
    pages.put("/dashboard", () -> dashboard);
    pages.put("/healthz", () -> Answer.text(HttpResponseStatus.OK, Answer.PLAIN, "ok"));
    pages.put("/readyz", this::readiness);
    pages.put(
        "/metrics",
        () ->
            Answer.text(
                HttpResponseStatus.OK,
                PrometheusPage.CONTENT_TYPE,
                PrometheusPage.of(facts, state)));
    pages.put("/api/config", () -> Answer.json(json.config()));
    pages.put("/api/progress", () -> Answer.json(json.progress()));
    pages.put("/api/metrics", () -> Answer.json(json.metrics()));
    pages.put("/api/server-metrics", () -> Answer.json(json.serverMetrics()));
    pages.put("/api/workers", () -> Answer.json(json.workers()));
    pages.put("/api/results", () -> Answer.json(json.results()));
    pages.put("/api/results/list", () -> Answer.json(json.listOfFiles()));
  }

  private static String dashboard() {
    try (InputStream page = Routes.class.getResourceAsStream("dashboard.html")) {
      return new String(page.readAllBytes(), UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Answer readiness() {
    return state.isReady()
        ? Answer.text(HttpResponseStatus.OK, Answer.PLAIN, "ok")
        : Answer.text(HttpResponseStatus.SERVICE_UNAVAILABLE, Answer.PLAIN, "not ready");
  }

  /**
   * Answers a request.
   *
   * @param path decoded, without a query
   */
  Answer answer(HttpMethod method, String path) {
    if (path.equals(SHUTDOWN)) {
      return method.equals(HttpMethod.POST) ? stopping() : notSo("POST");
    }
    boolean known = pages.containsKey(path) || path.startsWith(FILES) || path.equals(WEBSOCKET);
    if (!known) {
      return Answer.refused(HttpResponseStatus.NOT_FOUND, "Not Found");
    }
    if (!method.equals(HttpMethod.GET) && !method.equals(HttpMethod.HEAD)) {
      return notSo("GET, HEAD");
    }
    try {
      return path.startsWith(FILES)
          ? file(path.substring(FILES.length()))
          : pages.getOrDefault(path, Routes::noWebSocket).answer();
    } catch (IOException e) {
      return Answer.refused(
          HttpResponseStatus.NOT_FOUND, "Cannot read the documents: " + e.getMessage());
    }
  }

  private static Answer stopping() {
    return new Answer.Stopping(
        HttpResponseStatus.OK, Answer.JSON, Map.of(), "{\"status\":\"shutting_down\"}");
  }

  private static Answer notSo(String allowed) {
    return Answer.refused(
        HttpResponseStatus.METHOD_NOT_ALLOWED, "Method Not Allowed", Map.of("allow", allowed));
  }

  private static Answer noWebSocket() {
    return Answer.refused(
        HttpResponseStatus.UPGRADE_REQUIRED,
        "Only WebSocket is spoken here",
        Map.of("upgrade", "websocket"));
  }

  private Answer file(String name) throws IOException {
    Optional<Path> file = state.isExported() ? files.find(name) : Optional.empty();
    if (file.isEmpty()) {
      return Answer.refused(
          HttpResponseStatus.NOT_FOUND, "No such file: /api/results/list has those that there are");
    }
    return new Answer.Content(
        HttpResponseStatus.OK,
        TYPES.getOrDefault(
            name.substring(Math.max(0, name.lastIndexOf('.'))), "application/octet-stream"),
        Map.of("content-disposition", "attachment", "x-filename", asHeader(name)),
        file.get());
  }

  /** A name may have letters that a header must not. */
  private static String asHeader(String name) {
    return name.replaceAll("[^\\x21-\\x7e ]", "_");
  }
}
