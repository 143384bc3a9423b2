package io.longhaul.mock;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class MockServerTest {
  @Test
  void whoTimesItsAnswersCanBeAskedForSomething() throws Exception {
    try (MockServer server = MockServer.start(MockServerOptions.builder().build())) {
      CompletableFuture<String> thread = new CompletableFuture<>();
      server.onLoop(() -> thread.complete(Thread.currentThread().getName()));

      assertThat(thread.get(20, TimeUnit.SECONDS)).startsWith("mock-llm");
    }
  }
}
