package io.longhaul.report.html;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import org.junit.jupiter.api.Test;

class StabilitySectionTest {
  private static final String SHIFTED =
      """
      {"window": {"start": "2026-11-23T12:00:00Z"},
       "stability": {"slices": 90, "slices_needed": 60, "figures": [
        {"figure": "time_to_first_token", "statistic": "p99", "unit": "ms", "state": "SHIFT",
         "text": "100 to 150 ms (+50 %) at 400 s (slice 40)",
         "shifts": [{"slice": 40, "seconds": 400, "from": 100, "to": 150}]},
        {"figure": "request_throughput", "state": "NO_STEADY_STATE", "text": "3 shifts",
         "shifts": []}]}}
      """;

  @Test
  void eachFigureHasItsStateAndItsResult() throws IOException {
    HtmlText html = new HtmlText();
    new StabilitySection(json(SHIFTED)).write(html);

    assertThat(html.toString())
        .contains("Did the figures stay the same?")
        .containsSubsequence(
            "time_to_first_token.p99", "shift", "100 to 150 ms (+50&nbsp;%) at 400 s (slice 40)")
        .containsSubsequence("request_throughput", "no steady state", "3 shifts");
  }

  @Test
  void aShiftIsAnEventOfTheCharts() throws IOException {
    assertThat(new RunEvents(json(SHIFTED)).all())
        .containsExactly(
            new RunEvents.Event(
                RunEvents.Kind.SHIFT,
                400,
                400,
                "Shift of time_to_first_token.p99 (100.0 to 150.0 ms)"));
  }

  @Test
  void shiftsInNeighbouringSlicesAreOneEvent() throws IOException {
    JsonNode run =
        json(
            """
            {"window": {"start": "2026-11-23T12:00:00Z"},
             "stability": {"figures": [
              {"figure": "request_latency", "statistic": "p50", "unit": "ms",
               "shifts": [{"slice": 41, "seconds": 410, "from": 300, "to": 400},
                          {"slice": 70, "seconds": 700, "from": 400, "to": 300}]},
              {"figure": "request_count", "unit": "",
               "shifts": [{"slice": 40, "seconds": 400, "from": 7, "to": 5}]}]}}
            """);

    assertThat(new RunEvents(run).all())
        .containsExactly(
            new RunEvents.Event(
                RunEvents.Kind.SHIFT,
                400,
                400,
                "Shift of request_count (7.00 to 5.00), request_latency.p50 (300.0 to 400.0 ms)"),
            new RunEvents.Event(
                RunEvents.Kind.SHIFT,
                700,
                700,
                "Shift of request_latency.p50 (400.0 to 300.0 ms)"));
  }

  @Test
  void eachGaugeHasItsStateAndItsResult() throws IOException {
    HtmlText html = new HtmlText();
    new StabilitySection(
            json(
                """
                {"stability": {"slices": 3, "slices_needed": 60, "figures": [], "gauges": [
                  {"gauge": "memory of GPU 0 of host", "state": "GROWING",
                   "text": "lowest 40 GiB in the first third, 50 GiB in the last"}]}}
                """))
        .write(html);

    assertThat(html.toString())
        .contains(
            "is unknown: only 3 slices under load can be trusted or have no requests, and 60 are needed")
        .containsSubsequence("memory of GPU 0 of host", "growing", "lowest 40 GiB");
  }

  @Test
  void aShortRunHasNoSection() throws IOException {
    HtmlText html = new HtmlText();
    new StabilitySection(json("{\"stability\": {\"figures\": []}}")).write(html);

    assertThat(html.toString()).isEmpty();
  }

  private static JsonNode json(String text) throws IOException {
    return new ObjectMapper().readTree(text);
  }
}
