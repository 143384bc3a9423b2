package io.longhaul.report.html;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.longhaul.report.html.RunEvents.Event;
import io.longhaul.report.html.RunEvents.Kind;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

class RunEventsTest {
  @Test
  void heavyDelaysOutagesAndTheEndOfTheLoadAreEventsByTime() throws IOException {
    assertThat(
            events(
                """
                {"window": {"start": "2026-11-23T12:00:00Z", "seconds": 65.5, "sending_end_seconds": 60},
                 "availability": {"first_outages": [{"start_second": 40, "seconds": 5}]},
                 "quality": {"heavy_periods": [
                   {"from_seconds": 10, "until_seconds": 15, "delay_ms": 892.9}]}}
                """))
        .containsExactly(
            new Event(Kind.FAULT, 10, 15, "The load generator was delayed by up to 892.9 ms"),
            new Event(Kind.FAULT, 40, 45, "No request succeeded for 5 s"),
            Event.at(
                Kind.LOAD,
                60,
                "End of the load: no request was sent after this slice; the others ended"));
  }

  @Test
  void marksAreEventsByTime() throws IOException {
    List<Event> events =
        events(
            """
            {"window": {"start": "2026-11-23T12:00:00Z"},
             "availability": {"first_outages": [{"start_second": 40, "seconds": 5}]},
             "marks": [{"seconds": 12.5, "text": "deployed"}, {"seconds": 50, "text": "rolled back"}]}
            """);

    assertThat(events)
        .containsExactly(
            Event.at(Kind.MARK, 12.5, "deployed"),
            new Event(Kind.FAULT, 40, 45, "No request succeeded for 5 s"),
            Event.at(Kind.MARK, 50, "rolled back"));
    assertThat(events.get(0).sentence()).isEqualTo("Mark: deployed");
  }

  @Test
  void aLoadThatEndsWithTheRunIsNoEvent() throws IOException {
    assertThat(
            events(
                """
                {"window": {"start": "2026-11-23T12:00:00Z", "seconds": 60, "sending_end_seconds": 60}}
                """))
        .isEmpty();
  }

  @Test
  void aPeriodWithoutRequestsIsAnEventOfTheLoad() throws IOException {
    assertThat(
            events(
                """
                {"window": {"start": "2026-11-23T12:00:00Z", "gaps": [{"from_seconds": 1870, "until_seconds": 1980}]}}
                """))
        .containsExactly(new Event(Kind.LOAD, 1870, 1980, "No request was sent or in flight"));
  }

  private static List<Event> events(String run) throws IOException {
    return new RunEvents(new ObjectMapper().readTree(run)).all();
  }
}
