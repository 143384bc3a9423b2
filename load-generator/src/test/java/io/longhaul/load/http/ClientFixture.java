package io.longhaul.load.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.load.time.RunClock;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Provides a client for each test, and verifies that each test left no thread and no open exchange,
 * and all tests of the class together no buffer, because checking buffers needs slow garbage
 * collections.
 */
final class ClientFixture
    implements BeforeAllCallback, BeforeEachCallback, AfterEachCallback, AfterAllCallback {

  static final RunClock CLOCK = System::nanoTime;
  static final String HELLO = "{\"hello\":1}";
  static final long NO_LIMIT = 0;
  static final long IMMEDIATELY = Long.MIN_VALUE;

  private static final String LOOP = "test-loop";

  private final Factory factory;
  private final List<LlmClient> clients = new ArrayList<>();
  private BufferLeaks leaks;
  private LlmClient client;

  /** Returns settings without a proxy. */
  static ClientSettings settings(
      long connectTimeoutNanos, long keepIdleNanos, boolean retryStale, boolean verifyTls) {
    return new ClientSettings(
        connectTimeoutNanos,
        keepIdleNanos,
        retryStale,
        verifyTls ? ServerTrust.OF_JAVA : ServerTrust.ANY,
        null);
  }

  /** Creates HTTP/1.1 clients. */
  ClientFixture() {
    this(AhcLlmClient::new);
  }

  ClientFixture(Factory factory) {
    this.factory = factory;
  }

  /** Creates a client. */
  interface Factory {
    LlmClient make(String loop, RunClock clock, ClientSettings settings);
  }

  @Override
  public void beforeAll(ExtensionContext context) {
    leaks = new BufferLeaks();
  }

  @Override
  public void beforeEach(ExtensionContext context) {
    clients.clear();
    use(ClientSettings.DEFAULTS);
  }

  @Override
  public void afterEach(ExtensionContext context) {
    clients.forEach(LlmClient::close);
    assertThat(Thread.getAllStackTraces().keySet())
        .extracting(Thread::getName)
        .doesNotContain(LOOP);
  }

  @Override
  public void afterAll(ExtensionContext context) throws Exception {
    assertThat(leaks.found()).isEmpty();
    leaks.close();
  }

  /** Replaces the client by one with other settings. */
  void use(ClientSettings settings) {
    client = factory.make(LOOP, CLOCK, settings);
    clients.add(client);
  }

  LlmClient client() {
    return client;
  }

  RecordingExchangeListener send(URI target) {
    return send(target, NO_LIMIT);
  }

  RecordingExchangeListener send(URI target, long timeoutNanos) {
    RecordingExchangeListener recorded = new RecordingExchangeListener();
    send(request(target, timeoutNanos), recorded);
    return recorded;
  }

  LlmClient.Exchange send(OutgoingRequest request, ExchangeListener recorded) {
    return send(request, IMMEDIATELY, recorded);
  }

  LlmClient.Exchange send(OutgoingRequest request, long notBeforeNanos, ExchangeListener recorded) {
    return onLoop(() -> client.send(request, notBeforeNanos, recorded));
  }

  static OutgoingRequest request(URI target, long timeoutNanos) {
    return new OutgoingRequest(
        target,
        List.of(Map.entry("Content-Type", "application/json"), Map.entry("X-Request-ID", "r-1")),
        HELLO.getBytes(StandardCharsets.UTF_8),
        timeoutNanos);
  }

  /** Runs a task on the event loop and waits for its result. */
  <T> T onLoop(Callable<T> task) {
    CompletableFuture<T> result = new CompletableFuture<>();
    client.execute(
        () -> {
          try {
            result.complete(task.call());
          } catch (Exception e) {
            result.completeExceptionally(e);
          }
        });
    return result.orTimeout(10, TimeUnit.SECONDS).join();
  }

  /** Waits until the event loop sees no open connections. */
  void awaitNoConnections() {
    awaitConnections(0);
  }

  /** Waits until the event loop sees at most this number of connections. */
  void awaitConnections(int count) {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(10);
    while (onLoop(client::openConnections) > count) {
      assertThat(System.nanoTime()).as("time to close the connections").isLessThan(deadline);
      Thread.onSpinWait();
    }
  }
}
