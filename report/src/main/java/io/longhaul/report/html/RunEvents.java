package io.longhaul.report.html;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.databind.JsonNode;
import io.longhaul.report.console.Figures;
import io.longhaul.report.figures.Durations;
import io.longhaul.report.json.JsonDocument;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * What happened at a time of the run: outages of the servers, lost lanes, shifts of figures, the
 * longest delays of the load generator, marks, gaps of the load, and its end.
 *
 * @param run content of {@code longhaul.json}
 */
record RunEvents(JsonNode run) {
  private static final double NANOS_PER_SECOND = 1e9;

  /** What an event is, for its color; the most important first. */
  enum Kind {
    FAULT,
    SHIFT,
    MARK,
    LOAD
  }

  /** An event, in seconds since the start of the run. */
  record Event(Kind kind, double fromSeconds, double untilSeconds, String text) {
    static Event at(Kind kind, double seconds, String text) {
      return new Event(kind, seconds, seconds, text);
    }

    void write(JsonDocument json) throws IOException {
      json.text("kind", kind.name().toLowerCase(Locale.ROOT));
      json.number("from", fromSeconds);
      json.number("until", untilSeconds);
      json.text("text", text);
    }

    /** Returns what happened, in a table with other events. */
    String sentence() {
      return kind == Kind.MARK ? "Mark: " + text : text;
    }

    /** Returns when it happened, as times since the start of the run. */
    String time() {
      String from = Durations.clock(fromSeconds);
      return untilSeconds > fromSeconds ? from + " to " + Durations.clock(untilSeconds) : from;
    }
  }

  /** Returns the events by time. */
  List<Event> all() {
    List<Event> events = new ArrayList<>();
    addOutages(events);
    addLostLanes(events);
    addShifts(events);
    addDelays(events);
    addGaps(events);
    addMarks(events);
    addEndOfLoad(events);
    events.sort(Comparator.comparingDouble(Event::fromSeconds));
    return events;
  }

  private void addOutages(List<Event> events) {
    for (JsonNode outage : run.path("availability").path("first_outages")) {
      double from = outage.path("start_second").asDouble();
      double seconds = outage.path("seconds").asDouble();
      events.add(
          new Event(
              Kind.FAULT,
              from,
              from + seconds,
              "No request succeeded for %.0f s".formatted(seconds)));
    }
  }

  private void addLostLanes(List<Event> events) {
    Instant start = Instant.parse(run.path("window").path("start").asText());
    for (JsonNode lane : run.path("lanes")) {
      if (lane.path("end").asText().equals("lost") && lane.has("end_time")) {
        Duration at = Duration.between(start, Instant.parse(lane.path("end_time").asText()));
        events.add(
            Event.at(
                Kind.FAULT,
                at.toNanos() / NANOS_PER_SECOND,
                "Lane %s was lost: %s"
                    .formatted(lane.path("lane_id").asText(), lane.path("reason").asText())));
      }
    }
  }

  /** Shifts that begin in the same slice or in the next one are one event. */
  private void addShifts(List<Event> events) {
    TreeMap<Long, List<String>> figures = new TreeMap<>();
    Map<Long, Double> seconds = new HashMap<>();
    for (JsonNode figure : run.path("stability").path("figures")) {
      for (JsonNode shift : figure.path("shifts")) {
        long slice = shift.path("slice").asLong();
        figures.computeIfAbsent(slice, each -> new ArrayList<>()).add(text(figure, shift));
        seconds.put(slice, shift.path("seconds").asDouble());
      }
    }
    while (!figures.isEmpty()) {
      long slice = figures.firstKey();
      List<String> shifted = new ArrayList<>();
      Map<Long, List<String>> together = figures.headMap(slice + 1, true);
      together.values().forEach(shifted::addAll);
      together.clear();
      events.add(
          Event.at(
              Kind.SHIFT,
              requireNonNull(seconds.get(slice)),
              "Shift of " + String.join(", ", shifted)));
    }
  }

  private static String text(JsonNode figure, JsonNode shift) {
    return "%s (%s to %s %s)"
        .formatted(
            StabilitySection.name(figure),
            Figures.of(shift.path("from")),
            Figures.of(shift.path("to")),
            figure.path("unit").asText())
        .replace(" )", ")");
  }

  private void addDelays(List<Event> events) {
    for (JsonNode period : run.path("quality").path("heavy_periods")) {
      events.add(
          new Event(
              Kind.FAULT,
              period.path("from_seconds").asDouble(),
              period.path("until_seconds").asDouble(),
              "The load generator was delayed by up to %s ms"
                  .formatted(Figures.of(period.path("delay_ms")))));
    }
  }

  private void addGaps(List<Event> events) {
    for (JsonNode gap : run.path("window").path("gaps")) {
      events.add(
          new Event(
              Kind.LOAD,
              gap.path("from_seconds").asDouble(),
              gap.path("until_seconds").asDouble(),
              "No request was sent or in flight"));
    }
  }

  private void addMarks(List<Event> events) {
    for (JsonNode mark : run.path("marks")) {
      events.add(Event.at(Kind.MARK, mark.path("seconds").asDouble(), mark.path("text").asText()));
    }
  }

  private void addEndOfLoad(List<Event> events) {
    JsonNode end = run.path("window").path("sending_end_seconds");
    if (end.isNumber() && end.asDouble() < run.path("window").path("seconds").asDouble()) {
      events.add(
          Event.at(
              Kind.LOAD,
              end.asDouble(),
              "End of the load: no request was sent after this slice; the others ended"));
    }
  }
}
