package io.longhaul.config.options;

import static io.longhaul.config.options.TypedProfile.completed;
import static io.longhaul.config.options.TypedProfile.join;
import static io.longhaul.config.options.TypedProfile.problems;
import static io.longhaul.config.options.TypedProfile.settings;
import static java.util.concurrent.TimeUnit.DAYS;
import static java.util.concurrent.TimeUnit.HOURS;
import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.MINUTES;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.config.binding.Converters;
import io.longhaul.config.binding.InvalidOptionsException;
import io.longhaul.config.binding.OptionProblems;
import io.longhaul.config.value.LogDetail;
import io.longhaul.config.value.ServerMetricsPages;
import io.longhaul.config.value.SpoolSettings;
import io.longhaul.config.value.StopConditions;
import io.longhaul.config.value.Ui;
import io.longhaul.kafka.KafkaConfig;
import io.longhaul.load.endpoint.Endpoints;
import io.longhaul.load.endpoint.request.ExtraInputs;
import io.longhaul.load.handshake.HandshakePlan;
import io.longhaul.load.plan.MeasurementPlan;
import io.longhaul.load.plan.RunPlan;
import io.longhaul.load.plan.SliceLabel;
import io.longhaul.load.plan.check.SamplingStrategy;
import io.longhaul.load.plan.dataset.BatchPlan;
import io.longhaul.load.plan.dataset.CacheBust;
import io.longhaul.load.plan.dataset.DatasetPlan;
import io.longhaul.load.plan.dataset.FileType;
import io.longhaul.load.plan.dataset.PrefixPlan;
import io.longhaul.load.plan.dataset.PromptCorpus;
import io.longhaul.load.plan.dataset.RankingPlan;
import io.longhaul.load.plan.dataset.RecordedDelays;
import io.longhaul.load.plan.dataset.SessionPlan;
import io.longhaul.load.plan.dataset.TokenLength;
import io.longhaul.load.plan.dataset.TracePlan;
import io.longhaul.load.plan.load.ArrivalPattern;
import io.longhaul.load.plan.load.ArrivalPlan;
import io.longhaul.load.plan.load.CancellationPlan;
import io.longhaul.load.plan.load.LoadPlan;
import io.longhaul.load.plan.load.PhasePlan;
import io.longhaul.load.plan.load.RateCurve;
import io.longhaul.load.plan.media.MediaPlan;
import io.longhaul.load.plan.server.ConnectionReuse;
import io.longhaul.load.plan.server.HttpVersion;
import io.longhaul.load.plan.server.ModelSelection;
import io.longhaul.load.plan.server.RequestPlan;
import io.longhaul.load.plan.server.Secret;
import io.longhaul.load.plan.server.TargetPlan;
import io.longhaul.load.plan.server.TokenizerPlan;
import io.longhaul.load.scrape.dcgm.GpuMetric;
import io.longhaul.load.scrape.nvml.LocalGpus;
import io.longhaul.load.scrape.result.DcgmField;
import io.longhaul.metrics.NetworkRoundTrip;
import io.longhaul.report.ExportLevel;
import io.longhaul.report.figures.Threshold;
import io.longhaul.report.json.ServerMetricsFormat;
import io.longhaul.sinks.ExportLayout;
import io.longhaul.sinks.iceberg.TableCatalog;
import io.longhaul.sinks.iceberg.TableSettings;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.Model.OptionSpec;

class ProfileOptionsTest {

  @TempDir static Path folder;

  private static final String RANKS = "--endpoint-type nim_rankings";
  private static final String IMAGES = "--image-width-mean 30 --image-height-mean 20";
  private static final String CALL =
      "--endpoint-type dynamic_grpc --extra-inputs response_field:name ";
  private static final String RUNS = "--num-profile-runs 2";
  private static final String USERS = "--session-turns-mean 2";
  private static final String SOUND = "--audio-length-mean 1";
  private static final String VIDEO = "--video-width 32 --video-height 24";
  private static final String TRACK = VIDEO + " --video-audio-num-channels 1";

  /** Of command lines of samples. Many tests type the same one, and each takes 25 ms to read. */
  private static final Map<List<String>, ProfileSettings> READ = new HashMap<>();

  @AfterAll
  static void forgetWhatWasRead() {
    READ.clear();
  }

  /** Names of one option, other options that it needs, and a value that is not its default. */
  record Sample(List<String> names, List<String> others, List<String> value) {
    static Sample of(String names, String others, String... value) {
      return new Sample(words(names), words(others), List.of(value));
    }

    private static List<String> words(String text) {
      return text.isEmpty() ? List.of() : List.of(text.split(" "));
    }
  }

  static Stream<Sample> samples() throws IOException {
    String lake = folder.resolve("lake").toString();
    String tables = "--lake " + lake + " --lake-format iceberg --iceberg http://c:8181";
    Path prompts = Files.writeString(folder.resolve("prompts.jsonl"), "{\"text\": \"Hello\"}\n");
    Path talks =
        Files.writeString(
            folder.resolve("talks.json"),
            "[{\"conversations\": [{\"value\": \"a\"}, {\"value\": \"b\"}]}]");
    Path trace =
        Files.writeString(
            folder.resolve("trace.jsonl"), "{\"timestamp\": 7, \"input_length\": 9}\n");
    Path series =
        Files.writeString(
            folder.resolve("series.json"),
            "[{\"time_s\": 0, \"qps\": 1}, {\"time_s\": 9, \"qps\": 3}]");
    Path pictures = Files.createDirectories(folder.resolve("pictures"));
    ImageIO.write(
        new BufferedImage(2, 2, BufferedImage.TYPE_INT_RGB),
        "png",
        pictures.resolve("black.png").toFile());
    Path ffmpeg = Files.createDirectories(folder.resolve("programs")).resolve("ffmpeg");
    Files.writeString(ffmpeg, "#!/bin/sh\nfor last; do :; done\ncat > \"$last\"\n");
    assertThat(ffmpeg.toFile().setExecutable(true)).isTrue();
    Path key = Files.writeString(folder.resolve("key"), "k-2\n");
    Path authority = folder.resolve("authority.pem");
    try (InputStream bytes =
        ProfileOptionsTest.class.getResourceAsStream("../another-authority.pem")) {
      Files.write(authority, bytes.readAllBytes());
    }
    Path system = Files.writeString(folder.resolve("system.txt"), "Be brief.");
    Path messages = Files.writeString(folder.resolve("messages.jsonl"), "{\"payload\": {}}\n");
    Path described = folder.resolve("one-method.desc");
    try (InputStream bytes = ProfileOptionsTest.class.getResourceAsStream("../one-method.desc")) {
      Files.write(described, bytes.readAllBytes());
    }
    Path stages = Files.writeString(folder.resolve("stages.txt"), "5:10m\n");
    Path kafka = Files.writeString(folder.resolve("kafka.properties"), "security.protocol=SSL\n");
    return Stream.of(
        Sample.of("-f --config", "", "run.yaml"),
        Sample.of("-m --model --model-names", "", "other-model"),
        Sample.of("--model-selection-strategy", "", "random"),
        Sample.of("-u --url", "", "http://server:9000"),
        Sample.of("--endpoint-type", "", "completions"),
        Sample.of("--backend", "--endpoint-type kserve_http", "vllm"),
        Sample.of(
            "--grpc-method",
            CALL + "--grpc-descriptor " + described + " --input-file " + messages,
            "a.S/Call"),
        Sample.of(
            "--grpc-descriptor",
            CALL + "--grpc-method a.S/Call --input-file " + messages,
            described.toString()),
        Sample.of("--endpoint --custom-endpoint", "", "/v2/chat"),
        Sample.of("--streaming", ""),
        Sample.of("--api-key", "", "k-1"),
        Sample.of("--api-key-file", "", key.toString()),
        Sample.of("-H --header", "", "X-Tenant:blue"),
        Sample.of("--extra-inputs", "", "temperature:0"),
        Sample.of("--request-timeout-seconds", "", "9"),
        Sample.of("--use-legacy-max-tokens", ""),
        Sample.of("--http-version", "", "2"),
        Sample.of("--connection-reuse-strategy", "", "never"),
        Sample.of("--no-stale-retry", ""),
        Sample.of("--proxy", "", "http://proxy:3128"),
        Sample.of("--transport --transport-type", "", "http"),
        Sample.of("--url-strategy", "", "round_robin"),
        Sample.of("--session-header", "", "X-Session-ID"),
        Sample.of("--ca-file", "", authority.toString()),
        Sample.of("--insecure", ""),
        Sample.of("--no-preflight", ""),
        Sample.of("--wait-for-model-timeout", "", "5"),
        Sample.of("--wait-for-model-mode", "--wait-for-model-timeout 5", "both"),
        Sample.of("--wait-for-model-interval", "--wait-for-model-timeout 5", "0.5"),
        Sample.of("--tokenizer", "", "mock-model"),
        Sample.of("--tokenizer-revision", "", "v2"),
        Sample.of("--tokenizer-download", ""),
        Sample.of("--apply-chat-template", ""),
        Sample.of("--use-server-token-count", ""),
        Sample.of("--input-file", "", prompts.toString()),
        Sample.of("--custom-dataset-type", "--input-file " + trace, "payload"),
        Sample.of("--public-dataset", "--input-file " + talks, "sharegpt"),
        Sample.of(
            "--isl-block-size --prompt-input-tokens-block-size --synthetic-input-tokens-block-size",
            "--input-file " + trace,
            "16"),
        Sample.of("--synthesis-speedup-ratio", "--input-file " + trace, "2"),
        Sample.of("--synthesis-max-isl", "--input-file " + trace, "200"),
        Sample.of("--synthesis-max-osl", "--input-file " + trace, "200"),
        Sample.of("--inter-turn-delay-cap-seconds", "--input-file " + trace, "0.5"),
        Sample.of("--ignore-trace-delays", "--no-fixed-schedule --input-file " + trace),
        Sample.of("--fixed-schedule", "--input-file " + trace),
        Sample.of("--no-fixed-schedule", "--input-file " + trace),
        Sample.of("--fixed-schedule-auto-offset", "--input-file " + trace),
        Sample.of("--fixed-schedule-start-offset", "--input-file " + trace, "5"),
        Sample.of("--fixed-schedule-end-offset", "--input-file " + trace, "99"),
        Sample.of("--isl --prompt-input-tokens-mean --synthetic-input-tokens-mean", "", "64"),
        Sample.of(
            "--isl-stddev --prompt-input-tokens-stddev --synthetic-input-tokens-stddev", "", "8"),
        Sample.of("--osl --prompt-output-tokens-mean --output-tokens-mean", "", "32"),
        Sample.of(
            "--osl-stddev --prompt-output-tokens-stddev --output-tokens-stddev", "--osl 9", "4"),
        Sample.of("--output-tokens-mean-deterministic", "--endpoint-type kserve_http --osl 9"),
        Sample.of("-b --prompt-batch-size --batch-size-text --batch-size", "", "3"),
        Sample.of("--seq-dist --sequence-distribution", "", "256,128:40;512,256:60"),
        Sample.of(
            "--prompt-prefix-pool-size --prefix-prompt-pool-size --num-prefix-prompts",
            "--prompt-prefix-length 50",
            "3"),
        Sample.of(
            "--prompt-prefix-length --prefix-prompt-length", "--prompt-prefix-pool-size 3", "50"),
        Sample.of("--random-range-ratio", "--isl 20 --osl 9", "0.5"),
        Sample.of("--random-corpus-style", "--isl 20 --osl 9 --random-range-ratio 0.5", "sglang"),
        Sample.of("--prompt-corpus", "", "coding"),
        Sample.of("--system-prompt", "", "Be brief."),
        Sample.of("--system-prompt-file", "", system.toString()),
        Sample.of("--cache-bust", "", "First-Turn-Suffix"),
        Sample.of("--image-width-mean", "--image-height-mean 30", "40"),
        Sample.of("--image-width-stddev", IMAGES, "4"),
        Sample.of("--image-height-mean", "--image-width-mean 30", "40"),
        Sample.of("--image-height-stddev", IMAGES, "4"),
        Sample.of("--image-batch-size --batch-size-image", IMAGES, "2"),
        Sample.of("--image-format", IMAGES, "jpeg"),
        Sample.of("--image-source", IMAGES, pictures.toString()),
        Sample.of(
            "--image-source-sampling", IMAGES + " --image-source " + pictures, "shuffle-cycle"),
        Sample.of("--audio-length-mean", "", "0.5"),
        Sample.of("--audio-length-stddev", SOUND, "0.1"),
        Sample.of("--audio-batch-size --batch-size-audio", SOUND, "2"),
        Sample.of("--audio-format", SOUND, "mp3"),
        Sample.of("--audio-sample-rates", SOUND, "44.1"),
        Sample.of("--audio-depths", SOUND, "24"),
        Sample.of("--audio-num-channels", SOUND, "2"),
        Sample.of("--video-width", "--video-height 30", "40"),
        Sample.of("--video-height", "--video-width 30", "40"),
        Sample.of("--video-batch-size --batch-size-video", VIDEO, "2"),
        Sample.of("--video-duration", VIDEO, "1.5"),
        Sample.of("--video-fps", VIDEO, "25"),
        Sample.of("--video-synth-type", VIDEO, "grid-clock"),
        Sample.of("--video-format", VIDEO, "mp4"),
        Sample.of("--video-codec", VIDEO, "libx264"),
        Sample.of("--video-audio-num-channels", VIDEO, "2"),
        Sample.of("--video-audio-sample-rate", TRACK, "48"),
        Sample.of("--video-audio-depth", TRACK, "24"),
        Sample.of("--video-audio-codec", TRACK, "aac"),
        Sample.of("--conversation-num --num-conversations --num-sessions", "", "9"),
        Sample.of("--conversation-turn-mean --session-turns-mean", "", "3"),
        Sample.of("--conversation-turn-stddev --session-turns-stddev", "", "1"),
        Sample.of(
            "--conversation-turn-delay-mean --session-turn-delay-mean",
            "--session-turns-mean 2",
            "500"),
        Sample.of(
            "--conversation-turn-delay-stddev --session-turn-delay-stddev",
            "--session-turns-mean 2",
            "50"),
        Sample.of(
            "--conversation-turn-delay-ratio --session-delay-ratio",
            "--session-turns-mean 2",
            "0.5"),
        Sample.of("--rankings-passages-mean", RANKS, "3"),
        Sample.of("--rankings-passages-stddev", RANKS, "1"),
        Sample.of("--rankings-passages-prompt-token-mean", RANKS, "60"),
        Sample.of("--rankings-passages-prompt-token-stddev", RANKS, "5"),
        Sample.of("--rankings-query-prompt-token-mean", RANKS, "20"),
        Sample.of("--rankings-query-prompt-token-stddev", RANKS, "2"),
        Sample.of("--shared-system-prompt-length", "", "50"),
        Sample.of("--user-context-prompt-length", "", "50"),
        Sample.of("--dataset-sampling-strategy", "", "shuffle"),
        Sample.of("--unique-prompts", ""),
        Sample.of("--num-dataset-entries --num-prompts", "", "7"),
        Sample.of("--random-seed", "", "5"),
        Sample.of("--concurrency", "", "3"),
        Sample.of("--concurrency-ramp-duration", "--concurrency 3", "9"),
        Sample.of("--prefill-concurrency", "--streaming --concurrency 5", "3"),
        Sample.of(
            "--prefill-concurrency-ramp-duration",
            "--streaming --concurrency 5 --prefill-concurrency 3",
            "9"),
        Sample.of("--request-rate", "", "2.5"),
        Sample.of("--request-rate-ramp-duration", "--request-rate 2", "9"),
        Sample.of("--request-rate-series", "", series.toString()),
        Sample.of("--request-rate-stages", "", stages.toString()),
        Sample.of("--user-centric-rate", USERS + " --num-users 4", "2"),
        Sample.of("--num-users", USERS + " --user-centric-rate 2", "4"),
        Sample.of("--arrival-pattern --request-rate-mode", "--request-rate 2", "constant"),
        Sample.of("--arrival-smoothness --vllm-burstiness", "--request-rate 2", "0.5"),
        Sample.of("--request-count --num-requests", "", "12"),
        Sample.of("--benchmark-duration", "", "60"),
        Sample.of("--benchmark-grace-period", "--benchmark-duration 60", "5"),
        Sample.of("--request-cancellation-rate", "", "20"),
        Sample.of("--request-cancellation-delay", "--request-cancellation-rate 20", "0.5"),
        Sample.of("--warmup-request-count --num-warmup-requests", "", "4"),
        Sample.of(
            "--warmup-concurrency-ramp-duration", "--warmup-request-count 4 --concurrency 3", "2"),
        Sample.of(
            "--warmup-request-rate-ramp-duration",
            "--warmup-request-count 4 --request-rate 3",
            "2"),
        Sample.of("--num-warmup-sessions", "", "4"),
        Sample.of("--warmup-duration", "", "5"),
        Sample.of("--warmup-grace-period", "--warmup-duration 5", "3"),
        Sample.of("--warmup-concurrency", "--warmup-request-count 4", "2"),
        Sample.of("--warmup-prefill-concurrency", "--streaming --warmup-request-count 4", "1"),
        Sample.of(
            "--warmup-prefill-concurrency-ramp-duration",
            "--streaming --warmup-request-count 4 --warmup-prefill-concurrency 1",
            "2"),
        Sample.of("--warmup-request-rate", "--warmup-request-count 4", "2"),
        Sample.of(
            "--warmup-arrival-pattern",
            "--warmup-request-count 4 --warmup-request-rate 2",
            "constant"),
        Sample.of("--generators", "", "2"),
        Sample.of("--lanes", "", "2"),
        Sample.of("--rehearsal-requests", "", "0"),
        Sample.of("--slice-duration", "", "2"),
        Sample.of("--slice-by", "", "model,url"),
        Sample.of("--coordinator-timeout", "--kafka localhost:9092 --lake lake", "10m"),
        Sample.of("--spool-size", "", "2GB"),
        Sample.of("--pause-when-spool-fills", ""),
        Sample.of("--keep-log", "", "2h"),
        Sample.of("--goodput", "", "request_latency:500"),
        Sample.of("--fail-if", "", "request_latency.p99>500"),
        Sample.of("--gpu-telemetry", "", "gpu-host:9400"),
        Sample.of("--no-gpu-telemetry", ""),
        Sample.of("--gpu-telemetry-interval", "", "500"),
        Sample.of("--network-latency-mean", "", "2.5"),
        Sample.of("--network-latency-automatic", ""),
        Sample.of("--network-latency-ping-interval", "--network-latency-automatic", "0.5"),
        Sample.of("--server-metrics --server-metrics-urls --server-metrics-url", "", "host:9000"),
        Sample.of("--no-server-metrics", ""),
        Sample.of("--server-metrics-formats", "", "jsonl"),
        Sample.of("--require-valid", ""),
        Sample.of("--stats-interval", "", "30"),
        Sample.of("--num-profile-runs", "", "3"),
        Sample.of("--profile-run-cooldown-seconds", RUNS, "1.5"),
        Sample.of("--confidence-level", RUNS, "0.9"),
        Sample.of("--profile-run-disable-warmup-after-first", RUNS),
        Sample.of("--no-profile-run-disable-warmup-after-first", RUNS),
        Sample.of("--set-consistent-seed", RUNS),
        Sample.of("--no-set-consistent-seed", RUNS),
        Sample.of("--vary-seed-per-trial", RUNS),
        Sample.of("--no-vary-seed-per-trial", RUNS),
        Sample.of("--convergence-metric", RUNS, "request_latency"),
        Sample.of("--convergence-stat", RUNS + " --convergence-metric request_latency", "p99"),
        Sample.of("--convergence-mode", RUNS + " --convergence-metric request_latency", "cv"),
        Sample.of("--convergence-threshold", RUNS + " --convergence-metric request_latency", "0.2"),
        Sample.of("--failed-request-threshold", "", "0.2"),
        Sample.of("--failed-request-slices", "--failed-request-threshold 0.2", "5"),
        Sample.of("--max-consecutive-failures", "", "5"),
        Sample.of("--first-answer-timeout", "", "90"),
        Sample.of("--min-free-disk", "", "1kB"),
        Sample.of("--artifact-dir --output-artifact-dir", "", folder.resolve("out").toString()),
        Sample.of("--profile-export-prefix --profile-export-file", "", "mine"),
        Sample.of("--export-level --profile-export-level", "", "summary"),
        Sample.of("--export-outputs-json", ""),
        Sample.of("--auto-plot", ""),
        Sample.of("--no-auto-plot", ""),
        Sample.of("--plot-required", "--auto-plot"),
        Sample.of("--generate-plots", ""),
        Sample.of("--export-http-trace", ""),
        Sample.of("--show-trace-timing", ""),
        Sample.of("--export-format", "", "genai-perf"),
        Sample.of("--output-style", "", "24.03"),
        Sample.of("--ui --ui-type", "", "simple"),
        Sample.of("--replace", ""),
        Sample.of("--run-id", "", "my-run"),
        Sample.of("--sweep-type", "--concurrency 1,2 --isl 3,4", "zip"),
        Sample.of("--variant --sweep-variant", "--variant isl=3", "isl=4"),
        Sample.of("--parameter-sweep-cooldown-seconds", "--concurrency 1,2", "3"),
        Sample.of("--parameter-sweep-same-seed", "--concurrency 1,2"),
        Sample.of("--no-parameter-sweep-same-seed", "--concurrency 1,2"),
        Sample.of("--no-sweep-table", "--concurrency 1,2"),
        Sample.of("--parameter-sweep-mode", "--concurrency 1,2", "independent"),
        Sample.of("--dry-run", ""),
        Sample.of("--kafka", "--lake " + folder, "broker:9092"),
        Sample.of("--kafka-config", "--kafka broker:9092 --lake " + folder, kafka.toString()),
        Sample.of("--topic-prefix", "", "team-a"),
        Sample.of("--lake", "", lake),
        Sample.of("--lake-format", "--lake " + lake + " --iceberg http://c:8181", "iceberg"),
        Sample.of("--iceberg", "--lake " + lake + " --lake-format iceberg", "http://c:8181"),
        Sample.of("--iceberg-namespace", tables, "soaks"),
        Sample.of("--iceberg-warehouse", tables, "soaks"),
        Sample.of("--iceberg-catalog-name", tables, "soaks"),
        Sample.of("--iceberg-keep-snapshots", tables, "1h"),
        Sample.of("--log-level", "", "debug"),
        Sample.of("-v --verbose", ""),
        Sample.of("-vv --extra-verbose", ""),
        Sample.of("--api-port", "", "0"),
        Sample.of("--api-host", "--api-port 0", "localhost"),
        Sample.of("--no-live-view", ""),
        Sample.of("--otel-url", "", "collector:4318"),
        Sample.of("--otel-resource-attributes", "--otel-url collector:4318", "team=search"),
        Sample.of("--workers-max --max-workers", "", "4"),
        Sample.of("--record-processor-service-count --record-processors", "", "2"),
        Sample.of("--zmq-host", "", "127.0.0.1"),
        Sample.of("--zmq-ipc-path", "", "/tmp/ipc"),
        Sample.of("--zmq-dual-bind", ""),
        Sample.of("--tokenizer-trust-remote-code", ""));
  }

  @ParameterizedTest
  @MethodSource("samples")
  void everyNameOfAnOptionMeansTheSame(Sample sample) throws InvalidOptionsException {
    ProfileSettings first = settingsOf(sample, sample.names().get(0));

    for (String name : sample.names()) {
      assertThat(settingsOf(sample, name)).as(name).isEqualTo(first);
    }
  }

  @ParameterizedTest
  @MethodSource("samples")
  void everyOptionChangesSomething(Sample sample) throws InvalidOptionsException {
    List<String> without = base(sample, "");
    boolean oneSize =
        without.contains("--image-width-mean") != without.contains("--image-height-mean")
            || without.contains("--video-width") != without.contains("--video-height");
    if (oneSize
        || without.contains("--iceberg") != without.contains("--lake-format")
        || without.contains("--user-centric-rate")
        || without.contains("--num-users")
        || without.contains("--grpc-method")
        || without.contains("dynamic_grpc")
        || without.contains("--prompt-prefix-length")
        || without.contains("--prompt-prefix-pool-size")) {
      return; // neither can be given alone
    }
    boolean onlyConfirms =
        sample.names().contains("--public-dataset")
            || sample.names().contains("--config")
            || without.contains("1,2")
            || without.contains("--variant")
            || sample.names().contains("--fixed-schedule")
            || sample.names().contains("--fixed-schedule-auto-offset")
            || sample.names().contains("--profile-run-disable-warmup-after-first")
            || sample.names().contains("--set-consistent-seed")
            || sample.names().contains("--no-vary-seed-per-trial")
            || sample.names().contains("--no-auto-plot")
            || sample.names().contains("--transport")
            || sample.names().contains("--url-strategy");
    if (onlyConfirms || without.contains("--kafka") || sample.names().contains("--kafka")) {
      // What differs in a sweep's other runs is SweepTest's matter; what a run's file says is read
      // before, what a file is, is seen, a trace's times are kept anyway; --kafka changes what
      // --lake may be.
      return;
    }

    assertThat(settingsOf(sample, sample.names().get(0))).isNotEqualTo(read(without));
  }

  @ParameterizedTest
  @MethodSource("samples")
  void underscoresAndAnAttachedValueAreAlikeToo(Sample sample) throws InvalidOptionsException {
    String name = sample.names().get(sample.names().size() - 1);
    ProfileSettings first = settingsOf(sample, name);

    String underscored = "--" + name.substring(2).replace('-', '_');
    assertThat(settingsOf(sample, underscored)).isEqualTo(first);
    String value = sample.value().isEmpty() ? "true" : sample.value().get(0);
    List<String> attached = join(base(sample, name), List.of(name + "=" + value));
    assertThat(withoutCommandLine(settings(attached, environment()))).isEqualTo(first);
  }

  @Test
  void everyDurationAndEveryRateTakesAUnit() {
    Map<String, String> typed = Map.of("SECONDS", "11m30s", "MS", "1500ms", "RATE", "300/min");
    List<OptionSpec> options =
        TypedProfile.spec().options().stream()
            .filter(option -> typed.containsKey(Converters.labelOf(option)))
            .toList();

    assertThat(options).hasSizeGreaterThan(25);
    for (OptionSpec option : options) {
      String value = typed.get(Converters.labelOf(option));
      String wrong = "x" + value;
      assertThat(TypedProfile.problems(option.longestName() + "=" + value))
          .as(option.longestName())
          .noneMatch(problem -> problem.contains("or with a unit"));
      assertThat(TypedProfile.problems(option.longestName() + "=" + wrong))
          .as(option.longestName())
          .anyMatch(problem -> problem.contains(wrong + " ("));
    }
  }

  @Test
  void whoAsksForLinesOfProgressGetsThemWithoutATerminal() throws InvalidOptionsException {
    assertThat(completed().ui()).isEqualTo(Ui.NONE);
    assertThat(completed("--stats-interval", "5").ui()).isEqualTo(Ui.SIMPLE);
    assertThat(completed("--stats-interval", "5", "--ui", "none").ui()).isEqualTo(Ui.NONE);
  }

  @Test
  void theTablesOfADatabaseAreInTheLake() throws InvalidOptionsException {
    Path lake = folder.resolve("lake");
    List<String> tables = List.of("--lake", lake.toString(), "--lake-format", "iceberg");
    String database = "jdbc:sqlite:" + folder.resolve("catalog.db");

    assertThat(
            settings(
                    join(
                        List.of("-m", "m", "--tokenizer", "builtin"),
                        join(tables, List.of("--iceberg", database))))
                .tables())
        .contains(
            new TableSettings(
                new TableCatalog.Settings(
                    database,
                    "longhaul",
                    "longhaul",
                    Optional.of(lake.resolve("_tables").toString())),
                Duration.ofHours(6)));
  }

  @Test
  void documentsKeepPlainNumbersAndTags() throws InvalidOptionsException {
    ProfileSettings settings =
        TypedProfile.completed(
            "--streaming",
            "--request-rate",
            "300/min",
            "--benchmark-duration",
            "10m",
            "--goodput",
            "ttft:0.2s e2el:5000",
            "--fail-if",
            "TTFT.p99>0.5s");

    assertThat(settings.plan().load().profiling().durationNanos()).isEqualTo(MINUTES.toNanos(10));
    assertThat(settings.plan().measurement().slos())
        .isEqualTo("time_to_first_token:200 request_latency:5000");
    assertThat(settings.thresholds())
        .extracting(Threshold::text)
        .containsExactly("time_to_first_token.p99>500");
    assertThat(settings.configurationJson())
        .contains("\"time_to_first_token\":200", "time_to_first_token.p99>500")
        .doesNotContain("\"TTFT");
  }

  @Test
  void aConditionOnADriftIsStoredWithTheTagOfItsMetric() throws InvalidOptionsException {
    ProfileSettings settings =
        TypedProfile.completed("--streaming", "--fail-if", "drift(TTFT.p99) > 2%/h");

    assertThat(settings.thresholds())
        .extracting(Threshold::text)
        .containsExactly("drift(time_to_first_token.p99)>2%/h");
    assertThat(TypedProfile.problems("--fail-if=drift(ttft.p99)>2%/h"))
        .contains(
            "Invalid --fail-if: drift(ttft.p99)>2%/h (time_to_first_token needs --streaming)");
  }

  @Test
  void theSamplesNameEveryOptionAndEveryAlias() throws IOException {
    Set<Set<String>> typed = new java.util.HashSet<>();
    for (OptionSpec option : TypedProfile.spec().options()) {
      typed.add(Set.of(option.names()));
    }
    assertThat(samples().map(sample -> Set.copyOf(sample.names())))
        .containsExactlyInAnyOrderElementsOf(typed);
  }

  @Test
  void namesAreThoseOfAiperfButForWhatItDoesNotHave() {
    Set<String> ours = new TreeSet<>();
    for (OptionSpec option : TypedProfile.spec().options()) {
      ours.addAll(Arrays.asList(option.names()));
    }
    ours.removeAll(AiperfOptions.names());

    assertThat(ours)
        .containsExactly(
            "--api-key-file",
            "--backend",
            "--ca-file",
            "--coordinator-timeout",
            "--dry-run",
            "--export-format",
            "--fail-if",
            "--failed-request-slices",
            "--first-answer-timeout",
            "--generate-plots",
            "--generators",
            "--gpu-telemetry-interval",
            "--grpc-descriptor",
            "--grpc-method",
            "--http-version",
            "--iceberg",
            "--iceberg-catalog-name",
            "--iceberg-keep-snapshots",
            "--iceberg-namespace",
            "--iceberg-warehouse",
            "--insecure",
            "--kafka",
            "--kafka-config",
            "--keep-log",
            "--lake",
            "--lake-format",
            "--lanes",
            "--max-consecutive-failures",
            "--min-free-disk",
            "--no-live-view",
            "--no-preflight",
            "--no-stale-retry",
            "--output-style",
            "--output-tokens-mean-deterministic",
            "--pause-when-spool-fills",
            "--proxy",
            "--rehearsal-requests",
            "--replace",
            "--request-rate-stages",
            "--require-valid",
            "--run-id",
            "--server-metrics-url",
            "--server-metrics-urls",
            "--slice-by",
            "--spool-size",
            "--tokenizer-download",
            "--topic-prefix",
            "--unique-prompts");
  }

  /** A run that is over before a slice is finished has nothing else to be held against. */
  @Test
  void aBoundOnFailuresInSlicesIsOneOnTheWholeRunToo() throws InvalidOptionsException {
    assertThat(completed("--failed-request-threshold", "0.07").thresholds())
        .extracting(Threshold::text)
        .containsExactly("request_error_rate>7");
    assertThat(completed("--max-consecutive-failures", "3").thresholds()).isEmpty();
  }

  @Test
  void aDiskThatIsTooFullAlreadyIsRefused() {
    assertThat(problems("-m", "m", "--tokenizer", "builtin", "--min-free-disk", "9000000TB"))
        .singleElement()
        .asString()
        .startsWith("Invalid --min-free-disk: 9000000TB (only ")
        .endsWith(" less than 9.000 EB)");
  }

  @Test
  void withoutOptionsEverythingIsAsInAiperf() throws InvalidOptionsException {
    ProfileSettings settings = settings(List.of("-m", "mock-model"));

    assertThat(settings)
        .isEqualTo(
            new ProfileSettings(
                new RunPlan(
                    TypedProfile.RUN_ID,
                    0, // AIPerf draws another seed each time
                    new TargetPlan(
                        List.of("http://localhost:8000"),
                        null,
                        Map.of(),
                        SECONDS.toNanos(21_600),
                        HttpVersion.HTTP_1_1,
                        ConnectionReuse.POOLED,
                        true,
                        false,
                        null,
                        null,
                        "X-Correlation-ID"),
                    new RequestPlan(
                        Endpoints.CHAT,
                        List.of("mock-model"),
                        ModelSelection.ROUND_ROBIN,
                        false,
                        ExtraInputs.NONE,
                        false,
                        false,
                        null,
                        false),
                    new TokenizerPlan("mock-model", "main", false),
                    new DatasetPlan(
                        null,
                        FileType.SINGLE_TURN,
                        TracePlan.WHOLE,
                        RecordedDelays.AS_THEY_ARE,
                        new TokenLength(550, 0),
                        null,
                        List.of(),
                        PromptCorpus.SONNET,
                        PrefixPlan.NONE,
                        null,
                        CacheBust.NONE,
                        RankingPlan.DEFAULTS,
                        MediaPlan.NONE,
                        BatchPlan.ONE_OF_EACH,
                        SessionPlan.SINGLE_TURNS,
                        100,
                        SamplingStrategy.SEQUENTIAL,
                        false),
                    new LoadPlan(
                        null,
                        new PhasePlan(
                            1,
                            0,
                            null,
                            null,
                            null,
                            false,
                            CancellationPlan.NONE,
                            10L,
                            null,
                            null,
                            PhasePlan.FOR_EVER),
                        MINUTES.toNanos(10),
                        DAYS.toNanos(7)),
                    new MeasurementPlan(SECONDS.toNanos(10), "", 1, 2_000, List.of(), null)),
                Optional.empty(),
                Map.of(),
                Optional.empty(),
                true,
                new ExportLayout(
                    Path.of("artifacts/mock-model-openai-chat-concurrency1").toAbsolutePath(),
                    "profile_export"),
                ExportLevel.RECORDS,
                List.of(
                    URI.create("http://localhost:9400/metrics"),
                    URI.create("http://localhost:9401/metrics")),
                false,
                List.of(),
                new ServerMetricsPages(
                    List.of(), List.of(URI.create("http://localhost:8000/metrics"))),
                ServerMetricsFormat.USUAL,
                MILLISECONDS.toNanos(333),
                NetworkRoundTrip.UNKNOWN,
                HandshakePlan.NONE,
                Ui.NONE,
                Duration.ofSeconds(10),
                LogDetail.INFO,
                Optional.empty(),
                true,
                Optional.empty(),
                1,
                SpoolSettings.DEFAULT,
                Optional.of(Duration.ofHours(24)),
                Optional.empty(),
                KafkaConfig.NONE,
                "longhaul",
                Optional.empty(),
                Optional.empty(),
                false,
                List.of(),
                new StopConditions(
                    OptionalDouble.empty(),
                    3,
                    OptionalInt.empty(),
                    SECONDS.toNanos(60),
                    OptionalLong.empty()),
                new Repeats(1, Duration.ZERO, 0.95, true, Repeats.Seeds.ONE, Optional.empty()),
                false,
                false,
                List.of("profile", "-m", "mock-model"),
                List.of()));
  }

  @Test
  void defaultsThatFollowFromOtherOptionsAreThoseOfAiperf() throws InvalidOptionsException {
    PhasePlan byRate = completed("--request-rate", "5").plan().load().profiling();
    assertThat(byRate.concurrency()).isNull();
    assertThat(byRate.arrivals()).isEqualTo(ArrivalPlan.at(5, ArrivalPattern.POISSON));
    assertThat(byRate.requestCount()).isEqualTo(10);

    assertThat(completed("--concurrency", "50").plan().load().profiling().requestCount())
        .isEqualTo(10);

    LoadPlan byDuration = completed("--benchmark-duration", "5").plan().load();
    assertThat(byDuration.profiling().requestCount()).isNull();
    assertThat(byDuration.profiling().graceNanos()).isEqualTo(SECONDS.toNanos(30));
    assertThat(byDuration.longestDurationNanos())
        .isEqualTo(SECONDS.toNanos(5 + 30) + MINUTES.toNanos(10) + HOURS.toNanos(1));

    PhasePlan both =
        completed("--benchmark-duration", "5", "--request-count", "3").plan().load().profiling();
    assertThat(both.requestCount()).isEqualTo(3);
    assertThat(both.durationNanos()).isEqualTo(SECONDS.toNanos(5));

    PhasePlan warmup =
        completed("--warmup-request-count", "4", "--concurrency", "8").plan().load().warmup();
    assertThat(warmup.concurrency()).isEqualTo(8);
    assertThat(warmup.requestCount()).isEqualTo(4);

    assertThat(completed("--request-count", "500").plan().dataset().entries()).isEqualTo(500);
  }

  @Test
  void whatSharesItsSlicesWithOthersIsSaid() throws InvalidOptionsException {
    List<String> models = IntStream.rangeClosed(1, 40).mapToObj(i -> "m" + i).toList();

    assertThat(completed("--model", String.join(",", models), "--slice-by", "model").notes())
        .containsExactly(
            "--slice-by model: the first 32 of 41 have slices of their own, the rest share"
                + " model=other");
    assertThat(completed("--slice-by", "Model,model,adapter").plan().measurement().sliceBy())
        .containsExactly(SliceLabel.MODEL);
  }

  @Test
  void smoothnessAloneSelectsGammaAndABurstIsAClosedLoop() throws InvalidOptionsException {
    assertThat(
            completed("--request-rate", "5", "--arrival-smoothness", "2")
                .plan()
                .load()
                .profiling()
                .arrivals())
        .isEqualTo(new ArrivalPlan(RateCurve.level(5), ArrivalPattern.GAMMA, 2));

    ProfileSettings burst =
        completed("--concurrency", "5", "--request-rate-mode", "concurrency_burst");
    assertThat(burst.plan().load().profiling().isOpenLoop()).isFalse();
    assertThat(burst.notes()).isEmpty();

    ProfileSettings both =
        completed("--request-rate", "5", "--request-rate-mode", "concurrency_burst");
    assertThat(both.plan().load().profiling().arrivals().pattern())
        .isEqualTo(ArrivalPattern.POISSON);
    assertThat(both.notes())
        .containsExactly(
            "--arrival-pattern concurrency_burst with a rate means poisson, as in AIPerf 0.13 (for"
                + " a burst, give --concurrency and no rate)");
  }

  @Test
  void aSmallDatasetThatIsUsedForLongIsNoted() throws InvalidOptionsException {
    assertThat(completed("--request-rate", "50", "--benchmark-duration", "600").notes())
        .containsExactly(
            "100 prompts will be sent more than 10 times each, so a server with a prefix cache"
                + " will answer from its cache (to send each prompt only once, use"
                + " --unique-prompts)");
    assertThat(completed("--concurrency", "5", "--benchmark-duration", "3600").notes()).hasSize(1);
    assertThat(completed("--concurrency", "5", "--benchmark-duration", "60").notes()).isEmpty();
    assertThat(completed("--request-count", "2000").notes()).isEmpty();
    assertThat(
            completed("--request-rate", "50", "--benchmark-duration", "600", "--unique-prompts")
                .notes())
        .isEmpty();
    String[] long50 = {"--request-rate", "50", "--benchmark-duration", "600", "--cache-bust", ""};
    long50[5] = "first_turn_prefix";
    assertThat(completed(long50).notes()).isEmpty();
    long50[5] = "first_turn_suffix";
    assertThat(completed(long50).notes()).hasSize(1);
    long50[5] = "warmup_isolation_first_turn";
    assertThat(completed(long50).notes())
        .hasSize(2)
        .contains("--cache-bust warmup_isolation_first_turn has no effect: there is no warmup");
  }

  @Test
  void aTokenizerThatMissesLengthsIsNotedWithFigures() throws Exception {
    Path file = folder.resolve("odd-tokenizer.json");
    // What it does not know becomes three tokens when it is read again.
    Files.writeString(
        file,
        """
        {"version": "1.0", "model": {"type": "WordLevel", "vocab": {"[UNK]": 0}, "unk_token": "[UNK]"},
         "added_tokens": [], "pre_tokenizer": {"type": "Whitespace"}}
        """);

    List<String> words = List.of("-m", "m", "--tokenizer", file.toString(), "--isl", "20");
    assertThat(settings(words).notes())
        .singleElement()
        .asString()
        .startsWith("tokenizer " + file + " misses the requested length: of 8 texts of 20 tokens 8")
        .endsWith(" (rows contain both lengths)");
  }

  @Test
  void aTerminalMeansADashboard() throws InvalidOptionsException {
    assertThat(completed("--ui", "Simple").ui()).isEqualTo(Ui.SIMPLE);
    assertThat(completed("--ui", "dashboard").ui()).isEqualTo(Ui.DASHBOARD);
    assertThat(completed().ui()).isEqualTo(Ui.NONE);
    assertThat(new OutputOptions().ui(true, new OptionProblems())).isEqualTo(Ui.DASHBOARD);
  }

  @Test
  void aFlagMaySayTrueOrFalse() throws InvalidOptionsException {
    assertThat(completed("--streaming").plan().request().streaming()).isTrue();
    assertThat(completed("--streaming=true").plan().request().streaming()).isTrue();
    assertThat(completed("--streaming=false").plan().request().streaming()).isFalse();
  }

  @Test
  void severalValuesMayFollowOneOptionOrBeDividedByCommasOrRepeated()
      throws InvalidOptionsException {
    List<String> both = List.of("http://a:1", "http://b:2");
    assertThat(completed("--url", "a:1", "b:2").plan().target().urls()).isEqualTo(both);
    assertThat(completed("--url", "a:1,b:2").plan().target().urls()).isEqualTo(both);
    assertThat(completed("-u", "a:1", "--url", "http://b:2").plan().target().urls())
        .isEqualTo(both);

    Map<String, String> headers = Map.of("X-A", "1", "X-B", "2");
    assertThat(completed("-H", "X-A:1", "X-B: 2").plan().target().headers()).isEqualTo(headers);
    assertThat(completed("-H", "X-A:1", "-H", "X-B:2").plan().target().headers())
        .isEqualTo(headers);
    assertThat(completed("-H", "{\"X-A\": 1, \"X-B\": \"2\"}").plan().target().headers())
        .isEqualTo(headers);

    ExtraInputs extras = ExtraInputs.parse(List.of("{\"a\": 1, \"b\": \"x:y\"}"));
    assertThat(completed("--extra-inputs", "a:1", "b:x:y").plan().request().extraInputs())
        .isEqualTo(extras);
    assertThat(completed("--extra-inputs", "a:1,b:x:y").plan().request().extraInputs())
        .isEqualTo(extras);

    assertThat(settings(List.of("-m", "a, b", "--model", "c", "--tokenizer", "builtin")))
        .extracting(settings -> settings.plan().request().models())
        .isEqualTo(List.of("a", "b", "c"));
  }

  @Test
  void aListOfValuesEndsWithTheNextOption() throws InvalidOptionsException {
    ProfileSettings settings = completed("--url", "a:1", "--streaming", "--header", "X-A:1");

    assertThat(settings.plan().target().urls()).containsExactly("http://a:1");
    assertThat(settings.plan().request().streaming()).isTrue();
  }

  @Test
  void aHeadersValueIsTakenAsItIs() throws InvalidOptionsException {
    assertThat(completed("-H", "X-List: a,b:c, 12").plan().target().headers())
        .containsEntry("X-List", "a,b:c, 12");
  }

  @Test
  void aNumberMayBeWrittenInAnyWay() throws InvalidOptionsException {
    assertThat(completed("--request-rate", "1e1").plan().load().profiling().arrivals().rate())
        .isEqualTo(RateCurve.level(10));
    assertThat(completed("--slice-duration", "0.5").plan().measurement().sliceNanos())
        .isEqualTo(500_000_000);
    assertThat(
            completed("--benchmark-duration", "5", "--benchmark-grace-period", "inf")
                .plan()
                .load()
                .profiling()
                .graceNanos())
        .isEqualTo(PhasePlan.FOR_EVER);
    assertThat(completed("--osl", "0").plan().dataset().outputLength()).isNull();
  }

  @Test
  void bareGpuTelemetryMeansTheUsualExporters() throws InvalidOptionsException, IOException {
    ProfileSettings bare = completed("--gpu-telemetry", "--streaming");
    assertThat(bare.exporters()).isEqualTo(MeasureOptions.USUAL_EXPORTERS);
    assertThat(bare.exportersAsked()).isFalse();

    ProfileSettings named = completed("--gpu-telemetry", "http://h:1/x", "localhost:9400");
    assertThat(named.exporters())
        .containsExactly(
            URI.create("http://localhost:9400/metrics"),
            URI.create("http://localhost:9401/metrics"),
            URI.create("http://h:1/x"));
    assertThat(named.exportersAsked()).isTrue();

    Path fields = Files.writeString(folder.resolve("g.csv"), "DCGM_FI_DEV_FAN, gauge, Fan (in %)");
    ProfileSettings withFields = completed("--gpu-telemetry", fields.toString());
    assertThat(withFields.gpuMetrics())
        .containsExactly(new GpuMetric("DCGM_FI_DEV_FAN", DcgmField.Kind.GAUGE, "Fan (in %)"));
    assertThat(withFields.exportersAsked()).isFalse();
    assertThat(withFields.exporters()).isEqualTo(completed().exporters());
    assertThat(withFields.configurationJson())
        .contains(
            "\"gpu_metrics\":[{\"dcgm_name\":\"DCGM_FI_DEV_FAN\",\"key\":\"nvidia_fan\","
                + "\"header\":\"Fan\",\"unit\":\"%\",\"kind\":\"gauge\"}]");

    assertThat(completed("--no-gpu-telemetry").exporters()).isEmpty();
  }

  @Test
  void pynvmlMeansTheGpusOfThisMachineAlone() throws InvalidOptionsException {
    assertThat(completed("--gpu-telemetry", "pynvml").exporters()).containsExactly(LocalGpus.URL);
    assertThat(
            TypedProfile.problems(
                "-m",
                "m",
                "--tokenizer",
                "builtin",
                "--gpu-telemetry",
                "pynvml",
                "http://gpu-host:9400/metrics"))
        .containsExactly(
            "Invalid --gpu-telemetry: pynvml with http://gpu-host:9400/metrics (either local GPUs"
                + " or DCGM exporters, so that no GPU counts twice; a file adds fields of an"
                + " exporter)");
  }

  @Test
  void theTargetsOwnMetricsAreLookedForWithoutAWord() throws InvalidOptionsException {
    ProfileSettings bare = completed("--url", "http://a:1/v1", "b:2/", "http://a:1/v1");
    assertThat(bare.serverMetrics())
        .isEqualTo(
            new ServerMetricsPages(
                List.of(),
                List.of(URI.create("http://a:1/metrics"), URI.create("http://b:2/metrics"))));
    assertThat(bare.serverMetricsFormats())
        .containsExactlyInAnyOrder(ServerMetricsFormat.JSON, ServerMetricsFormat.CSV);

    ProfileSettings named =
        completed(
            "--server-metrics", "c:3", "http://d:4/x", "--server-metrics-formats", "jsonl,parquet");
    assertThat(named.serverMetrics().named())
        .containsExactly(URI.create("http://c:3/metrics"), URI.create("http://d:4/x"));
    assertThat(named.serverMetrics().ofTargets())
        .containsExactly(URI.create("http://localhost:8000/metrics"));
    assertThat(named.serverMetricsFormats())
        .containsExactlyInAnyOrder(ServerMetricsFormat.JSONL, ServerMetricsFormat.PARQUET);

    assertThat(completed("--no-server-metrics").serverMetrics()).isEqualTo(ServerMetricsPages.NONE);
  }

  @Test
  void whatIsNoPageOrNoFormatOfServerMetricsIsRefused() {
    assertThat(
            problems(
                "-m",
                "m",
                "--tokenizer",
                "builtin",
                "--no-server-metrics",
                "--server-metrics",
                "dashboard",
                "--server-metrics-formats",
                "json,xml"))
        .containsExactlyInAnyOrder(
            "Invalid --no-server-metrics: not with --server-metrics",
            "Invalid --server-metrics-formats: xml (json, csv, jsonl, parquet)");
    assertThat(problems("-m", "m", "--tokenizer", "builtin", "--server-metrics", "dashboard"))
        .containsExactly(
            "Invalid --server-metrics: dashboard"
                + " (the URL of a page of metrics, such as http://localhost:9400/metrics)");
  }

  @ParameterizedTest
  @CsvSource({
    "foo.json, foo",
    "foo.jsonl, foo",
    "foo.csv, foo",
    "foo_raw.jsonl, foo",
    "foo_timeslices.csv, foo",
    "foo_console.txt, foo",
    "foo_gpu_telemetry.jsonl, foo",
    "foo.txt, foo.txt",
    "foo, foo"
  })
  void aPrefixLosesTheEndingOfAnExport(String typed, String prefix) throws InvalidOptionsException {
    assertThat(completed("--profile-export-file", typed).layout().prefix()).isEqualTo(prefix);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          --model meta/llama-3 --concurrency 8                 | meta_llama-3-openai-chat-concurrency8
          --model a/b,c --concurrency 8 --request-rate 12.5    | a_b_multi-openai-chat-concurrency8-request_rate12.5
          --model m                                            | m-openai-chat-concurrency1
          --model m --request-rate 20                          | m-openai-chat-request_rate20.0
          --model m --endpoint-type completions --concurrency 2| m-openai-completions-concurrency2
          """)
  void theArtifactFolderIsCalledAsInAiperf(String typed, String name)
      throws InvalidOptionsException {
    List<String> arguments = join(List.of(typed.split(" ")), List.of("--tokenizer", "builtin"));

    assertThat(settings(arguments).layout().folder())
        .isEqualTo(Path.of("artifacts", name).toAbsolutePath());
  }

  @Test
  void anArtifactFolderThatWasGivenIsTakenAsItIs() throws InvalidOptionsException {
    assertThat(completed("--artifact-dir", folder + "/a/../out").layout().folder())
        .isEqualTo(folder.resolve("out"));
  }

  @Test
  void theKeyMayComeFromTheEnvironmentAndTheCommandLineWins() throws InvalidOptionsException {
    List<String> typed = List.of("-m", "mock-model");
    Map<String, String> environment = Map.of("LONGHAUL_API_KEY", "from-environment");

    assertThat(settings(typed, environment).secretHeaders())
        .isEqualTo(Map.of("Authorization", Secret.of("Bearer from-environment")));
    assertThat(settings(join(typed, List.of("--api-key", "typed")), environment).secretHeaders())
        .isEqualTo(Map.of("Authorization", Secret.of("Bearer typed")));
    assertThat(settings(join(typed, List.of("-H", "authorization: Basic x")), environment))
        .extracting(ProfileSettings::secretHeaders)
        .asInstanceOf(
            org.assertj.core.api.InstanceOfAssertFactories.map(String.class, Secret.class))
        .hasSize(1)
        .containsValue(Secret.of("Basic x"));
  }

  @Test
  void theKeyMayComeFromAFileWhichWinsOverTheEnvironment() throws Exception {
    Path file = Files.writeString(folder.resolve("of-a-file"), " from-file \r\n");
    List<String> typed = List.of("-m", "mock-model", "--api-key-file", file.toString());

    ProfileSettings settings = settings(typed, Map.of("LONGHAUL_API_KEY", "from-environment"));

    assertThat(settings.secretHeaders())
        .isEqualTo(Map.of("Authorization", Secret.of("Bearer from-file")));
    assertThat(settings.configurationJson()).contains("of-a-file").doesNotContain("from-file");
  }

  @Test
  void aKeyThatBelongsToOtherProgramsIsNotSent() throws InvalidOptionsException {
    Map<String, String> environment = Map.of("OPENAI_API_KEY", "of-another-program");

    assertThat(settings(List.of("-m", "mock-model"), environment).secretHeaders()).isEmpty();
  }

  @Test
  void nothingSecretStandsInPlanOrCommandLine() throws InvalidOptionsException {
    String canary = "c4n4ry";
    ProfileSettings settings =
        completed(
            "--api_key",
            canary,
            "-H",
            "X-Api-Key: " + canary,
            "X-Tenant: blue",
            "-HCookie:" + canary,
            "--header=Proxy-Authorization: " + canary,
            "--header",
            "{\"X-Auth\": \"" + canary + "\"}");

    assertThat(settings.toString()).doesNotContain(canary);
    assertThat(settings.configurationJson()).doesNotContain(canary);
    assertThat(settings.secretHeaders()).hasSize(5);
    assertThat(settings.commandLine())
        .containsExactly(
            "profile",
            "-m",
            "m",
            "--tokenizer",
            "builtin",
            "--api-key",
            "***",
            "-H",
            "X-Api-Key:***",
            "X-Tenant: blue",
            "-H",
            "Cookie:***",
            "--header=Proxy-Authorization:***",
            "--header",
            "***");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://tom:p%40ss@proxy:3128",
        "http://tom:p@ss@proxy:3128",
        "tom:p@ss@proxy:3128"
      })
  void whoAsksAProxyIsASecret(String proxy) throws InvalidOptionsException {
    List<String> typed = List.of("-m", "mock-model", "--proxy", proxy);

    ProfileSettings settings = settings(typed);

    assertThat(settings.plan().target().proxy()).isEqualTo("http://proxy:3128");
    assertThat(settings.secretHeaders())
        .isEqualTo(Map.of("Proxy-Authorization", Secret.of("Basic dG9tOnBAc3M=")));
    assertThat(CommandLineText.withoutSecrets(typed)).endsWith("***@proxy:3128");
    assertThat(CommandLineText.withoutSecrets(List.of("-m", "m", "--proxy=" + proxy)))
        .endsWith("--proxy=***@proxy:3128");
  }

  @Test
  void aKeyThatLooksLikeAnOptionIsHiddenToo() throws InvalidOptionsException {
    assertThat(completed("--api-key", "-c4n4ry").commandLine()).contains("--api-key", "***");
    assertThat(completed("--api-key=c4n4ry").commandLine()).contains("--api-key=***");
  }

  @Test
  void noProblemTellsASecret() {
    assertThat(
            problems(
                "--api-key",
                "c4n4ry",
                "--url",
                "http://user:c4n4ry@host",
                "-H",
                "Bearer c4n4ry",
                "-H",
                "{\"X-Key\": \"c4n4ry\""))
        .isNotEmpty()
        .allSatisfy(problem -> assertThat(problem).doesNotContain("c4n4ry"));
  }

  @Test
  void everythingThatIsWrongIsToldAtOnce() {
    assertThat(
            problems(
                "--concurrency",
                "0",
                "--reques-count",
                "5",
                "--url",
                "ftp://x",
                "--tokenizer",
                folder.toString(),
                "--input-file",
                "nowhere.jsonl"))
        .hasSize(6);
  }

  @Test
  void withAClusterPromptsAreTheGeneratorsMatter() throws InvalidOptionsException {
    List<String> typed =
        new ArrayList<>(List.of("-m", "acme/unknown", "--input-file", "far.jsonl"));
    assertThat(problems(typed.toArray(String[]::new))).hasSize(2);

    typed.addAll(List.of("--kafka", "broker:9092", "--lake", folder.toString()));
    assertThat(settings(typed).kafka()).contains("broker:9092");
  }

  private static ProfileSettings settingsOf(Sample sample, String name)
      throws InvalidOptionsException {
    List<String> typed = new ArrayList<>(base(sample, name));
    typed.add(name);
    typed.addAll(sample.value());
    return read(typed);
  }

  private static ProfileSettings read(List<String> typed) throws InvalidOptionsException {
    ProfileSettings known = READ.get(typed);
    if (known != null) {
      return known;
    }
    ProfileSettings read = withoutCommandLine(settings(typed, environment()));
    READ.put(List.copyOf(typed), read);
    return read;
  }

  /** Whose programs are what the samples need. */
  private static Map<String, String> environment() {
    return Map.of("PATH", folder.resolve("programs").toString());
  }

  private static List<String> base(Sample sample, String name) {
    List<String> base = new ArrayList<>();
    if (!sample.names().contains("-m") || name.isEmpty()) {
      base.addAll(List.of("-m", "m"));
    }
    if (!sample.names().contains("--tokenizer") || name.isEmpty()) {
      base.addAll(List.of("--tokenizer", "builtin"));
    }
    base.addAll(sample.others());
    return base;
  }

  private static ProfileSettings withoutCommandLine(ProfileSettings settings) {
    return new ProfileSettings(
        settings.plan(),
        settings.fileContent(),
        settings.secretHeaders(),
        settings.readinessWait(),
        settings.preflight(),
        settings.layout(),
        settings.exportLevel(),
        settings.exporters(),
        settings.exportersAsked(),
        settings.gpuMetrics(),
        settings.serverMetrics(),
        settings.serverMetricsFormats(),
        settings.sampleIntervalNanos(),
        settings.roundTrip(),
        settings.handshakes(),
        settings.ui(),
        settings.statsInterval(),
        settings.logDetail(),
        settings.api(),
        settings.liveView(),
        settings.otlp(),
        settings.generators(),
        settings.spool(),
        settings.keepLog(),
        settings.kafka(),
        settings.kafkaConfig(),
        settings.topicPrefix(),
        settings.lake(),
        settings.tables(),
        settings.requireValid(),
        settings.thresholds(),
        settings.stops(),
        settings.repeats(),
        settings.replace(),
        settings.dryRun(),
        List.of(),
        settings.notes());
  }
}
