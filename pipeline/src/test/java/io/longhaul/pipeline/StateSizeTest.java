package io.longhaul.pipeline;

import static io.longhaul.pipeline.history.TestRequest.aRequest;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.longhaul.pipeline.history.FakeLog;
import io.longhaul.pipeline.history.TestLane;
import io.longhaul.pipeline.lane.LaneMessage;
import io.longhaul.pipeline.lane.LaneReplay;
import io.longhaul.pipeline.run.RunReplay;
import io.longhaul.pipeline.source.FlatRecord;
import io.longhaul.wire.Ending;
import io.longhaul.wire.LabelDimension;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** State depends on what is open, and not on the duration of a run. */
class StateSizeTest {
  private static final long MILLIS_BETWEEN_REQUESTS = 20;

  @Test
  void stateDoesNotGrowWithTheRun() {
    LongRun run = new LongRun(List.of());
    run.lasts(120); // until the rare values of the distributions have occurred
    int lanes = run.lanes.stateBytes();
    int runs = run.runs.stateBytes();
    run.lasts(360);

    assertThat(run.lanes.stateBytes()).isCloseTo(lanes, within(lanes / 10));
    assertThat(run.runs.stateBytes()).isCloseTo(runs, within(runs / 10));
  }

  /** The same for each set, without what only the set of all requests contains. */
  @Test
  void aLabelSetNeedsNoMoreStateThanTheSetOfAllRequests() {
    LongRun plain = new LongRun(List.of());
    plain.lasts(20);
    LongRun sliced =
        new LongRun(List.of(new LabelDimension("model", List.of("a", "b", "never asked"))));
    sliced.lasts(20);

    assertThat(sliced.lanes.stateBytes()).isLessThan(3 * plain.lanes.stateBytes());
    assertThat(sliced.runs.stateBytes()).isLessThan(4 * plain.runs.stateBytes());
  }

  /** A long run whose state is measured in the middle of a slice. */
  private static final class LongRun {
    private final FakeLog log = new FakeLog();
    private final LaneReplay lanes = new LaneReplay();
    private final RunReplay runs = new RunReplay();
    private final Random random = new Random(7);
    private final TestLane coordinator;
    private final TestLane lane;
    private long now;
    private long requests;
    private int passedOn;

    LongRun(List<LabelDimension> dimensions) {
      coordinator = TestLane.coordinator(log).slicedBy(dimensions);
      lane = TestLane.generator(log, "g0.1.0.p", 1).slicedBy(dimensions);
      lanes.take(coordinator.started());
      lanes.take(coordinator.runStarted());
      lanes.take(coordinator.joined(lane, 0));
      lanes.take(lane.started());
    }

    void lasts(int seconds) {
      for (int second = 0; second < seconds; second++) {
        tellRequests();
        now += 1000;
        log.nowMillisAfterStart(now);
        lanes.take(lane.heartbeat(now, beat -> beat.setAckedBelow(lane.nextSeq())));
        lanes.take(coordinator.heartbeat(now));
      }
      tellRequests();
      List<LaneMessage> messages = lanes.out.toRun;
      messages.subList(passedOn, messages.size()).forEach(runs::take);
      passedOn = messages.size();
    }

    private void tellRequests() {
      for (long at = now; at < now + 1000; at += MILLIS_BETWEEN_REQUESTS) {
        lanes.take(request(at));
      }
    }

    private FlatRecord request(long sentAt) {
      long first = sentAt + 40 + random.nextInt(60);
      boolean fails = random.nextInt(20) == 0;
      return lane.fragment(
          aRequest(requests)
              .labelled(Map.of("model", requests % 2 == 0 ? "a" : "b"))
              .withPrompt(requests++ % 100)
              .sentAt(sentAt)
              .chunksAt(new long[] {first, first + 10, first + 20 + random.nextInt(20)})
              .failedAt(first + 60, fails ? Ending.HTTP_ERROR : Ending.OK, 200, fails ? "x" : null)
              .whole());
    }
  }
}
