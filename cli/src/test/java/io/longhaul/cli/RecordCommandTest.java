package io.longhaul.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.control.ExitCode;
import io.longhaul.mock.MockServer;
import io.longhaul.mock.MockServerOptions;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class RecordCommandTest {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  @TempDir Path folder;

  @Test
  void recordsUntilInterruptedAndReportsItsCounts() throws Exception {
    Path trace = folder.resolve("t.jsonl");
    try (MockServer server = MockServer.start(aServer())) {
      CompletableFuture<Integer> status = new CompletableFuture<>();
      Thread command =
          new Thread(
              () ->
                  status.complete(
                      run(
                          "record",
                          "--listen",
                          "127.0.0.1:0",
                          "--forward",
                          "127.0.0.1:" + server.llmPort(),
                          "--output",
                          trace.toString())),
              "record");
      command.start();
      URI proxy = URI.create(firstLineOf(out));
      get(proxy.resolve("/v1/models"));
      post(proxy.resolve("/v1/chat/completions"));
      command.interrupt();

      assertThat(status.get(20, TimeUnit.SECONDS)).isEqualTo(ExitCode.DONE.status());
      assertThat(out.toString(UTF_8).lines().skip(1))
          .containsExactly(
              trace + "  requests: 1",
              "  not recorded: 1  not a POST to /v1/chat/completions",
              "Replay: longhaul profile -m 'it'\\''s; a' --tokenizer builtin -u http://127.0.0.1:"
                  + server.llmPort()
                  + " --endpoint-type chat --streaming --input-file "
                  + trace
                  + " --custom-dataset-type mooncake_trace");
      assertThat(Files.readAllLines(trace)).hasSize(1);
    }
  }

  @Test
  void anAddressInUseLeavesNoFile() throws Exception {
    Path trace = folder.resolve("t.jsonl");
    try (MockServer server = MockServer.start(aServer())) {
      String taken = "127.0.0.1:" + server.llmPort();

      int status = run("record", "--listen", taken, "--forward", taken, "--output", "" + trace);

      assertThat(status).isEqualTo(ExitCode.USAGE.status());
      assertThat(err.toString(UTF_8)).startsWith("Cannot listen: ").contains("in use");
      assertThat(trace).doesNotExist();
    }
  }

  private int run(String... words) {
    Terminal terminal =
        new Terminal(
            new PrintStream(out, true, UTF_8), new PrintStream(err, true, UTF_8), false, false);
    return new Longhaul(terminal).run(List.of(words));
  }

  private static MockServerOptions aServer() {
    return MockServerOptions.builder().timeToFirstToken("1ms").outputTokens("3").build();
  }

  private static String firstLineOf(ByteArrayOutputStream stream) throws InterruptedException {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
    while (!stream.toString(UTF_8).contains("\n") && System.nanoTime() < deadline) {
      TimeUnit.MILLISECONDS.sleep(5);
    }
    return stream.toString(UTF_8).lines().findFirst().orElseThrow();
  }

  private static void get(URI uri) throws Exception {
    send(HttpRequest.newBuilder(uri).GET());
  }

  private static void post(URI uri) throws Exception {
    String body =
        "{\"model\":\"it's; a\",\"stream\":true,"
            + "\"messages\":[{\"role\":\"user\",\"content\":\"a\"}]}";
    send(HttpRequest.newBuilder(uri).POST(BodyPublishers.ofString(body)));
  }

  private static void send(HttpRequest.Builder request) throws Exception {
    assertThat(
            HttpClient.newHttpClient().send(request.build(), BodyHandlers.ofString()).statusCode())
        .isEqualTo(200);
  }
}
