package io.longhaul.control.coordinator;

import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.wire.control.LaneAddress;
import io.longhaul.wire.control.SamplerJoined;
import io.longhaul.wire.control.SamplerPresent;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class RemoteSamplersTest {
  private static final long START = 1_000;
  private static final long JOINS = 2_000;

  private long nowNanos;
  private final RemoteSamplers samplers =
      new RemoteSamplers("run", "{}", "longhaul.gpu", 2, () -> nowNanos);
  private final List<SamplerJoined> joined = new ArrayList<>();
  private final List<SamplerJoined> answers = new ArrayList<>();

  @Test
  void eachSamplerJoinsWithALaneAndAPartitionOfItsOwn() {
    samplers.received(present("node-a", 36));
    samplers.received(present("node-b", 37));
    answer();

    assertThat(joined)
        .extracting(SamplerJoined::getLane)
        .containsExactly(
            new LaneAddress("s1.10.0", "", "longhaul.gpu", 1),
            new LaneAddress("s2.11.0", "", "longhaul.gpu", 0));
    assertThat(joined).allMatch(each -> each.getRunStartEpochNs() == START);
    assertThat(joined).allMatch(each -> each.getJoinsEpochNs() == JOINS);
    assertThat(answers).isEqualTo(joined);
    assertThat(samplers.nameOf("s2.11.0")).hasValue("node-b");
    assertThat(RemoteSamplers.isLane("s2.11.0")).isTrue();
    assertThat(RemoteSamplers.isLane("s0.11.0")).as("of the coordinator's process").isFalse();
  }

  @Test
  void aSamplerThatAsksAgainGetsTheSameAnswer() {
    samplers.received(present("node-a", 1));
    answer();
    samplers.received(present("node-a", 1));
    answer();

    assertThat(joined).hasSize(1);
    assertThat(answers).hasSize(2);
    assertThat(answers.get(1)).isEqualTo(answers.get(0));
  }

  @Test
  void aSamplerIsAnsweredOnlyIfItHasAskedAndWaits() {
    samplers.received(present("gone", 1));
    nowNanos += Duration.ofSeconds(5).toNanos();
    answer();
    answer();

    assertThat(answers).isEmpty();
  }

  @Test
  void aRestartedSamplerJoinsWithAnotherLane() {
    samplers.received(present("node-a", 1));
    answer();
    samplers.received(present("node-a", 2));
    answer();

    assertThat(joined).extracting(each -> each.getLane().getLaneId()).doesNotHaveDuplicates();
    assertThat(samplers.lanesOf("node-a")).containsExactly("s1.1.0", "s2.2.0");
  }

  @Test
  void numbersOfEarlierCoordinatorsAreNotGivenAgain() {
    samplers.takeOver(
        List.of(
            new LaneAddress("s0.1.0", "", "longhaul.gpu", 0),
            new LaneAddress("s7.1.0", "", "longhaul.gpu", 1)));
    samplers.received(present("node-a", 1));
    answer();

    assertThat(joined).extracting(SamplerJoined::getNumber).containsExactly(8);
  }

  private void answer() {
    samplers.answer(START, JOINS, joined::add, answers::add);
  }

  private static SamplerPresent present(String name, long incarnation) {
    return new SamplerPresent("run", name, incarnation, "test");
  }
}
