package io.longhaul.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.cli.SharedPipeline.EndedRun;
import io.longhaul.control.ExitCode;
import io.longhaul.export.GpuSampleRow;
import io.longhaul.mock.MockServer;
import io.longhaul.mock.MockServerOptions;
import io.longhaul.sinks.Dataset;
import io.longhaul.sinks.lake.Lake;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Samplers that are processes of their own, on an installation with a standing job. */
class SampleGpusIT {
  private static final String RUN = "gpus";
  private static final Pattern METRICS = Pattern.compile("Metrics: (http://\\S+)");

  @TempDir Path folder;

  @Test
  @Timeout(300)
  void aRunHasTheSamplesOfAllMachinesAndIsCompleteAlsoIfOneOfThemIsStopped() throws Exception {
    try (MockServer first = MockServer.start(MockServerOptions.builder().build());
        MockServer second = MockServer.start(MockServerOptions.builder().build());
        SharedPipeline pipeline = SharedPipeline.start(folder)) {
      CompletableFuture<Integer> untilTheEnd =
          CompletableFuture.supplyAsync(() -> sample(pipeline, first));
      Process stopped = start(pipeline, second);
      CompletableFuture<EndedRun> run =
          CompletableFuture.supplyAsync(() -> profile(pipeline, first));
      try {
        await(() -> messages().contains("Sampling for run " + RUN));
        await(() -> metric("longhaul_sampler_samples_total ") > 10);
        assertThat(metric("longhaul_sampler_runs ")).isOne();
        assertThat(get("/readyz")).isEqualTo("ok");
        stopped.destroy();
        assertThat(stopped.waitFor(30, TimeUnit.SECONDS)).isTrue();
        assertThat(stopped.exitValue()).as(messages()).isZero();
        assertThat(messages()).contains("Sampling for run gpus has ended: this process ends");
      } finally {
        stopped.destroyForcibly();
      }

      assertThat(run).succeedsWithin(120, TimeUnit.SECONDS);
      assertThat(run.join().exitCode()).as(run.join().messages()).isEqualTo(ExitCode.DONE);
      assertThat(untilTheEnd).succeedsWithin(30, TimeUnit.SECONDS).isEqualTo(0);
      Map<String, Long> samples =
          new Lake(pipeline.lake())
              .rows(Dataset.GPU_SAMPLES, RUN).stream()
                  .collect(
                      Collectors.groupingBy(GpuSampleRow::getExporterUrl, Collectors.counting()));
      assertThat(samples).containsOnlyKeys(exporter(first), exporter(second));
      // Two GPUs, ten samples a second, twelve seconds.
      assertThat(samples.get(exporter(first))).isGreaterThan(150);
      assertThat(samples.get(exporter(second))).isBetween(10L, samples.get(exporter(first)));
      assertThat(verify()).isEqualTo(ExitCode.DONE.status());
    }
  }

  private static String exporter(MockServer mock) {
    return "http://127.0.0.1:" + mock.dcgmPort() + "/metrics";
  }

  /** Samples until the run has ended. */
  private static int sample(SharedPipeline pipeline, MockServer mock) {
    PrintStream ignored = new PrintStream(new ByteArrayOutputStream(), true, UTF_8);
    List<String> words = words(pipeline, mock, "node-a");
    words.addAll(List.of("--run-id", RUN));
    return new Longhaul(new Terminal(ignored, ignored, false, false)).run(words);
  }

  private static List<String> words(SharedPipeline pipeline, MockServer mock, String node) {
    return new ArrayList<>(
        List.of(
            "sample-gpus",
            "--kafka",
            pipeline.kafka(),
            "--node",
            node,
            "--gpu-telemetry",
            exporter(mock),
            "--gpu-telemetry-interval",
            "100"));
  }

  /** Starts a process that samples for all runs. */
  private Process start(SharedPipeline pipeline, MockServer mock) throws IOException {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName()));
    command.addAll(words(pipeline, mock, "node-b"));
    command.addAll(List.of("--api-port", "0"));
    return new ProcessBuilder(command)
        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
        .redirectError(folder.resolve("sampler.txt").toFile())
        .start();
  }

  private String messages() {
    try {
      return Files.readString(folder.resolve("sampler.txt"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private String get(String path) {
    Matcher url = METRICS.matcher(messages());
    assertThat(url.find()).isTrue();
    try {
      HttpRequest request = HttpRequest.newBuilder(URI.create(url.group(1)).resolve(path)).build();
      return HttpClient.newHttpClient().send(request, BodyHandlers.ofString()).body();
    } catch (IOException | InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private double metric(String name) {
    return get("/metrics")
        .lines()
        .filter(line -> line.startsWith(name))
        .mapToDouble(line -> Double.parseDouble(line.substring(name.length())))
        .findFirst()
        .orElse(0);
  }

  private EndedRun profile(SharedPipeline pipeline, MockServer mock) {
    try {
      return pipeline.execute(
          List.of(
              "--model",
              "mock-model",
              "--tokenizer",
              "builtin",
              "--url",
              "http://127.0.0.1:" + mock.llmPort(),
              "--streaming",
              "--no-gpu-telemetry",
              "--no-server-metrics",
              "--isl",
              "16",
              "--request-rate",
              "5",
              "--benchmark-duration",
              "12",
              "--slice-duration",
              "1",
              "--rehearsal-requests",
              "20",
              "--run-id",
              RUN,
              "--artifact-dir",
              folder.resolve("run").toString(),
              "--ui",
              "none"));
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  private int verify() {
    PrintStream ignored = new PrintStream(new ByteArrayOutputStream(), true, UTF_8);
    return new Longhaul(new Terminal(ignored, ignored, false, false))
        .run(List.of("verify", folder.resolve("run").toString()));
  }

  private static void await(BooleanSupplier condition) throws InterruptedException {
    long deadline = System.nanoTime() + TimeUnit.MINUTES.toNanos(2);
    while (!condition.getAsBoolean()) {
      assertThat(System.nanoTime()).as("deadline").isLessThan(deadline);
      TimeUnit.MILLISECONDS.sleep(50);
    }
  }
}
