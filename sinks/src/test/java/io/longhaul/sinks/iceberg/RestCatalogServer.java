package io.longhaul.sinks.iceberg;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.annotation.JsonAutoDetect;
import com.fasterxml.jackson.annotation.PropertyAccessor;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.iceberg.catalog.Catalog;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.SupportsNamespaces;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.exceptions.CommitFailedException;
import org.apache.iceberg.exceptions.NoSuchNamespaceException;
import org.apache.iceberg.exceptions.NoSuchTableException;
import org.apache.iceberg.rest.CatalogHandlers;
import org.apache.iceberg.rest.RESTCatalogProperties.SnapshotMode;
import org.apache.iceberg.rest.RESTSerializers;
import org.apache.iceberg.rest.requests.CreateNamespaceRequest;
import org.apache.iceberg.rest.requests.CreateTableRequest;
import org.apache.iceberg.rest.requests.UpdateTableRequest;
import org.apache.iceberg.rest.responses.ConfigResponse;
import org.apache.iceberg.rest.responses.ErrorResponse;
import org.apache.iceberg.rest.responses.ErrorResponseParser;
import org.jspecify.annotations.Nullable;

/** Serves a catalog with Iceberg's own handlers of REST requests. */
final class RestCatalogServer implements AutoCloseable {
  private static final Pattern ROUTE =
      Pattern.compile(
          "/v1/(?:config|namespaces(?:/(?<namespace>[^/]+)(?<tables>/tables(?:/(?<table>[^/]+))?)?)?)");

  private final Catalog catalog;
  private final HttpServer server;
  private final ObjectMapper json = new ObjectMapper();
  private final List<String> requests = new CopyOnWriteArrayList<>();

  RestCatalogServer(Catalog catalog) throws IOException {
    this.catalog = catalog;
    json.setVisibility(PropertyAccessor.FIELD, JsonAutoDetect.Visibility.ANY);
    json.configure(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES, false);
    json.setPropertyNamingStrategy(PropertyNamingStrategies.KEBAB_CASE);
    RESTSerializers.registerAll(json);
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", this::serve);
    server.start();
  }

  String url() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  /** Returns each request: method, path with parameters, and authorization. */
  List<String> requests() {
    return requests;
  }

  private void serve(HttpExchange exchange) throws IOException {
    requests.add(
        "%s %s %s"
            .formatted(
                exchange.getRequestMethod(),
                exchange.getRequestURI(),
                exchange.getRequestHeaders().getFirst("Authorization")));
    try (exchange) {
      int status = 200;
      String body = "";
      try {
        Object answer = answer(exchange);
        status = answer == null ? 204 : 200;
        body = answer == null ? "" : json.writeValueAsString(answer);
      } catch (NoSuchTableException | NoSuchNamespaceException e) {
        status = 404;
        body = error(e, status);
      } catch (CommitFailedException e) {
        status = 409;
        body = error(e, status);
      } catch (RuntimeException e) {
        status = 400;
        body = error(e, status);
      }
      byte[] bytes =
          exchange.getRequestMethod().equals("HEAD") ? new byte[0] : body.getBytes(UTF_8);
      exchange.getResponseHeaders().set("Content-Type", "application/json");
      exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
      exchange.getResponseBody().write(bytes);
    }
  }

  private static String error(RuntimeException failure, int status) {
    return ErrorResponseParser.toJson(
        ErrorResponse.builder()
            .responseCode(status)
            .withType(failure.getClass().getSimpleName())
            .withMessage(String.valueOf(failure.getMessage()))
            .build());
  }

  private @Nullable Object answer(HttpExchange exchange) throws IOException {
    Matcher route = ROUTE.matcher(exchange.getRequestURI().getPath());
    if (!route.matches()) {
      throw new IllegalArgumentException("Unknown path");
    }
    boolean isPost = exchange.getRequestMethod().equals("POST");
    boolean isHead = exchange.getRequestMethod().equals("HEAD");
    if (exchange.getRequestURI().getPath().endsWith("/config")) {
      return ConfigResponse.builder().build();
    }
    SupportsNamespaces namespaces = (SupportsNamespaces) catalog;
    if (route.group("namespace") == null) {
      return isPost
          ? CatalogHandlers.createNamespace(
              namespaces, body(exchange, CreateNamespaceRequest.class))
          : CatalogHandlers.listNamespaces(namespaces, Namespace.empty());
    }
    Namespace namespace = Namespace.of(route.group("namespace"));
    if (route.group("tables") == null) {
      return CatalogHandlers.loadNamespace(namespaces, namespace);
    }
    if (route.group("table") == null) {
      return isPost
          ? CatalogHandlers.createTable(
              catalog, namespace, body(exchange, CreateTableRequest.class))
          : CatalogHandlers.listTables(catalog, namespace);
    }
    TableIdentifier table = TableIdentifier.of(namespace, route.group("table"));
    if (isHead) {
      CatalogHandlers.tableExists(catalog, table);
      return null;
    }
    return isPost
        ? CatalogHandlers.updateTable(catalog, table, body(exchange, UpdateTableRequest.class))
        : CatalogHandlers.loadTable(catalog, table, SnapshotMode.ALL);
  }

  private <T> T body(HttpExchange exchange, Class<T> type) throws IOException {
    return json.readValue(exchange.getRequestBody(), type);
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
