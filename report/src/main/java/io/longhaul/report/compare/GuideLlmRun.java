package io.longhaul.report.compare;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.longhaul.metrics.Metric;
import io.longhaul.metrics.stats.Percentiles;
import io.longhaul.report.figures.Statistic;
import io.longhaul.report.json.ReadJson;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Reads a benchmark of GuideLLM from its {@code benchmarks.json}. All figures are computed from the
 * requests in the file, with the definitions of {@link Metric}.
 */
public final class GuideLlmRun {
  /** The tool, without its version. */
  static final String TOOL = "guidellm";

  private static final String FILE = "benchmarks.json";

  /** The release and the version of its file format that are read. */
  private static final String RELEASE = "0.8.";

  private static final int SCHEMA = 2;

  private static final int LONGEST_TEXT = 64 << 20;

  /** A name with the number of a benchmark in the file. */
  private static final Pattern NUMBERED = Pattern.compile("(.+)#([0-9]{1,4})");

  private final Path file;
  private final int number;
  private final List<String> strategies = new ArrayList<>();
  private JsonNode metadata = MissingNode.getInstance();
  private JsonNode configuration = MissingNode.getInstance();
  private JsonNode benchmark = MissingNode.getInstance();
  private JsonNode totals = MissingNode.getInstance();
  private JsonNode warnings = MissingNode.getInstance();
  private final List<Ended> requests = new ArrayList<>();
  private double start;
  private double end;

  /**
   * A request that was answered or failed. Times in seconds since the epoch; NaN if it does not
   * have them.
   */
  private record Ended(
      boolean failed,
      double start,
      double firstToken,
      double lastToken,
      double end,
      double inputTokens,
      double outputTokens) {

    static Ended of(JsonNode request, boolean failed) {
      JsonNode timings = request.path("info").path("timings");
      return new Ended(
          failed,
          number(timings, "request_start"),
          number(timings, "first_token_iteration"),
          number(timings, "last_token_iteration"),
          number(request, "request_end_time"),
          number(request, "prompt_tokens"),
          number(request, "output_tokens"));
    }

    private static double number(JsonNode object, String member) {
      return object.path(member).asDouble(Double.NaN);
    }

    boolean overlaps(double from, double until) {
      return end >= from && !(start > until);
    }

    /** Returns a latency in ms; NaN if the request does not have it. */
    double latency(Metric metric) {
      return switch (metric) {
        case TIME_TO_FIRST_TOKEN -> 1000 * (firstToken - start);
        case INTER_TOKEN_LATENCY ->
            outputTokens > 1 ? 1000 * (lastToken - firstToken) / (outputTokens - 1) : Double.NaN;
        default -> 1000 * ((Double.isNaN(lastToken) ? end : lastToken) - start);
      };
    }

    long endEpochNanos() {
      return Math.round(end * 1e9);
    }
  }

  private GuideLlmRun(Path file, int number) {
    this.file = file;
    this.number = number;
  }

  /**
   * Returns whether a name is that of a result file or of a folder with {@code benchmarks.json},
   * with or without the number of a benchmark in it: {@code results#2}.
   */
  public static boolean isNamedBy(String name) {
    return Files.isRegularFile(of(name).file);
  }

  /**
   * Reads a benchmark.
   *
   * @param name as the user named it
   * @throws InvalidResultsException if the file is of another tool or release, or does not contain
   *     every request
   * @throws IOException if it cannot be read
   */
  public static ComparedRun read(String name) throws IOException {
    GuideLlmRun run = of(name);
    try (JsonParser json = ReadJson.mapper(LONGEST_TEXT).createParser(run.file.toFile())) {
      run.readFile(json);
    } catch (JsonProcessingException e) {
      throw new InvalidResultsException("Cannot read " + run.file + ": it is not JSON");
    }
    return run.compared(name);
  }

  private static GuideLlmRun of(String name) {
    Matcher numbered = NUMBERED.matcher(name);
    return !Files.exists(Path.of(name)) && numbered.matches()
        ? new GuideLlmRun(file(numbered.group(1)), Integer.parseInt(numbered.group(2)))
        : new GuideLlmRun(file(name), 0);
  }

  private static Path file(String name) {
    Path path = Path.of(name).toAbsolutePath().normalize();
    return path.toString().endsWith(".json") ? path : path.resolve(FILE);
  }

  private void readFile(JsonParser json) throws IOException {
    json.nextToken();
    while (json.nextToken() == JsonToken.FIELD_NAME) {
      String member = json.currentName();
      json.nextToken();
      switch (member) {
        case "metadata" -> {
          metadata = json.readValueAsTree();
          requireKnownFormat();
        }
        case "config" -> configuration = json.<JsonNode>readValueAsTree().path("spec");
        case "benchmarks" -> {
          while (json.nextToken() == JsonToken.START_OBJECT) {
            readBenchmark(json);
          }
        }
        default -> json.skipChildren();
      }
    }
    requireKnownFormat();
    requireOneBenchmark();
    requests.removeIf(request -> !request.overlaps(start, end));
    requireEveryRequest();
  }

  private void requireKnownFormat() throws IOException {
    String release = metadata.path("guidellm_version").asText("");
    if (release.isEmpty()) {
      throw new InvalidResultsException(
          "Cannot read " + file + ": it is not a result file of GuideLLM");
    }
    int schema = metadata.path("version").asInt();
    if (!release.startsWith(RELEASE) || schema != SCHEMA) {
      throw new InvalidResultsException(
          "Cannot read %s: GuideLLM %s wrote it, in version %d of its format (only files of GuideLLM %sx, version %d, are read)"
              .formatted(file, release, schema, RELEASE, SCHEMA));
    }
  }

  private void requireOneBenchmark() throws IOException {
    boolean isMissing = number > strategies.size() || strategies.isEmpty();
    if (isMissing || (number == 0 && strategies.size() > 1)) {
      String all =
          IntStream.rangeClosed(1, strategies.size())
              .mapToObj(i -> "#" + i + " (" + strategies.get(i - 1) + ")")
              .collect(Collectors.joining(", "));
      throw new InvalidResultsException(
          "Cannot read %s: it contains %d benchmarks%s"
              .formatted(
                  file,
                  strategies.size(),
                  all.isEmpty() ? "" : " (append one of " + all + " to the name)"));
    }
  }

  private void requireEveryRequest() throws IOException {
    int counted = totals.path("successful").asInt() + totals.path("errored").asInt();
    if (requests.size() != counted) {
      throw new InvalidResultsException(
          "Cannot read %s: it contains %d of %d requests (run GuideLLM without sample_size)"
              .formatted(file, requests.size(), counted));
    }
  }

  private void readBenchmark(JsonParser json) throws IOException {
    boolean isWanted = number == 0 ? strategies.isEmpty() : strategies.size() == number - 1;
    String strategy = "unknown";
    while (json.nextToken() == JsonToken.FIELD_NAME) {
      String member = json.currentName();
      json.nextToken();
      if (member.equals("config")) {
        JsonNode config = json.readValueAsTree();
        strategy = config.path("strategy").path("type_").asText(strategy);
        if (isWanted) {
          benchmark = config;
        }
      } else if (!isWanted) {
        json.skipChildren();
      } else {
        switch (member) {
          case "metrics" -> totals = json.<JsonNode>readValueAsTree().path("request_totals");
          case "requests" -> readRequests(json);
          case "warnings" -> warnings = json.readValueAsTree();
          case "start_time" -> start = json.getDoubleValue();
          case "end_time" -> end = json.getDoubleValue();
          default -> json.skipChildren();
        }
      }
    }
    strategies.add(strategy);
  }

  private void readRequests(JsonParser json) throws IOException {
    while (json.nextToken() == JsonToken.FIELD_NAME) {
      String status = json.currentName();
      boolean failed = status.equals("errored");
      if (json.nextToken() == JsonToken.START_ARRAY && (failed || status.equals("successful"))) {
        while (json.nextToken() == JsonToken.START_OBJECT) {
          requests.add(Ended.of(json.readValueAsTree(), failed));
        }
      } else {
        json.skipChildren();
      }
    }
  }

  private ComparedRun compared(String name) {
    RunBins.Builder bins = new RunBins.Builder(Math.round(start * 1e9), Math.round(end * 1e9));
    List<Ended> valid = requests.stream().filter(request -> !request.failed()).toList();
    long good = 0;
    long judged = 0;
    for (Ended request : requests) {
      long ended = request.endEpochNanos();
      if (request.failed()) {
        bins.addFailed(ended);
        continue;
      }
      bins.addValid(ended, Math.round(zeroIfMissing(request.outputTokens())));
      for (Metric latency : RunBins.LATENCIES) {
        if (Double.isFinite(request.latency(latency))) {
          bins.addLatency(latency, ended, request.latency(latency));
        }
      }
      OptionalDouble excess = excess(request);
      if (excess.isPresent()) {
        boolean isGood = excess.getAsDouble() <= 0;
        bins.addJudged(ended, isGood);
        judged++;
        good += isGood ? 1 : 0;
      }
    }
    Map<ComparedFigure, Double> figures = new EnumMap<>(ComparedFigure.class);
    for (ComparedFigure figure : ComparedFigure.values()) {
      Metric metric = figure.metric();
      if (metric != null && RunBins.LATENCIES.contains(metric)) {
        addLatency(figures, figure, sorted(valid, request -> request.latency(metric)));
      }
    }
    double seconds = end - start;
    figures.put(ComparedFigure.REQUEST_THROUGHPUT, valid.size() / seconds);
    double tokens = valid.stream().mapToDouble(each -> zeroIfMissing(each.outputTokens())).sum();
    if (tokens > 0) {
      figures.put(ComparedFigure.OUTPUT_TOKEN_THROUGHPUT, tokens / seconds);
    }
    if (judged > 0) {
      figures.put(ComparedFigure.GOODPUT, good / seconds);
    }
    if (!requests.isEmpty()) {
      double failed = requests.size() - valid.size();
      figures.put(ComparedFigure.REQUEST_ERROR_RATE, 100 * failed / requests.size());
    }
    return new ComparedRun(name, facts(valid), figures, bins.build());
  }

  private static double zeroIfMissing(double value) {
    return Double.isNaN(value) ? 0 : value;
  }

  /** Returns the values that exist, in ascending order. */
  private static double[] sorted(List<Ended> requests, ToDoubleFunction<Ended> value) {
    return requests.stream().mapToDouble(value).filter(Double::isFinite).sorted().toArray();
  }

  private static void addLatency(
      Map<ComparedFigure, Double> figures, ComparedFigure figure, double[] sorted) {
    if (sorted.length > 0) {
      figures.put(
          figure,
          figure.statistic() == Statistic.AVG
              ? mean(sorted)
              : Percentiles.ofSorted(100 * figure.quantile(), sorted));
    }
  }

  private static double mean(double[] values) {
    return Arrays.stream(values).average().orElse(Double.NaN);
  }

  /**
   * Returns by how many ms a request exceeds the latency objectives at most, 0 or less if it meets
   * all; empty if there are none, or if it lacks one of the latencies.
   */
  private OptionalDouble excess(Ended request) {
    JsonNode slo = benchmark.path("slo");
    Map<String, Double> latencies =
        Map.of(
            "ttft_ms", request.latency(Metric.TIME_TO_FIRST_TOKEN),
            "tpot_ms", request.latency(Metric.INTER_TOKEN_LATENCY),
            "e2el_ms", 1000 * (request.end() - request.start()));
    double[] excesses =
        latencies.entrySet().stream()
            .filter(each -> slo.path(each.getKey()).isNumber())
            .mapToDouble(each -> each.getValue() - slo.path(each.getKey()).asDouble())
            .toArray();
    return Arrays.stream(excesses).anyMatch(Double::isNaN)
        ? OptionalDouble.empty()
        : Arrays.stream(excesses).max();
  }

  private ComparedRun.Facts facts(List<Ended> valid) {
    List<String> doubts = new ArrayList<>();
    warnings.forEach(warning -> doubts.add("GuideLLM: " + warning.path("message").asText()));
    return new ComparedRun.Facts(
        TOOL + " " + metadata.path("guidellm_version").asText(),
        end - start,
        valid.size(),
        mean(sorted(valid, Ended::inputTokens)),
        mean(sorted(valid, Ended::outputTokens)),
        configured(),
        MissingNode.getInstance(),
        doubts);
  }

  /** Returns the configuration without what does not change a run, and without its key. */
  private JsonNode configured() {
    if (!(configuration instanceof ObjectNode all)) {
      return configuration;
    }
    ObjectNode configured = all.deepCopy();
    configured.remove(List.of("outputs", "metrics"));
    if (configured.get("backend") instanceof ObjectNode backend) {
      backend.remove("api_key");
    }
    configured.set("slo", benchmark.path("slo"));
    configured.set("strategy", benchmark.path("strategy"));
    return configured;
  }
}
