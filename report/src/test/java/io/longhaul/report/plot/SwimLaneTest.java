package io.longhaul.report.plot;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.longhaul.report.picture.DrawnChart;
import io.longhaul.report.picture.Picture;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SwimLaneTest {
  private static final String REQUESTS = "requests, each session in one color";
  private static final SwimLane.Markers NO_MARKERS =
      new SwimLane.Markers(OptionalInt.empty(), OptionalDouble.empty(), OptionalDouble.empty());

  @TempDir Path folder;

  @Test
  void aSessionThatStartsAfterAnotherHasEndedTakesItsLane() throws IOException {
    write(turn("a", 0, 100), turn("b", 10, 300), turn("a", 150, 200), turn("c", 220, 300));
    DrawnChart drawn = draw(NO_MARKERS);

    assertThat(drawn.texts())
        .contains(
            "Swim Lanes of Sessions",
            "3 sessions, 4 requests. A lane is a place for one session at a time.",
            "sessions",
            "requests in flight",
            "start of a session");
    List<double[]> first = bars(drawn.paths(REQUESTS).get(0));
    assertThat(first).as("both requests of a").hasSize(2);
    double laneOfA = first.get(0)[1];
    assertThat(first.get(1)[1]).isEqualTo(laneOfA);
    assertThat(first.get(1)[0]).isGreaterThan(first.get(0)[0]);
    List<List<double[]>> others = drawn.paths().stream().map(SwimLaneTest::bars).toList();
    assertThat(others)
        .as("c is in the lane of a, and b in another")
        .anyMatch(bars -> bars.size() == 1 && bars.get(0)[1] == laneOfA);
  }

  @Test
  void requestsOfOneSessionAtTheSameTimeAreAboveEachOther() throws IOException {
    write(turn("a", 0, 100), turn("a", 50, 150));
    List<double[]> bars = bars(draw(NO_MARKERS).paths(REQUESTS).get(0));

    assertThat(bars).hasSize(2);
    assertThat(bars.get(0)[1]).isNotEqualTo(bars.get(1)[1]);
  }

  @Test
  void intendedConcurrencyRampAndEndAreMarked() throws IOException {
    write(turn("a", 0, 100), turn("b", 0, 100));
    Files.writeString(
        folder.resolve("profile_export_aiperf.json"),
        """
        {"input_config": {"phases": [
            {"name": "warmup", "exclude_from_results": true, "concurrency_ramp": {"duration": 9}},
            {"name": "profiling", "concurrency_ramp": {"duration": 0.05}}]},
         "benchmark_duration": {"avg": 0.1}}""",
        UTF_8);
    SwimLane.Markers markers =
        SwimLane.Markers.read(folder, OptionalInt.of(2), OptionalDouble.empty());

    assertThat(markers.rampSeconds()).hasValue(0.05);
    assertThat(markers.endSeconds()).hasValue(0.1);
    assertThat(SwimLane.Markers.read(folder, OptionalInt.empty(), OptionalDouble.of(3)))
        .extracting(SwimLane.Markers::rampSeconds)
        .isEqualTo(OptionalDouble.of(3));
    assertThat(draw(markers).texts())
        .contains("intended concurrency: 2", "end of the ramp", "end of the load");
  }

  @Test
  void timeBeginsWithTheFirstRequestAfterTheWarmup() throws IOException {
    String warmup =
        turn("w", 0, 50)
            .replace("\"metadata\": {", "\"metadata\": {\"benchmark_phase\": \"warmup\", ");
    assertThat(warmup).contains("warmup");
    write(warmup, turn("a", 1000, 1100));

    assertThat(draw(NO_MARKERS).texts())
        .contains("1 sessions, 1 requests. A lane is a place for one session at a time.");
  }

  @Test
  void anEndAfterTheDrawnRequestsIsNotMarked() throws IOException {
    write(turn("a", 0, 100));
    SwimLane.Markers markers =
        new SwimLane.Markers(OptionalInt.empty(), OptionalDouble.of(0.05), OptionalDouble.of(3600));

    assertThat(draw(markers).texts()).contains("end of the ramp").doesNotContain("end of the load");
  }

  @Test
  void laterRequestsThanTheMostThatAreDrawnAreCounted() throws IOException {
    String[] lines = new String[SwimLane.MAX_REQUESTS + 5];
    Arrays.setAll(lines, i -> turn("s" + i, i, i + 3));
    write(lines);

    assertThat(draw(NO_MARKERS).texts())
        .anyMatch(text -> text.contains("Only the earliest requests: 5 later ones are left out."));
  }

  @Test
  void aFolderWithoutRequestsIsRefused() throws IOException {
    assertThatThrownBy(() -> draw(NO_MARKERS)).isInstanceOf(NoSuchFileException.class);
    write("{\"metadata\": {\"request_start_ns\": null}}");
    assertThatThrownBy(() -> draw(NO_MARKERS))
        .hasMessageEndingWith("profile_export.jsonl contains no request");
  }

  @Test
  void aiperfsOwnSessionsAreDrawn() throws IOException {
    String place = System.getProperty("longhaul.samples", "");
    assumeTrue(!place.isEmpty(), "AIPerf's own files are not here: give -Dlonghaul.samples=FOLDER");
    Picture picture = SwimLane.of(Path.of(place, "multi"), NO_MARKERS);

    assertThat(new DrawnChart(picture).texts())
        .contains("4 sessions, 12 requests. A lane is a place for one session at a time.");
  }

  private DrawnChart draw(SwimLane.Markers markers) throws IOException {
    return new DrawnChart(SwimLane.of(folder, markers));
  }

  private void write(String... lines) throws IOException {
    Files.writeString(folder.resolve("profile_export.jsonl"), String.join("\n", lines), UTF_8);
  }

  private static String turn(String session, long fromMillis, long untilMillis) {
    long origin = 1_795_270_000_000_000_000L;
    return """
    {"metadata": {"x_correlation_id": "%s", "conversation_id": "c", "turn_index": 0, "request_start_ns": %d, "request_end_ns": %d, "was_cancelled": false}}"""
        .formatted(session, origin + fromMillis * 1_000_000, origin + untilMillis * 1_000_000);
  }

  /** Returns the corners of the rectangles of a path. */
  private static List<double[]> bars(String path) {
    return Arrays.stream(path.split("M", -1))
        .filter(part -> part.indexOf('L') > 0)
        .map(part -> part.substring(0, part.indexOf('L')).split(" ", -1))
        .map(corner -> new double[] {Double.parseDouble(corner[0]), Double.parseDouble(corner[1])})
        .toList();
  }
}
