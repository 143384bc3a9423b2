package io.longhaul.report.aiperf;

import io.longhaul.report.figures.AiperfResult;
import io.longhaul.report.figures.Statistic;
import io.longhaul.report.json.JsonDocument;
import java.io.IOException;
import java.util.Comparator;
import java.util.List;

/** One metric in AIPerf's format: unit and statistics, without those that have no value. */
final class AiperfResultJson {
  static final String UNIT = "unit";

  /** The metrics that AIPerf writes first, in order. */
  private static final List<String> FIRST =
      List.of(
          "request_throughput",
          "request_latency",
          "request_count",
          "time_to_first_token",
          "time_to_second_token",
          "inter_token_latency",
          "output_token_throughput",
          "output_token_throughput_per_user",
          "output_sequence_length",
          "input_sequence_length",
          "goodput",
          "good_request_count",
          "output_token_count",
          "reasoning_token_count",
          "min_request_timestamp",
          "max_response_timestamp",
          "inter_chunk_latency",
          "total_output_tokens",
          "total_reasoning_tokens",
          "benchmark_duration",
          "total_isl",
          "total_osl",
          "error_request_count",
          "error_isl",
          "total_error_isl");

  private AiperfResultJson() {}

  static void write(JsonDocument json, List<AiperfResult> results) throws IOException {
    for (AiperfResult result : results) {
      json.object(
          result.tag(),
          () -> {
            json.text(UNIT, result.unit());
            for (var statistic : result.statistics().entrySet()) {
              if (statistic.getKey() == Statistic.COUNT) {
                json.plainInteger(Statistic.COUNT.label(), Math.round(statistic.getValue()));
              } else {
                json.number(statistic.getKey().label(), statistic.getValue());
              }
            }
          });
    }
  }

  /** Writes the metrics that AIPerf writes first. */
  static void writeFirst(JsonDocument json, List<AiperfResult> results) throws IOException {
    write(
        json,
        results.stream()
            .filter(result -> FIRST.contains(result.tag()))
            .sorted(Comparator.comparingInt(result -> FIRST.indexOf(result.tag())))
            .toList());
  }

  /** Writes the other metrics by tag; AIPerf writes them in an order that varies between runs. */
  static void writeOthers(JsonDocument json, List<AiperfResult> results) throws IOException {
    write(
        json,
        results.stream()
            .filter(result -> !FIRST.contains(result.tag()))
            .sorted(Comparator.comparing(AiperfResult::tag))
            .toList());
  }
}
