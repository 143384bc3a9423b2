package io.longhaul.control;

import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.control.coordinator.Generator;
import io.longhaul.control.coordinator.GeneratorControl;
import io.longhaul.control.coordinator.GeneratorRegistry;
import io.longhaul.control.coordinator.MemoryControlTopic;
import io.longhaul.control.coordinator.MemoryControlTopic.Fate;
import io.longhaul.control.coordinator.RecordingGeneratorLoad;
import io.longhaul.control.coordinator.RunCoordinator;
import io.longhaul.control.coordinator.TestCoordinators;
import io.longhaul.control.generator.GeneratorAgent;
import io.longhaul.control.generator.GeneratorIdentity;
import io.longhaul.control.generator.GeneratorLoad;
import io.longhaul.control.generator.Participation;
import io.longhaul.control.generator.Participation.Outcome;
import io.longhaul.schema.StopReason;
import io.longhaul.wire.control.GeneratorPresent;
import io.longhaul.wire.control.LaneAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Whole runs over a control topic that loses, delays and duplicates messages. */
@Timeout(60)
class ControlProtocolTest {
  private static final Executor THREADS = task -> new Thread(task, "takes part").start();
  private static final Duration REPEAT = Duration.ofMillis(40);
  private static final Duration POLL_INTERVAL = Duration.ofMillis(5);
  private static final String RUN = "r1";

  private final Map<String, RecordingGeneratorLoad> loads = new ConcurrentHashMap<>();
  private final List<CompletableFuture<Participation>> parts = new ArrayList<>();
  private final List<String> warnings = new ArrayList<>();
  private MemoryControlTopic topic;
  private GeneratorRegistry registry;
  private GeneratorControl control;

  @AfterEach
  void noAgentIsStillRunning() {
    assertThat(parts).allSatisfy(part -> assertThat(part).succeedsWithin(20, TimeUnit.SECONDS));
  }

  static Stream<String> everyMessage() {
    return Stream.of(
        "ALIVE/",
        "PRESENT/a.1",
        "CLOCK_ASKED/a.1",
        "CLOCK_TOLD/a.1",
        "PLAN/",
        "SHARE/a.1",
        "READY/a.1",
        "WARMUP/",
        "WARMUP_ENDED/a.1",
        "START/",
        "ENDED/a.1",
        "RELEASED/a.1");
  }

  @Test
  void theTestsCoverAllMessagesOfARun() {
    open((key, number) -> Fate.ONCE_IMMEDIATELY);
    generate("a");

    run(1);

    assertThat(topic.keys())
        .containsExactlyInAnyOrderElementsOf(
            Stream.concat(everyMessage(), Stream.of("STARTED/a.1"))
                .map(key -> RUN + "/" + key)
                .toList());
  }

  @ParameterizedTest
  @MethodSource("everyMessage")
  void aRunSurvivesTheLossOfAnyMessage(String lost) {
    open(
        (key, number) ->
            number == 0 && key.equals(RUN + "/" + lost) ? Fate.LOST : Fate.ONCE_IMMEDIATELY);
    generate("a");
    generate("b");

    run(2);

    // A fast machine ends the run before the next sign of life.
    supervise(() -> topic.sent(RUN + "/" + lost) > 1);
    assertAllCarriedTheirShares();
  }

  @Test
  void aLostStartAnswerIsRequestedAgain() {
    open(
        (key, number) ->
            key.contains("/STARTED/") && number < 2 ? Fate.LOST : Fate.ONCE_IMMEDIATELY);
    generate("a", 1, false);
    gather(1);
    start(7);
    supervise(registry::haveStarted);
    control.announceStop(StopReason.COMPLETED, false);
    superviseToTheEnd();

    assertThat(topic.sent(RUN + "/STARTED/a.1")).isGreaterThan(2);
    assertThat(loads.get("a").calls()).containsExactly("prepare", "start", "stop", "close");
  }

  @Test
  void aRunSurvivesTheLossOfTheFirstThreeCopiesOfEachMessage() {
    open((key, number) -> number < 3 ? Fate.LOST : Fate.ONCE_IMMEDIATELY);
    generate("a");
    generate("b");

    run(2);

    assertAllCarriedTheirShares();
  }

  @Test
  void aRunSurvivesDuplicatedAndLateMessages() {
    open((key, number) -> List.of(Duration.ZERO, Duration.ZERO, Duration.ofMillis(300)));
    generate("a");
    generate("b");

    run(2);

    assertAllCarriedTheirShares();
  }

  @Test
  void aRunSurvivesMessagesSlowerThanTheirRepetition() {
    open((key, number) -> List.of(REPEAT.multipliedBy(4)));
    generate("a");
    generate("b");

    run(2);

    assertAllCarriedTheirShares();
  }

  @Test
  void aRunSurvivesTheLossOfHalfOfAllMessagesAndReordering() {
    Random random = new Random(20);
    open(
        (key, number) ->
            random.nextBoolean() ? Fate.LOST : List.of(Duration.ofMillis(random.nextInt(150))));
    generate("a");
    generate("b");

    run(2);

    assertAllCarriedTheirShares();
  }

  private void assertAllCarriedTheirShares() {
    assertThat(parts)
        .allSatisfy(
            part ->
                assertThat(part)
                    .succeedsWithin(20, TimeUnit.SECONDS)
                    .isEqualTo(new Participation(Outcome.DONE, "")));
    assertThat(loads.values())
        .allSatisfy(
            load ->
                assertThat(load.calls()).containsExactly("prepare", "warm up", "start", "close"));
    assertThat(loads.values())
        .extracting(RecordingGeneratorLoad::share)
        .containsExactlyInAnyOrder(0, 1);
    assertThat(loads.values()).extracting(load -> load.runStartEpochNanos).containsOnly(7L);
  }

  @Test
  void aLostStopReachesAllGenerators() {
    open((key, number) -> key.contains("/STOP/") && number < 2 ? Fate.LOST : Fate.ONCE_IMMEDIATELY);
    generate("a", 1, false);
    gather(1);
    start(7);
    supervise(registry::haveStarted);
    control.announceStop(StopReason.INTERRUPTED, false);
    superviseToTheEnd();

    assertThat(parts.get(0)).succeedsWithin(20, TimeUnit.SECONDS);
    assertThat(loads.get("a").calls()).containsExactly("prepare", "start", "stop", "close");
  }

  @Test
  void repeatedStopsTakeEffectOnce() {
    open((key, number) -> List.of(Duration.ZERO, Duration.ofMillis(50)));
    generate("a", 1, false);
    gather(1);
    control.announceStop(StopReason.INTERRUPTED, true);
    control.announceStop(StopReason.INTERRUPTED, false);
    superviseToTheEnd();

    assertThat(parts.get(0)).succeedsWithin(20, TimeUnit.SECONDS);
    assertThat(loads.get("a").calls()).containsExactly("prepare", "cancel", "close");
  }

  @Test
  void aLostVerdictReachesItsGenerator() {
    open(
        (key, number) ->
            key.contains("/VERDICT/") && number < 1 ? Fate.LOST : Fate.ONCE_IMMEDIATELY);
    generate("a", 1, false);
    gather(1);
    start(7);
    supervise(registry::haveStarted);
    Generator lost = registry.of("a").orElseThrow();
    lost.end();
    control.announceLost("g0.1.p", "silent for 30 s", Optional.of(lost));
    supervise(lost::hasReportedEnd);

    assertThat(parts.get(0))
        .succeedsWithin(20, TimeUnit.SECONDS)
        .isEqualTo(
            new Participation(
                Outcome.STOPPED_EARLY, "its lane was declared lost: silent for 30 s"));
  }

  @Test
  void aLateStartIsExecutedAndReported() {
    open((key, number) -> key.contains("/START/") ? List.of(REPEAT) : Fate.ONCE_IMMEDIATELY);
    generate("a");
    gather(1);
    start(epochNanos() - TimeUnit.SECONDS.toNanos(5));
    superviseToTheEnd();

    assertThat(loads.get("a").calls()).containsExactly("prepare", "start", "close");
    assertThat(warnings)
        .singleElement()
        .asString()
        .startsWith("generator a on host-a started 5.")
        .endsWith(
            " s late: it received the start late, so requests planned for that time are sent"
                + " late");
  }

  @Test
  void aGeneratorThatDiesWhileJoiningIsReplacedByANewerProcess() {
    open((key, number) -> Fate.ONCE_IMMEDIATELY);
    control = control(2);
    try (ControlTopic dead = topic.open()) {
      dead.send(present("a", 1));
    }
    supervise(() -> registry.of("a").isPresent());

    generate("a", 2, true);
    generate("b", 1, true);
    execute();

    assertThat(registry.of("a").orElseThrow().incarnationEpochMillis()).isEqualTo(2);
    assertAllCarriedTheirSharesWithoutWarmup();
  }

  @Test
  void aGeneratorThatDiesWhilePreparingIsReplacedAndItsShareReassigned() {
    open((key, number) -> Fate.ONCE_IMMEDIATELY);
    CompletableFuture<Void> never = new CompletableFuture<>();
    CompletableFuture<Participation> older =
        takePart(
            "a",
            1,
            new RecordingGeneratorLoad(0, true) {
              @Override
              public List<LaneAddress> prepare() {
                never.join();
                return super.prepare();
              }
            });
    generate("b", 1, true);
    control = control(2);
    supervise(registry::isComplete);
    registry.assignShares();
    supervise(
        () ->
            registry.of("a").orElseThrow().share() == 0
                && !registry.of("a").orElseThrow().awaitsShare());

    generate("a", 2, true);
    supervise(registry::isReady);
    start(7);
    superviseToTheEnd();

    assertThat(loads.get("a").share()).isZero();
    assertAllBut(older);
    assertThat(older)
        .as("where the older one lives after all")
        .succeedsWithin(20, TimeUnit.SECONDS)
        .isEqualTo(
            new Participation(
                Outcome.REFUSED,
                "a later process named a has replaced it (give each generator its own --name)"));
  }

  private void assertAllBut(CompletableFuture<Participation> other) {
    assertThat(parts.stream().filter(part -> part != other))
        .allSatisfy(
            part ->
                assertThat(part)
                    .succeedsWithin(20, TimeUnit.SECONDS)
                    .isEqualTo(new Participation(Outcome.DONE, "")));
  }

  @Test
  void aRestartedGeneratorContinuesItsShareAlthoughMessagesAreLost() {
    open((key, number) -> number < 2 ? Fate.LOST : Fate.ONCE_IMMEDIATELY);
    generate("a", 1, false);
    generate("b", 1, false);
    gather(2);
    start(7);
    supervise(registry::haveStarted);
    RecordingGeneratorLoad first = loads.get("a");
    registry.admitSuccessors(
        new GeneratorRegistry.Succession() {
          @Override
          public boolean isGone(Generator former) {
            return former.isLost();
          }

          @Override
          public void succeed(Generator former, Generator successor) {
            warnings.add("returned: " + successor.nameInRun());
          }
        });
    registry.of("a").orElseThrow().lose();
    generate("a", 2, true);
    supervise(() -> registry.of("a").orElseThrow().incarnationEpochMillis() == 2);
    Generator successor = registry.of("a").orElseThrow();
    supervise(successor::isReady);
    successor.join(99);
    control.announceJoins();
    supervise(successor::isOver);
    control.announceStop(StopReason.COMPLETED, false);
    superviseToTheEnd();

    assertThat(warnings).contains("returned: g0");
    assertThat(loads.get("a").share()).isEqualTo(first.share());
    assertThat(loads.get("a").calls())
        .startsWith("prepare to continue a run of 7", "continue at 99 a run of 7")
        .doesNotContain("prepare", "start");
    assertThat(loads.get("b").calls()).containsExactly("prepare", "start", "stop", "close");
  }

  @Test
  void aGeneratorThatReturnsAfterTheStartIsReleased() {
    open((key, number) -> Fate.ONCE_IMMEDIATELY);
    generate("a", 1, false);
    gather(1);
    start(7);
    supervise(registry::haveStarted);
    registry.admitNoSuccessors();
    CompletableFuture<Participation> again = takePart("a", 2, new RecordingGeneratorLoad(9, true));
    supervise(again::isDone);

    assertThat(again)
        .isCompletedWithValue(
            new Participation(
                Outcome.NOT_NEEDED, "the run has started, and generators can no longer join it"));
    assertThat(registry.isOver()).isFalse();
    control.announceStop(StopReason.COMPLETED, false);
    superviseToTheEnd();
  }

  @Test
  void anUnneededGeneratorIsReleasedImmediately() {
    open((key, number) -> Fate.ONCE_IMMEDIATELY);
    generate("a", 1, false);
    control = control(1);
    supervise(registry::isComplete);
    CompletableFuture<Participation> surplus =
        takePart("b", 1, new RecordingGeneratorLoad(9, true));
    long begun = System.nanoTime();
    supervise(surplus::isDone);

    assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(Duration.ofSeconds(5));
    assertThat(surplus)
        .isCompletedWithValue(
            new Participation(Outcome.NOT_NEEDED, "the run already has its one generator"));
    control.announceStop(StopReason.COMPLETED, true);
    superviseToTheEnd();
  }

  @Test
  void aLargeClockOffsetIsRejected() {
    open((key, number) -> Fate.ONCE_IMMEDIATELY);
    control = control(1);
    CompletableFuture<Participation> part =
        takePart(
            "a",
            1,
            new RecordingGeneratorLoad(0, true),
            () -> epochNanos() + TimeUnit.SECONDS.toNanos(42));
    supervise(part::isDone);

    Participation refused = part.join();
    assertThat(refused.outcome()).isEqualTo(Outcome.REFUSED);
    assertThat(refused.reason())
        .matches(
            "its clock is 4[12]\\.\\d{3} s ahead of the coordinator's \\(± \\d\\.\\d{3} s\\); the"
                + " offset must be less than 30 s \\(synchronize the clocks of both machines, with"
                + " NTP or chrony\\)");
    assertThat(warnings).containsExactly("generator a on host-a was refused: " + refused.reason());
    assertThat(registry.missing()).isEqualTo(1);
  }

  @Test
  void aModerateClockOffsetIsWarnedAboutAndDelaysTheStart() {
    open((key, number) -> Fate.ONCE_IMMEDIATELY);
    control = control(1);
    CompletableFuture<Participation> part =
        takePart(
            "a",
            1,
            new RecordingGeneratorLoad(0, true),
            () -> epochNanos() + TimeUnit.SECONDS.toNanos(3));
    supervise(registry::isComplete);
    registry.assignShares();
    supervise(registry::isReady);
    registry.warnOfClocks();

    assertThat(warnings)
        .singleElement()
        .asString()
        .matches(
            "the clock of generator a on host-a is [23]\\.\\d{3} s ahead of the coordinator's \\(±"
                + " \\d\\.\\d{3} s\\): its requests count in slices that are shifted by"
                + " this offset; durations are correct");
    assertThat(registry.fastestClockNanos())
        .isBetween(TimeUnit.MILLISECONDS.toNanos(2500), TimeUnit.MILLISECONDS.toNanos(3500));
    start(epochNanos() + registry.fastestClockNanos() + TimeUnit.SECONDS.toNanos(1));
    supervise(part::isDone);
    assertThat(warnings).as("it did not start late").hasSize(1);
  }

  @Test
  void aGeneratorLeavesARunWhoseCoordinatorDisappearsBeforeTheStart() {
    open((key, number) -> Fate.ONCE_IMMEDIATELY);
    control = control(2);
    try (ControlTopic own = topic.open()) {
      Participation part =
          new GeneratorAgent(
                  own,
                  RUN,
                  identity("a", 1),
                  Duration.ofMillis(300),
                  (plan, share, shares) -> new RecordingGeneratorLoad(share, true))
              .takePart();

      assertThat(part.outcome()).isEqualTo(Outcome.COORDINATOR_GONE);
      assertThat(part.reason()).startsWith("the coordinator sent nothing for");
    }
  }

  @Test
  void aGeneratorThatStopsBecauseItsCoordinatorIsSilentReportsThatItsShareIsIncomplete()
      throws Exception {
    open((key, number) -> Fate.ONCE_IMMEDIATELY);
    CompletableFuture<Participation> part =
        takePart(
            "a",
            1,
            (plan, share, shares) -> new RecordingGeneratorLoad(share, false),
            ControlProtocolTest::epochNanos,
            Duration.ofSeconds(1));
    gather(1);
    start(7);
    supervise(registry::haveStarted);
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
    while (topic.sent(RUN + "/ENDED/a.1") == 0) {
      assertThat(System.nanoTime()).as("deadline").isLessThan(deadline);
      TimeUnit.MILLISECONDS.sleep(20);
    }
    supervise(part::isDone);

    assertThat(registry.problemsAtTheEnd())
        .containsExactly(
            "a stopped before the end of its share: the coordinator sent nothing for 1 s");
  }

  @Test
  void thePlanSetsHowLongTheCoordinatorMayBeSilent() {
    open((key, number) -> Fate.ONCE_IMMEDIATELY);
    CompletableFuture<Participation> part =
        takePart(
            "a",
            1,
            new RecordingGeneratorLoad(0, false) {
              @Override
              public Optional<Duration> coordinatorTimeout() {
                return Optional.of(Duration.ofMillis(300));
              }
            },
            ControlProtocolTest::epochNanos);
    gather(1);
    start(7);

    // From now on, the coordinator sends nothing.
    assertThat(part)
        .succeedsWithin(Duration.ofSeconds(40))
        .extracting(Participation::outcome, Participation::reason)
        .containsExactly(Outcome.STOPPED_EARLY, "the coordinator sent nothing for 0 s");
  }

  @Test
  void aGeneratorEndsWithoutConfirmationDuringAnOutage() {
    open((key, number) -> Fate.ONCE_IMMEDIATELY);
    RecordingGeneratorLoad load =
        new RecordingGeneratorLoad(0, true) {
          @Override
          public boolean flush() {
            topic.startOutage();
            return super.flush();
          }
        };
    CompletableFuture<Participation> part =
        takePart(
            "a",
            1,
            (plan, share, shares) -> load,
            ControlProtocolTest::epochNanos,
            Duration.ofMillis(300));
    parts.add(part);
    gather(1);
    start(7);

    supervise(part::isDone);
    assertThat(part).isCompletedWithValue(new Participation(Outcome.DONE, ""));
    assertThat(topic.sent(RUN + "/ENDED/a.1")).isGreaterThan(1);
  }

  private void assertAllCarriedTheirSharesWithoutWarmup() {
    assertAllBut(null);
    assertThat(loads.values())
        .allSatisfy(load -> assertThat(load.calls()).containsExactly("prepare", "start", "close"));
  }

  private void open(Fate fate) {
    topic = new MemoryControlTopic(fate);
  }

  private GeneratorControl control(int wanted) {
    registry =
        new GeneratorRegistry(
            RUN, wanted, System::nanoTime, ControlProtocolTest::epochNanos, warnings::add);
    return new GeneratorControl(
        TestCoordinators.announcement(RUN, wanted, true),
        topic.open(),
        registry,
        System::nanoTime,
        ControlProtocolTest::epochNanos,
        REPEAT);
  }

  private static long epochNanos() {
    return TimeUnit.MILLISECONDS.toNanos(System.currentTimeMillis());
  }

  /** Coordinates a run like {@link RunCoordinator}, without lanes. */
  private void run(int wanted) {
    gather(wanted);
    control.announceWarmup();
    supervise(registry::hasEndedWarmup);
    start(7);
    superviseToTheEnd();
  }

  private void execute() {
    supervise(registry::isComplete);
    registry.assignShares();
    supervise(registry::isReady);
    start(7);
    superviseToTheEnd();
  }

  private void gather(int wanted) {
    control = control(wanted);
    supervise(registry::isComplete);
    registry.assignShares();
    supervise(registry::isReady);
    assertThat(registry.problems()).isEmpty();
  }

  private void start(long runStartEpochNanos) {
    control.announceStart(runStartEpochNanos);
  }

  /** As closeRun: who has not read that its end was read, asks again. */
  private void superviseToTheEnd() {
    supervise(registry::isOver);
    supervise(() -> parts.stream().allMatch(CompletableFuture::isDone));
  }

  private void supervise(BooleanSupplier condition) {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
    while (!condition.getAsBoolean()) {
      assertThat(System.nanoTime()).as("deadline").isLessThan(deadline);
      control.exchange(POLL_INTERVAL);
    }
  }

  private void generate(String name) {
    generate(name, 1, true);
  }

  private void generate(String name, long incarnation, boolean endsAtOnce) {
    parts.add(
        takePart(
            name,
            incarnation,
            (plan, share, shares) -> {
              RecordingGeneratorLoad load = new RecordingGeneratorLoad(share, endsAtOnce);
              loads.put(name, load);
              return load;
            },
            ControlProtocolTest::epochNanos));
  }

  private CompletableFuture<Participation> takePart(
      String name, long incarnation, GeneratorLoad load) {
    return takePart(name, incarnation, load, ControlProtocolTest::epochNanos);
  }

  private CompletableFuture<Participation> takePart(
      String name, long incarnation, GeneratorLoad load, LongSupplier clock) {
    CompletableFuture<Participation> part =
        takePart(name, incarnation, (plan, share, shares) -> load, clock);
    parts.add(part);
    return part;
  }

  private CompletableFuture<Participation> takePart(
      String name, long incarnation, GeneratorAgent.WorkerFactory carrier, LongSupplier clock) {
    return takePart(name, incarnation, carrier, clock, Duration.ofSeconds(20));
  }

  private CompletableFuture<Participation> takePart(
      String name,
      long incarnation,
      GeneratorAgent.WorkerFactory carrier,
      LongSupplier clock,
      Duration longestSilence) {
    ControlTopic own = topic.open();
    return CompletableFuture.supplyAsync(
        () -> {
          try (own) {
            return new GeneratorAgent(
                    own, RUN, identity(name, incarnation), longestSilence, carrier, clock, REPEAT)
                .takePart();
          }
        },
        THREADS);
  }

  private static GeneratorIdentity identity(String name, long incarnation) {
    return new GeneratorIdentity(name, incarnation, "host-" + name, "test");
  }

  private static GeneratorPresent present(String name, long incarnation) {
    return GeneratorPresent.newBuilder()
        .setRunId(RUN)
        .setProcessId(name)
        .setIncarnationEpochMs(incarnation)
        .setProtocolVersion(ControlProtocol.VERSION)
        .build();
  }
}
