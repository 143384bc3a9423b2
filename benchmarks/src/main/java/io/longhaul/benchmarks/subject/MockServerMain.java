package io.longhaul.benchmarks.subject;

import io.longhaul.benchmarks.peers.ServerProgress;
import io.longhaul.load.time.ShortSlice;
import io.longhaul.mock.MockServer;
import io.longhaul.mock.MockServerOptions;
import java.nio.file.Path;

/**
 * The mock server in a separate process. Arguments: time to first token, inter-token latency,
 * output tokens, and the file of the truth log or {@code -}. Commands: {@code url}, and {@code
 * progress}, which returns a {@link ServerProgress}.
 */
public final class MockServerMain {
  private MockServerMain() {}

  public static void main(String[] args) throws Exception {
    MockServerOptions.Builder options =
        MockServerOptions.builder()
            .timeToFirstToken(args[0])
            .interTokenLatency(args[1])
            .outputTokens(args[2]);
    if (!args[3].equals("-")) {
      options.truthLog(Path.of(args[3]));
    }
    try (MockServer server = MockServer.start(options.build())) {
      server.onLoop(ShortSlice::request);
      CommandLoop.run(
          command ->
              command.equals("url") ? "http://127.0.0.1:" + server.llmPort() : progressOf(server));
    }
  }

  private static ServerProgress progressOf(MockServer server) {
    return new ServerProgress(server.requestsReceived(), server.openStreams());
  }
}
