package io.longhaul.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.control.ExitCode;
import io.longhaul.load.MethodLookup;
import io.longhaul.load.plan.RunPlanBuilder;
import io.longhaul.mock.MockServer;
import io.longhaul.mock.MockServerOptions;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Validation of dynamic gRPC methods against a server's reflection or a descriptor file. */
class DynamicGrpcTest {
  static final String METHOD = "inference.GRPCInferenceService/ModelStreamInfer";

  /** A request to the mock server's model; its text is base64, as bytes are in JSON. */
  static final String MESSAGE =
      """
      {"modelName": "mock-model", "inputs": [\
      {"name": "text_input", "datatype": "BYTES", "shape": [1, 1], "contents": {"bytesContents": ["YSBi"]}}, \
      {"name": "max_tokens", "datatype": "INT32", "shape": [1, 1], "contents": {"intContents": [8]}}, \
      {"name": "stream", "datatype": "BOOL", "shape": [1, 1], "contents": {"boolContents": [true]}}]}\
      """;

  @TempDir Path folder;

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();
  private MockServer server;

  @BeforeEach
  void startServer() throws IOException {
    server = MockServer.start(MockServerOptions.builder().build());
  }

  @AfterEach
  void stopServer() throws IOException {
    server.close();
  }

  @Test
  void aDryRunUsesTheServersReflection() throws IOException {
    int status = dryRun(server.llmPort(), METHOD, MESSAGE);

    assertThat(err.toString(UTF_8)).isEmpty();
    assertThat(out.toString(UTF_8)).contains("dynamic_grpc").contains("4 requests");
    assertThat(status).isEqualTo(ExitCode.DONE.status());
    assertThat(server.requestsReceived()).isZero();
  }

  /** Otherwise each cell would connect again. */
  @Test
  void aSweepQueriesTheServersReflectionOnce() throws Exception {
    try (CountingFront front = new CountingFront(server.llmPort())) {
      int status = dryRun(front.port(), METHOD, MESSAGE, "--request-rate", "5,10,20");

      assertThat(out.toString(UTF_8)).as(err.toString(UTF_8)).contains("cells     3");
      assertThat(status).isEqualTo(ExitCode.DONE.status());
      assertThat(front.connections()).isEqualTo(1);
    }
  }

  @Test
  void aDescriptorFileNeedsNoServer() throws IOException {
    Path types = folder.resolve("types.desc");
    String url = "http://127.0.0.1:" + server.llmPort();
    Files.write(
        types,
        MethodLookup.find(
                METHOD, RunPlanBuilder.plan("r").url(url).target(), Map.of(), System::nanoTime)
            .descriptorSet());

    assertThat(dryRun(1, METHOD, MESSAGE, "--grpc-descriptor", types.toString()))
        .as(err.toString(UTF_8))
        .isEqualTo(ExitCode.DONE.status());
    assertThat(dryRun(1, METHOD, MESSAGE)).isEqualTo(ExitCode.USAGE.status());
    assertThat(err.toString(UTF_8))
        .startsWith(
            "Cannot get the types of "
                + METHOD
                + " from http://127.0.0.1:1: cannot connect (check the server, or use"
                + " --grpc-descriptor)\n");
  }

  @Test
  void anUnknownMethodIsRejectedWithTheAvailableOnes() throws IOException {
    int status = dryRun(server.llmPort(), "inference.GRPCInferenceService/ModelReady", MESSAGE);

    assertThat(err.toString(UTF_8))
        .isEqualTo(
            """
            Invalid gRPC method: inference.GRPCInferenceService/ModelReady (the service has ModelInfer, ModelStreamInfer)
            Nothing was started; see longhaul profile --help
            """);
    assertThat(status).isEqualTo(ExitCode.USAGE.status());
  }

  @Test
  void anInvalidMessageIsRejectedWithAllInvalidPaths() throws IOException {
    int status =
        dryRun(
            server.llmPort(),
            METHOD,
            "{\"modelNam\": \"m\", \"inputs\": [{\"name\": \"t\", \"shape\": [\"wide\"]}]}");

    String place = "Invalid trace: " + folder.resolve("calls.jsonl") + ":1: payload.";
    assertThat(err.toString(UTF_8).lines().toList())
        .satisfiesExactly(
            line ->
                assertThat(line)
                    .isEqualTo(place + "modelNam: inference.ModelInferRequest has no such field"),
            line -> assertThat(line).startsWith(place + "inputs[0].shape[0]: Not an int64 value"),
            line -> assertThat(line).startsWith("Nothing was started"));
    assertThat(status).isEqualTo(ExitCode.USAGE.status());
    assertThat(folder.resolve("run")).doesNotExist();
  }

  /** Forwards connections to a server and counts them. */
  private static final class CountingFront implements AutoCloseable {
    private final ServerSocket listening =
        new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    private final AtomicInteger connections = new AtomicInteger();
    private final List<Socket> sockets = new CopyOnWriteArrayList<>();
    private final List<Thread> threads = new CopyOnWriteArrayList<>();

    CountingFront(int serverPort) throws IOException {
      start(
          () -> {
            while (true) {
              Socket client = listening.accept();
              connections.incrementAndGet();
              Socket server = new Socket(InetAddress.getLoopbackAddress(), serverPort);
              sockets.addAll(List.of(client, server));
              start(() -> client.getInputStream().transferTo(server.getOutputStream()));
              start(() -> server.getInputStream().transferTo(client.getOutputStream()));
            }
          });
    }

    private interface Work {
      void run() throws IOException;
    }

    private void start(Work work) {
      Thread thread =
          new Thread(
              () -> {
                try {
                  work.run();
                } catch (IOException e) {
                  // Closed.
                }
              });
      threads.add(thread);
      thread.start();
    }

    int port() {
      return listening.getLocalPort();
    }

    int connections() {
      return connections.get();
    }

    @Override
    public void close() throws IOException {
      listening.close();
      for (Socket socket : sockets) {
        socket.close();
      }
      try {
        for (Thread thread : threads) {
          thread.join(10_000);
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private int dryRun(int port, String method, String message, String... more) throws IOException {
    List<String> words = new ArrayList<>(List.of("profile", "-m", "mock-model", "--dry-run"));
    words.addAll(callOf(port, method, message, folder));
    words.addAll(List.of("--artifact-dir", folder.resolve("run").toString()));
    words.addAll(List.of(more));
    out.reset();
    err.reset();
    Terminal terminal =
        new Terminal(
            new PrintStream(out, true, UTF_8), new PrintStream(err, true, UTF_8), false, false);
    return new Longhaul(terminal).run(words);
  }

  /** Returns the arguments for four calls of a method. */
  static List<String> callOf(int port, String method, String message, Path folder)
      throws IOException {
    Path calls = folder.resolve("calls.jsonl");
    Files.writeString(calls, "{\"payload\": " + message + "}\n");
    return List.of(
        "--endpoint-type",
        "dynamic_grpc",
        "--grpc-method",
        method,
        "--input-file",
        calls.toString(),
        "--url",
        "http://127.0.0.1:" + port,
        "--concurrency",
        "2",
        "--request-count",
        "4");
  }
}
