package io.longhaul.report.runs;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.longhaul.report.console.Figures;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The load of a run, in words.
 *
 * @param run content of {@code longhaul.json}
 */
public record TestedLoad(JsonNode run) {
  private static final List<String> NAMED = List.of("name", "kind", "type");
  private static final List<String> LIMITS = List.of("rate", "concurrency", "users");

  /** With fewer slices, the rate of the load could be more than a few percent too low. */
  private static final int LEAST_SLICES = 30;

  /** Host of a URL that names the machine itself. */
  private static final Pattern LOOPBACK =
      Pattern.compile("(?i)[a-z+]*:?/*(localhost|127\\.[0-9.]+|\\[::1])(:.*|/.*)?");

  private static final Pattern HOST = Pattern.compile("[a-z+]+://([^/:]+).*");

  private JsonNode phase() {
    for (JsonNode phase : run.at("/configuration/input_config/phases")) {
      if (phase.path("kind").asText().equals("profiling")) {
        return phase;
      }
    }
    return MissingNode.getInstance();
  }

  /** Returns the profiling phase, such as "concurrency 16, duration 20 s". */
  public String phaseText() {
    JsonNode phase = phase();
    List<String> words = new ArrayList<>(List.of(phase.path("type").asText()));
    LIMITS.forEach(name -> addMember(words, name, phase.path(name)));
    phase
        .properties()
        .forEach(
            member -> {
              if (!NAMED.contains(member.getKey()) && !LIMITS.contains(member.getKey())) {
                addMember(words, member.getKey(), member.getValue());
              }
            });
    return String.join(", ", words).replaceFirst("^([a-z_]+), \\1 ", "$1 ");
  }

  private static void addMember(List<String> words, String name, JsonNode value) {
    if (value.isValueNode() && !value.isMissingNode()) {
      words.add(name.replace('_', ' ') + " " + withoutZero(value) + unitOf(name));
    }
  }

  /** Returns the rate or the concurrency, such as "12 requests/s, concurrency 16". */
  public String limitText() {
    JsonNode phase = phase();
    List<String> words = new ArrayList<>();
    if (phase.path("rate").isNumber()) {
      words.add(withoutZero(phase.path("rate")) + unitOf("rate"));
    } else if (isOpenLoop()) {
      words.add(phase.path("type").asText().replace('_', ' '));
    }
    for (String limit : List.of("concurrency", "users")) {
      if (phase.path(limit).isNumber()) {
        words.add(limit + " " + withoutZero(phase.path(limit)));
      }
    }
    return String.join(", ", words);
  }

  private static String withoutZero(JsonNode number) {
    return number.asText().replaceFirst("\\.0$", "");
  }

  private static String unitOf(String name) {
    if (name.equals("duration") || name.endsWith("_period")) {
      return " s";
    }
    return name.equals("rate") ? " requests/s" : "";
  }

  /** Returns whether requests have planned times that do not depend on the end of others. */
  public boolean isOpenLoop() {
    JsonNode type = phase().path("type");
    return type.isTextual() && !type.asText().startsWith("concurrency");
  }

  /** Returns whether neither the planned rate nor the concurrency changes during the run. */
  public boolean isConstant() {
    JsonNode phase = phase();
    // A rate with stages is not in the phase.
    return phase.path(isOpenLoop() ? "rate" : "concurrency").isNumber()
        && phase.properties().stream().noneMatch(member -> member.getKey().endsWith("_ramp"));
  }

  /** Returns the requests that were sent and their rate; empty if it is unknown. */
  public String issuedText() {
    double seconds = run.path("window").path("sending_end_seconds").asDouble();
    JsonNode issued = run.path("accounting").path("issued");
    if (issued.isMissingNode() || seconds == 0) {
      return "";
    }
    // The end of the load is known to one slice.
    double slice = run.path("run").path("slice_duration_seconds").asDouble();
    return seconds < LEAST_SLICES * slice
        ? Figures.count(issued) + " requests"
        : "%s requests, %s per second until the end of the load"
            .formatted(Figures.count(issued), Figures.of(issued.asLong() / seconds));
  }

  /** Returns the lengths of prompts and responses, as they were. */
  public String lengthsText() {
    List<String> lengths = new ArrayList<>();
    addLength(lengths, "input", "input_sequence_length");
    addLength(lengths, "output", "output_sequence_length");
    return String.join("; ", lengths);
  }

  private void addLength(List<String> lengths, String what, String tag) {
    JsonNode length = run.path("metrics").path(tag);
    if (length.path("min").isNumber()) {
      boolean isOne = length.path("min").asDouble() == length.path("max").asDouble();
      lengths.add(
          isOne
              ? "%s %s tokens".formatted(what, Figures.count(length.path("min")))
              : "%s %s to %s tokens, mean %s"
                  .formatted(
                      what,
                      Figures.count(length.path("min")),
                      Figures.count(length.path("max")),
                      Figures.of(length.path("avg"))));
    }
  }

  /** Returns whether a server is on the machine of a load generator. */
  public boolean isOnOneMachine() {
    return run.at("/configuration/input_config/endpoint/urls")
        .valueStream()
        .map(JsonNode::asText)
        .anyMatch(url -> LOOPBACK.matcher(url).matches() || isHostOfGenerator(url));
  }

  private boolean isHostOfGenerator(String url) {
    Matcher host = HOST.matcher(url);
    return host.matches()
        && run.path("generators")
            .valueStream()
            .anyMatch(generator -> generator.path("hostname").asText().equals(host.group(1)));
  }
}
