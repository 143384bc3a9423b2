package io.longhaul.control.sampler;

import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.control.ControlTopic;
import io.longhaul.control.coordinator.MemoryControlTopic;
import io.longhaul.wire.control.CoordinatorAlive;
import io.longhaul.wire.control.LaneAddress;
import io.longhaul.wire.control.SamplerJoined;
import io.longhaul.wire.control.SamplerPresent;
import io.longhaul.wire.control.VerdictAnnounced;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class SamplerAgentTest {
  private static final Duration SILENCE = Duration.ofSeconds(60);

  private final MemoryControlTopic topic =
      new MemoryControlTopic((key, number) -> MemoryControlTopic.Fate.ONCE_IMMEDIATELY);
  private final ControlTopic coordinator = topic.open();
  private final ControlTopic own = topic.open();
  private final List<String> calls = new ArrayList<>();
  private final List<String> notes = new ArrayList<>();
  private long nowNanos;
  private long count;
  private SamplerAgent agent = agent(Optional.empty());

  @Test
  void itOffersItselfUntilItIsAnsweredAndThenSamplesUntilTheLoadHasEnded() throws Exception {
    alive("run", false);
    poll();
    nowNanos += TimeUnit.SECONDS.toNanos(1);
    poll();
    List<SamplerPresent> offers = offers();
    assertThat(offers).hasSize(2).allMatch(offer -> offer.getProcessId().equals("node-a"));

    answer(offers.get(0), 1);
    poll();
    nowNanos += TimeUnit.SECONDS.toNanos(1);
    poll();
    assertThat(agent.sampledRuns()).containsExactly("run");
    assertThat(offers()).as("further offers").isEmpty();

    alive("run", true);
    poll();
    assertThat(calls).containsExactly("start s1", "end s1", "close s1");
    assertThat(notes)
        .containsExactly(
            "Sampling for run run", "Sampling for run run has ended: its load has ended");
    alive("run", true);
    poll();
    assertThat(offers()).isEmpty();
  }

  @Test
  void itSamplesForSeveralRunsAtATime() throws Exception {
    alive("one", false);
    alive("two", false);
    poll();
    answer(offers().get(0), 1);
    poll();
    alive("two", false);
    assertThat(agent.sampledRuns()).containsExactly("one");

    nowNanos += TimeUnit.SECONDS.toNanos(1);
    poll();
    answer(offers().get(0), 1);
    poll();
    assertThat(agent.sampledRuns()).containsExactlyInAnyOrder("one", "two");

    agent.end();
    assertThat(calls).filteredOn(call -> call.startsWith("end")).hasSize(2);
  }

  @Test
  void answersToOthersAreIgnored() throws Exception {
    alive("run", false);
    poll();
    SamplerPresent offer = offers().get(0);
    answer(SamplerPresent.newBuilder(offer).setProcessId("node-b").build(), 1);
    answer(SamplerPresent.newBuilder(offer).setIncarnationEpochMs(1).build(), 2);
    poll();

    assertThat(calls).isEmpty();
  }

  @Test
  void itJoinsAgainWithAnotherLaneIfItsLaneWasDeclaredLost() throws Exception {
    alive("run", false);
    poll();
    SamplerPresent first = offers().get(0);
    answer(first, 1);
    poll();
    coordinator.send(new VerdictAnnounced("run", "s1", "silent for 30 s"));
    poll();

    assertThat(calls).containsExactly("start s1", "close s1");
    SamplerPresent second = offers().get(0);
    assertThat(second.getIncarnationEpochMs()).isGreaterThan(first.getIncarnationEpochMs());
    answer(first, 1);
    answer(second, 2);
    poll();
    assertThat(calls).containsExactly("start s1", "close s1", "start s2");
  }

  @Test
  void itLeavesARunWhoseCoordinatorIsSilentAndReturnsWithIt() throws Exception {
    alive("run", false);
    poll();
    answer(offers().get(0), 1);
    poll();
    for (int i = 0; i < 7; i++) {
      nowNanos += TimeUnit.SECONDS.toNanos(10);
      poll();
    }
    assertThat(calls).containsExactly("start s1", "end s1", "close s1");
    assertThat(notes).last().asString().endsWith("its coordinator sent nothing for 60 s");

    alive("run", false);
    poll();
    assertThat(offers()).hasSize(1);
  }

  @Test
  void theSamplerOfOneRunIgnoresOthersAndEndsWithIt() throws Exception {
    agent = agent(Optional.of("mine"));
    alive("other", false);
    alive("mine", false);
    poll();
    List<SamplerPresent> offers = offers();
    assertThat(offers).extracting(SamplerPresent::getRunId).containsExactly("mine");
    assertThat(agent.isDone()).isFalse();

    answer(offers.get(0), 1);
    poll();
    alive("mine", true);
    poll();
    assertThat(agent.isDone()).isTrue();
  }

  @Test
  void aCoordinatorOfAnotherProtocolIsNotedOnce() throws Exception {
    for (int i = 0; i < 2; i++) {
      coordinator.send(
          CoordinatorAlive.newBuilder(message("run", false)).setProtocolVersion(1).build());
      poll();
    }

    assertThat(offers()).isEmpty();
    assertThat(notes).hasSize(1).first().asString().startsWith("Not sampling for run run: ");
  }

  private SamplerAgent agent(Optional<String> onlyRun) {
    return new SamplerAgent(
        own,
        "node-a",
        "test",
        onlyRun,
        SILENCE,
        this::start,
        notes::add,
        () -> 1_000,
        () -> nowNanos);
  }

  private RunSampling start(SamplerJoined joined) {
    String lane = joined.getLane().getLaneId();
    calls.add("start " + lane);
    return new RunSampling() {
      @Override
      public Optional<Duration> coordinatorTimeout() {
        return Optional.empty();
      }

      @Override
      public void end() {
        calls.add("end " + lane);
      }

      @Override
      public void close() {
        calls.add("close " + lane);
      }
    };
  }

  private void poll() throws InterruptedException {
    agent.poll(Duration.ZERO);
  }

  private void alive(String run, boolean loadEnded) {
    coordinator.send(message(run, loadEnded));
  }

  private CoordinatorAlive message(String run, boolean loadEnded) {
    return CoordinatorAlive.newBuilder()
        .setRunId(run)
        .setCount(count++)
        .setToldEpochNs(0)
        .setProtocolVersion(2)
        .setLoadEnded(loadEnded)
        .build();
  }

  private void answer(SamplerPresent offer, int number) {
    coordinator.send(
        SamplerJoined.newBuilder()
            .setRunId(offer.getRunId())
            .setProcessId(offer.getProcessId())
            .setIncarnationEpochMs(offer.getIncarnationEpochMs())
            .setNumber(number)
            .setLane(new LaneAddress("s" + number, "", "longhaul.gpu", 0))
            .setPlanJson("{}")
            .setRunStartEpochNs(0)
            .setJoinsEpochNs(0)
            .build());
  }

  private List<SamplerPresent> offers() {
    return coordinator.receive(Duration.ZERO).stream()
        .filter(SamplerPresent.class::isInstance)
        .map(SamplerPresent.class::cast)
        .toList();
  }
}
