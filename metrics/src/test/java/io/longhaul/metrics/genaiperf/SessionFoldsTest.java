package io.longhaul.metrics.genaiperf;

import static io.longhaul.metrics.genaiperf.GenAiPerfMetric.INPUT_SEQUENCE_LENGTH;
import static io.longhaul.metrics.genaiperf.GenAiPerfMetric.OUTPUT_SEQUENCE_LENGTH;
import static io.longhaul.metrics.genaiperf.GenAiPerfMetric.OUTPUT_TOKEN_THROUGHPUT;
import static io.longhaul.metrics.genaiperf.GenAiPerfMetric.REQUEST_COUNT;
import static io.longhaul.metrics.genaiperf.GenAiPerfMetric.REQUEST_LATENCY;
import static io.longhaul.metrics.genaiperf.GenAiPerfMetric.REQUEST_THROUGHPUT;
import static io.longhaul.metrics.genaiperf.GenAiPerfMetric.TIME_TO_FIRST_TOKEN;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;

class SessionFoldsTest {
  private static final long MILLI = 1_000_000;

  private final SessionFolds folds = new SessionFolds();

  @Test
  void v7RatesOfASessionDivideByItsOwnTime() {
    folds.add(turn("A", 0, 10));
    folds.add(turn("B", 5, 15));
    folds.add(turn("A", 20, 30));

    assertThat(folds.sessions()).containsOnlyKeys("A", "B");
    assertThat(totals("A", REQUEST_THROUGHPUT)).isEqualTo(2 / 0.030);
    assertThat(totals("A", OUTPUT_TOKEN_THROUGHPUT)).isEqualTo(6 / 0.030);
    assertThat(totals("A", REQUEST_COUNT)).isEqualTo(2);
    assertThat(totals("B", REQUEST_THROUGHPUT)).isEqualTo(1 / 0.010);
    assertThat(totals("B", OUTPUT_TOKEN_THROUGHPUT)).isEqualTo(3 / 0.010);
    assertThat(totals("B", REQUEST_COUNT)).isEqualTo(1);
    for (GenAiPerfFold session : folds.sessions().values()) {
      assertThat(session.distributions())
          .containsOnlyKeys(
              REQUEST_LATENCY, TIME_TO_FIRST_TOKEN, OUTPUT_SEQUENCE_LENGTH, INPUT_SEQUENCE_LENGTH);
      assertThat(session.distributions().get(REQUEST_LATENCY).avg()).isEqualTo(10.0 * MILLI);
    }
  }

  @Test
  void aRequestWithoutASessionIsIgnored() {
    folds.add(turn(RecordedRequest.NO_SESSION, 0, 10));

    assertThat(folds.sessions()).isEmpty();
    assertThat(folds.omittedSome()).isFalse();
  }

  /** Rows come in no order of their own, and the same rows make the same file. */
  @Test
  void ofTooManySessionsTheFirstByNameAreKeptInAnyOrderOfRequests() {
    int more = SessionFolds.MAX_SESSIONS + 2;
    SessionFolds backwards = new SessionFolds();
    for (int i = 0; i < more; i++) {
      folds.add(turn(name(i), 0, 10));
      backwards.add(turn(name(more - 1 - i), 0, 10));
    }
    for (SessionFolds each : List.of(folds, backwards)) {
      each.add(turn(name(more - 1), 20, 30));
      each.add(turn(name(0), 20, 30));
    }

    for (SessionFolds each : List.of(folds, backwards)) {
      assertThat(each.omittedSome()).isTrue();
      assertThat(each.sessions()).hasSize(SessionFolds.MAX_SESSIONS);
      assertThat(each.sessions().firstKey()).isEqualTo(name(0));
      assertThat(each.sessions().lastKey()).isEqualTo(name(SessionFolds.MAX_SESSIONS - 1));
      assertThat(each.sessions().get(name(0)).requests()).isEqualTo(2);
    }
  }

  private double totals(String session, GenAiPerfMetric metric) {
    return folds.sessions().get(session).totals(false).get(metric);
  }

  private static String name(int session) {
    return String.format(Locale.ROOT, "session_%06d", session);
  }

  /** A response of three tokens that is not streamed. */
  private static RecordedRequest turn(String session, long startMs, long endMs) {
    return new RecordedRequest(startMs * MILLI, new long[] {endMs * MILLI}, 3, 3, false, session);
  }
}
