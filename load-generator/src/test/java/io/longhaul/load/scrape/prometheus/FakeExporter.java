package io.longhaul.load.scrape.prometheus;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/** An exporter on a free loopback port with configurable responses. */
public final class FakeExporter implements AutoCloseable {

  /** Responds to one scrape. */
  @FunctionalInterface
  public interface Response {
    void to(HttpExchange exchange) throws IOException;
  }

  /** Two GPUs, in dcgm-exporter's format. */
  public static final String TWO_GPUS =
      """
      # HELP DCGM_FI_DEV_POWER_USAGE Power draw (in W).
      # TYPE DCGM_FI_DEV_POWER_USAGE gauge
      DCGM_FI_DEV_POWER_USAGE{gpu="0",UUID="GPU-a",pci_bus_id="00000000:0F:00.0",device="nvidia0",modelName="NVIDIA H200",Hostname="node1"} 125.5
      DCGM_FI_DEV_POWER_USAGE{gpu="1",UUID="GPU-b",pci_bus_id="00000000:1F:00.0",device="nvidia1",modelName="NVIDIA H200",Hostname="node1"} 80
      """;

  private final HttpServer server;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final AtomicInteger scrapes = new AtomicInteger();
  private volatile Response response;

  public FakeExporter(Response response) throws IOException {
    this.response = response;
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", this::handle);
    server.setExecutor(threads);
    server.start();
  }

  /** Responds with a page. */
  public static Response page(String page) {
    return response(200, page.getBytes(UTF_8));
  }

  /** Responds with a status and a body. */
  public static Response response(int status, byte[] body) {
    return exchange -> {
      exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
      exchange.getResponseBody().write(body);
    };
  }

  public void setResponse(Response newResponse) {
    response = newResponse;
  }

  public URI url() {
    return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/metrics");
  }

  public int scrapes() {
    return scrapes.get();
  }

  private void handle(HttpExchange exchange) throws IOException {
    scrapes.incrementAndGet();
    try (exchange) {
      response.to(exchange);
    }
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
