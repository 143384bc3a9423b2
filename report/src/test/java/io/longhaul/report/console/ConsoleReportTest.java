package io.longhaul.report.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.sinks.ExportLayout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConsoleReportTest {
  private static final int UNLIMITED = Integer.MAX_VALUE;

  @TempDir private Path folder;

  @Test
  void theBannerNamesUntrustedSlicesAndReasons() throws IOException {
    String text =
        report(
            """
            {"status": {"complete": true},
             "quality": {"slices": 40, "slices_trusted": 27, "distrust": [
               {"reason": "lane g1.1.0.p was lost", "slices": 1, "first_slices": [7]},
               {"reason": "machine busy: 4 to 17 % idle, at least 20 wanted", "slices": 13,
                "first_slices": [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]}]}}
            """);

    assertThat(text)
        .startsWith(
            """

            NOT TRUSTED in 13 of 40 slices: the load generator itself was disturbed
              lane g1.1.0.p was lost (slice 7)
              machine busy: 4 to 17 % idle, at least 20 wanted (slices 0, 1, 2, 3, 4, 5, 6, 7, 8, 9 and 3 more)
            """);
  }

  @Test
  void emptySlicesAreNotCountedAsUntrusted() throws IOException {
    assertThat(
            report(
                """
                {"status": {"complete": true},
                 "quality": {"slices": 5, "slices_empty": 3, "slices_trusted": 1}}
                """))
        .contains("NOT TRUSTED in 1 of 2 slices");
    assertThat(
            report(
                """
                {"status": {"complete": true},
                 "quality": {"slices": 5, "slices_empty": 3, "slices_trusted": 2}}
                """))
        .doesNotContain("TRUSTED");
  }

  @Test
  void marksAreListedUpToALimit() throws IOException {
    String marks =
        IntStream.range(0, 23)
            .mapToObj(i -> "{\"seconds\": %d.5, \"text\": \"deployed %d\"}".formatted(i, i))
            .collect(Collectors.joining(", "));

    assertThat(report("{\"status\": {\"complete\": true}, \"marks\": [" + marks + "]}"))
        .containsSubsequence(
            "\nMarks\n  0.5000 s: deployed 0\n  1.50 s: deployed 1\n",
            "  19.50 s: deployed 19\n  and 3 more\n");
  }

  @Test
  void figuresThatWereNotSteadyAreDescribed() throws IOException {
    String text =
        report(
            """
            {"status": {"complete": true}, "stability": {"slices": 8640, "slices_needed": 60,
             "figures": [
               {"figure": "time_to_first_token", "statistic": "p50", "state": "STEADY",
                "text": "mean 80.00 ms"},
               {"figure": "time_to_first_token", "statistic": "p99", "state": "SHIFT",
                "text": "100.00 to 120.00 ms (+20.00 %) at 34,560.00 s (slice 3456)"},
               {"figure": "request_latency", "statistic": "p99", "state": "NO_STEADY_STATE",
                "text": "coefficient of variation 12.0 %, 0 shifts"},
               {"figure": "request_throughput", "state": "STEADY", "text": "mean 5.00"}]}}
            """);

    assertThat(text)
        .contains(
            """

            Stability (of 8,640 slices)
              time_to_first_token.p99: SHIFT, 100.00 to 120.00 ms (+20.00 %) at 34,560.00 s (slice 3456)
              request_latency.p99: NO STEADY STATE, coefficient of variation 12.0 %, 0 shifts
              STEADY: time_to_first_token.p50, request_throughput
            """);
  }

  @Test
  void aRunWithTooFewSlicesHasNoStability() throws IOException {
    assertThat(
            report(
                """
                {"status": {"complete": true},
                 "stability": {"slices": 12, "slices_needed": 60, "figures": []}}
                """))
        .doesNotContain("Stability");
  }

  @Test
  void gaugesThatGrewAreListed() throws IOException {
    String text =
        report(
            """
            {"status": {"complete": true}, "stability": {"figures": [], "gauges": [
               {"gauge": "memory of GPU 0 of host", "state": "GROWING",
                "text": "lowest 40.00 GiB in the first third, 50.00 GiB in the last"},
               {"gauge": "queue", "state": "BOUNDED", "text": "lowest 0.00 requests"}]}}
            """);

    assertThat(text)
        .contains(
            """

            Growth of memory, cache and queues of servers and GPUs
              memory of GPU 0 of host: GROWING, lowest 40.00 GiB in the first third, 50.00 GiB in the last
              BOUNDED: 1 of 2 gauges
            """);
  }

  @Test
  void aTrustedRunHasNoBanner() throws IOException {
    assertThat(
            report(
                """
                {"status": {"complete": true}, "quality": {"slices": 4, "slices_trusted": 4}}
                """))
        .doesNotContain("TRUSTED", "INCOMPLETE");
  }

  @Test
  void inexactCountsAreIntervalsWithReasons() throws IOException {
    String accounting =
        """
        {"status": {"complete": false}, "accounting": {%s, "exact": false,
          "ok": 295, "error": 0, "timeout": 0, "cancelled": 0, "in_flight_at_stop": 0, "lost": 5,
          "unknown": 0, %s "unknown_because": ["lane g1.1.0.p was lost (silent for 30 s)"]}}
        """;

    assertThat(
            report(
                accounting.formatted(
                    "\"planned\": 400, \"issued\": 300, \"issued_at_most\": 400,"
                        + " \"not_issued\": 0, \"not_issued_at_most\": 100",
                    "\"unknown_at_most\": 100,")))
        .contains(
            """
            Request accounting
              400 planned = 300 to 400 issued + 0 to 100 not issued
              300 to 400 issued = 295 ok + 0 error + 0 timeout + 0 cancelled + 0 in flight at the stop + 5 lost + 0 to 100 unknown
              Unknown: lane g1.1.0.p was lost (silent for 30 s)
            """);
    assertThat(report(accounting.formatted("\"issued\": 300, \"not_issued\": 0", "")))
        .contains("  300 or more issued = 295 ok", " + 5 lost + 0 or more unknown\n");
  }

  @Test
  void labelSetsHaveTheirOwnTable() throws IOException {
    assertThat(
            report(
                """
                {"status": {"complete": true}, "labels": [
                  {"label_set": "model=a", "requests_ok": 30, "error_requests": 2,
                   "in_flight_mean": 3.5, "arrived_token_throughput": 812.5,
                   "metrics": {"time_to_first_token": {"p50": 81.2, "p99": 99.1},
                               "request_latency": {"p50": 210.4}}},
                  {"label_set": "model=b", "requests_ok": 0, "error_requests": 9,
                   "in_flight_mean": 0.1, "metrics": {}}]}
                """))
        .contains(
            """
            Labels
              Label    ok  errors  in flight  tokens/s  TTFT p50    p99  latency p50
              ───────  ──  ──────  ─────────  ────────  ────────  ─────  ───────────
              model=a  30       2       3.50     812.5     81.20  99.10        210.4
              model=b   0       9     0.1000         -         -      -            -
            """);
    assertThat(report("{\"status\": {\"complete\": true}}")).doesNotContain("Labels");
  }

  @Test
  void onlyProblemsOfServerMetricsAreShown() throws IOException {
    String page =
        """
        {"server_metrics": [
          {"url": "http://a/metrics", "scrapes": 37, "failed_scrapes": %d, "series_left_out": %d}]}
        """;

    assertThat(report(page.formatted(3, 12)))
        .contains(
            "Server metrics of http://a/metrics: 3 of 40 scrapes failed, 12 series were left out");
    assertThat(report(page.formatted(0, 0))).doesNotContain("Server metrics of");
  }

  @Test
  void keyMetricsComeFirstAndTimeWeightedOnesLast() throws IOException {
    String text =
        report(
            """
            {"status": {"complete": true}, "run": {"endpoint_type": "chat"}, "metrics": {
              "request_throughput": {"header": "Request Throughput", "unit": "requests/sec",
                "value": 29.281},
              "error_request_count": {"header": "Error Request Count", "unit": "requests",
                "value": 3},
              "e2e_output_token_throughput": {"header": "E2E Output Token Throughput",
                "unit": "tokens/sec/user", "count": 60, "avg": 125.72, "p99": 134.84},
              "request_latency": {"header": "Request Latency", "unit": "ms", "count": 60,
                "avg": 127.51, "min": 118.24, "max": 143.44, "p99": 142.15, "p90": 134.86,
                "p50": 126.66, "std": 5.6},
              "total_isl": {"header": "Total Input Sequence Length", "unit": "tokens",
                "value": 3000},
              "effective_concurrency": {"header": "Effective Concurrency", "unit": "requests",
                "avg": 3.73, "max": 4}}}
            """);

    assertThat(text)
        .startsWith(
            """

            LLM Metrics
            """)
        .endsWith(
            """

            LLM Metrics: Effective
              Metric                             avg  min   max  p99  p90  p50  std
              ────────────────────────────────  ────  ───  ────  ───  ───  ───  ───
              Effective Concurrency (requests)  3.73    -  4.00    -    -    -    -
            """)
        .containsSubsequence(
            "Request Latency (ms)",
            "Request Throughput (requests/sec)",
            "Request accounting",
            "LLM Metrics: More",
            "E2E Output Token Throughput  ",
            "  (tokens/sec/user)")
        .doesNotContain("Total Input", "Error Request Count");
  }

  @Test
  void similarDoubtsAboutGpuEnergyAreOneLine() throws IOException {
    String text =
        report(
            """
            {"status": {"complete": true}, "gpu": {"doubts": [
              "GPU 0 of http://a:9400/metrics was not observed for 3.2 s",
              "GPU 1 of http://a:9400/metrics was not observed for 3.4 s",
              "GPU 2 of http://a:9400/metrics was not observed for 3.1 s",
              "GPU 2 of http://a:9400/metrics reports neither energy nor power"]}}
            """);

    assertThat(text.lines().filter(line -> line.contains("Energy may be wrong")))
        .containsExactly(
            "  Energy may be wrong: GPU 0 of http://a:9400/metrics was not observed for 3.2 s"
                + " (and 2 other GPUs)",
            "  Energy may be wrong: GPU 2 of http://a:9400/metrics reports neither energy nor"
                + " power");
  }

  @Test
  void errorsShowTheirFirstAndLastTime() throws IOException {
    assertThat(
            report(
                """
                {"status": {"complete": true}, "window": {"start": "2026-11-21T20:00:00Z"},
                 "errors": [{"outcome": "http_error", "status": 503, "reason": "http_503",
                   "message": "The engine is overloaded", "count": 1200, "first": "2026-11-21T20:00:01.5Z",
                   "last": "2026-11-21T21:00:00Z", "sample_request_ids": ["0A", "0B"]}]}
                """))
        .contains(
            """
            Errors
              Error       status    reason  count  first s  last s  a request
              ──────────  ──────  ────────  ─────  ───────  ──────  ─────────
              http_error     503  http_503  1,200     1.50   3,600         0A
              http_503, 1,200 requests, from 1.50 to 3,600 s: The engine is overloaded
            """);
  }

  @Test
  void longErrorMessagesAreShortened() throws IOException {
    String message = "x".repeat(150) + "y".repeat(100);

    assertThat(
            report(
                """
                {"status": {"complete": true}, "window": {"start": "2026-11-21T20:00:00Z"},
                 "errors": [{"outcome": "http_error", "status": 400, "reason": "http_400",
                   "message": "%s", "count": 1, "first": "2026-11-21T20:00:01Z",
                   "last": "2026-11-21T20:00:01Z", "sample_request_ids": ["0A"]}]}
                """
                    .formatted(message)))
        .contains("  http_400, 1 request, at 1.00 s: " + message.substring(0, 200) + "…\n");
  }

  @Test
  void errorMessagesAreWrappedAtWords() throws IOException {
    assertThat(
            report(
                """
                {"status": {"complete": true}, "window": {"start": "2026-11-21T20:00:00Z"},
                 "errors": [{"outcome": "http_error", "status": 404, "reason": "http_404",
                   "message": "The model `llama` does not exist. The server has these models: llama-3-8b, llama-3-70b",
                   "count": 12, "first": "2026-11-21T20:00:01Z",
                   "last": "2026-11-21T20:00:09Z", "sample_request_ids": ["0A"]}]}
                """,
                80))
        .contains(
            """
              http_404, 12 requests, from 1.00 to 9.00 s: The model `llama` does not exist.
                  The server has these models: llama-3-8b, llama-3-70b
            """);
  }

  @Test
  void onlyUnexpectedResponsesAreReported() throws IOException {
    assertThat(
            report(
                """
                {"status": {"complete": true}, "run": {"endpoint_type": "messages"},
                 "content": {"empty_answers": 2, "short_answers": 0,
                 "finish_reasons": {"stop": 7, "content_filter": 1}}}
                """))
        .contains(
            """
            Answers
              2 complete responses without content (does the server support --endpoint-type messages?)
              1 stopped by a filter
            """);
    assertThat(
            report(
                """
                {"status": {"complete": true}, "content": {"empty_answers": 0, "short_answers": 0}}
                """))
        .doesNotContain("Answers");
  }

  @Test
  void aStopConditionIsShownFirst() throws IOException {
    assertThat(
            report(
                """
                {"status": {"complete": true, "stop_condition": "5 consecutive requests failed"}}
                """))
        .startsWith("\nSTOP CONDITION\n  5 consecutive requests failed\n");
  }

  @Test
  void anEarlySpikeIsShownWithTheNewestSlices() throws IOException {
    StringBuilder slices = new StringBuilder("{\"slices\": [");
    for (int i = 0; i < 100; i++) {
      slices
          .append(i == 0 ? "" : ",")
          .append(
              """
              {"slice": %d, "start_seconds": %d, "requests_sent": 9, "requests_ok": 9,
               "error_requests": 0, "in_flight_mean": 1, "trusted": true,
               "metrics": {"time_to_first_token": {"p50": 80, "p99": %d}}}
              """
                  .formatted(i, 10 * i, i == 7 ? 900 : 80));
    }
    ExportLayout layout = new ExportLayout(folder);
    Files.writeString(layout.longhaulJson(), "{\"status\": {\"complete\": true}}");
    Files.writeString(layout.slicesJson(), slices.append("]}"));

    String text = new ConsoleReport(layout, type -> "LLM Metrics").text(UNLIMITED);

    assertThat(text)
        .containsSubsequence(
            "Slices (the last 24)", "  76 ", "  99 ", "Worst slices (of all 100)", "worst in");
    assertThat(text.substring(text.indexOf("Worst slices")).lines())
        .anyMatch(line -> line.startsWith("  7 ") && line.endsWith("TTFT p99"));
  }

  private String report(String longhaulJson) throws IOException {
    return report(longhaulJson, UNLIMITED);
  }

  private String report(String longhaulJson, int columns) throws IOException {
    ExportLayout layout = new ExportLayout(folder);
    Files.writeString(layout.longhaulJson(), longhaulJson);
    Files.writeString(layout.slicesJson(), "{\"slices\": []}");
    return new ConsoleReport(layout, type -> "LLM Metrics").text(columns);
  }
}
