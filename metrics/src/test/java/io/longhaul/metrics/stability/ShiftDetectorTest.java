package io.longhaul.metrics.stability;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.longhaul.metrics.stability.LiveVerdict.Change;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Slices of 10 s of one of eleven figures with a level of 100. */
class ShiftDetectorTest {
  private static final int FIGURES = 11;
  private static final int HOUR = 360;
  private static final int DAY = 24 * HOUR;

  private final Random random = new Random(7);
  private final ShiftDetector detector = new ShiftDetector(10, FIGURES, MinimumEffect.USUAL);
  private final List<LiveState> states = new ArrayList<>();
  private int slices;

  @ParameterizedTest(name = "autocorrelation {0}, noise {1} %, season {2} %")
  @CsvSource({"0, 2, 0", "0, 10, 10", "0.5, 2, 10", "0.5, 10, 0"})
  void twoDaysWithoutAChangeRaiseNoAlarm(double autocorrelation, double noise, double season) {
    double[] value = {0};

    // The benchmark LiveVerdicts counts the alarms of whole weeks.
    add(
        2 * DAY,
        slice -> {
          value[0] = next(value[0], autocorrelation);
          double ofDay = season * StrictMath.sin(2 * Math.PI * slice / DAY);
          return 100 + ofDay + noise * value[0];
        });

    assertThat(states).startsWith(LiveState.SETTLING, LiveState.STEADY);
    assertThat(states).doesNotContain(LiveState.SHIFT, LiveState.DRIFT);
    assertThat(detector.verdict().slices()).isEqualTo(2 * DAY);
  }

  @ParameterizedTest(name = "{0} % of the requests fail before and after")
  @CsvSource({"0", "0.1"})
  void anOutageIsAShiftThatEndsWithinThreeSlices(double percentBefore) {
    for (int seed = 1; seed <= 10; seed++) {
      ShiftDetector errors = new ShiftDetector(10, FIGURES, new MinimumEffect(0, 0.5));
      Random requests = new Random(seed);
      List<LiveState> changes = new ArrayList<>();
      for (int slice = 0; slice < 500; slice++) {
        boolean isOutage = slice >= 300 && slice < 330;
        double share = (isOutage ? 50 : percentBefore) / 100;
        long failed = requests.doubles(500).filter(each -> each < share).count();
        errors.add(slice, failed / 5.0);
        LiveState state = errors.verdict().state();
        if (slice >= 299 && !state.equals(LiveState.POSSIBLE_SHIFT)) {
          changes.add(state);
        }
        if (slice == 332) {
          assertThat(state).as("seed " + seed).isEqualTo(LiveState.STEADY);
        }
      }
      assertThat(changes).startsWith(LiveState.STEADY).contains(LiveState.SHIFT);
      assertThat(changes.lastIndexOf(LiveState.SHIFT)).isLessThan(34);
    }
  }

  /** Slices of seven minutes are not a whole part of an hour. */
  @ParameterizedTest(name = "slices of {0} minutes")
  @CsvSource({"7", "45", "90"})
  void theSeasonOfADayIsNoDriftWithUnusualSlices(int minutes) {
    ShiftDetector unusual = new ShiftDetector(60.0 * minutes, FIGURES, MinimumEffect.USUAL);
    List<LiveState> all = new ArrayList<>();
    for (int slice = 0; slice < 6 * 24 * 60 / minutes; slice++) {
      double ofDay = 10 * StrictMath.sin(2 * Math.PI * slice * minutes / (24 * 60));
      unusual.add(slice, 100 + ofDay + random.nextGaussian());
      all.add(unusual.verdict().state());
    }

    assertThat(all).doesNotContain(LiveState.DRIFT, LiveState.SHIFT);
  }

  @Test
  void aShiftOfFiveDeviationsIsFoundWithinThreeSlices() {
    int found = 0;
    for (int seed = 1; seed <= 50; seed++) {
      ShiftDetector each = new ShiftDetector(10, FIGURES, MinimumEffect.USUAL);
      Random noise = new Random(seed);
      for (int slice = 0; slice < 503; slice++) {
        each.add(slice, (slice < 500 ? 100 : 110) + 2 * noise.nextGaussian());
      }
      if (each.verdict().state() == LiveState.SHIFT) {
        found++;
        assertThat(each.verdict().change().orElseThrow().slice()).isBetween(499L, 500L);
      }
    }
    assertThat(found).isGreaterThanOrEqualTo(45);
  }

  @Test
  void aSmallShiftIsFirstPossibleAndThenConfirmed() {
    add(400, slice -> 100 + 10 * random.nextGaussian());
    states.clear();
    add(120, slice -> 110 + 10 * random.nextGaussian());

    assertThat(states).containsSubsequence(LiveState.POSSIBLE_SHIFT, LiveState.SHIFT);
    Change change = change();
    assertThat(change.slice()).isBetween(380L, 420L);
    assertThat(change.from()).isCloseTo(100, within(4.0));
    assertThat(change.to()).isCloseTo(110, within(4.0));
  }

  @Test
  void aShiftThatEndsIsBackToNormal() {
    add(400, slice -> 100 + 2 * random.nextGaussian());
    add(20, slice -> 130 + 2 * random.nextGaussian());
    assertThat(detector.verdict().state()).isEqualTo(LiveState.SHIFT);
    assertThat(change().from()).isCloseTo(100, within(1.0));
    assertThat(change().to()).isCloseTo(130, within(1.5));
    add(10, slice -> 100 + 2 * random.nextGaussian());

    assertThat(detector.verdict().state()).isEqualTo(LiveState.STEADY);
    assertThat(detector.verdict().level()).isCloseTo(100, within(1.5));
    states.clear();
    add(DAY, slice -> 100 + 2 * random.nextGaussian());
    assertThat(states).doesNotContain(LiveState.SHIFT, LiveState.DRIFT);
  }

  @Test
  void aFurtherShiftIsReportedFromTheNormalLevel() {
    add(400, slice -> 100 + 2 * random.nextGaussian());
    add(30, slice -> 130 + 2 * random.nextGaussian());
    add(30, slice -> 160 + 2 * random.nextGaussian());

    assertThat(detector.verdict().state()).isEqualTo(LiveState.SHIFT);
    assertThat(change().slice()).isEqualTo(430);
    assertThat(change().from()).isCloseTo(100, within(1.0));
    assertThat(change().to()).isCloseTo(160, within(2.0));
  }

  @Test
  void aShiftThatLastsForAnHourIsTheNormalLevel() {
    add(400, slice -> 100 + 2 * random.nextGaussian());
    add(HOUR - 1, slice -> 130 + 2 * random.nextGaussian());
    assertThat(detector.verdict().state()).isEqualTo(LiveState.SHIFT);
    add(3, slice -> 130 + 2 * random.nextGaussian());

    assertThat(detector.verdict().state()).isEqualTo(LiveState.STEADY);
    assertThat(detector.verdict().level()).isCloseTo(130, within(1.0));
    assertThat(detector.verdict().change()).isEmpty();
  }

  @Test
  void aFastDriftIsAShiftFromTheNormalLevel() {
    // 10 % per hour.
    add(3 * HOUR, slice -> 100 + slice / 36.0 + 2 * random.nextGaussian());

    assertThat(states).contains(LiveState.SHIFT);
    assertThat(change().to()).isGreaterThan(115);
  }

  @Test
  void aSlowDriftIsFoundAtTheSameTimeOfTheNextDay() {
    // 8 % per day, with a season of 10 %.
    add(
        DAY + 4 * HOUR,
        slice ->
            100
                + 8.0 * slice / DAY
                + 10 * StrictMath.sin(2 * Math.PI * slice / DAY)
                + 2 * random.nextGaussian());

    assertThat(states).doesNotContain(LiveState.SHIFT).endsWith(LiveState.DRIFT);
    assertThat(change().to() / change().from()).isCloseTo(1.08, within(0.03));
  }

  @Test
  void oneOrTwoOutliersAreNoShift() {
    add(400, slice -> 100 + 2 * random.nextGaussian());
    add(2, slice -> 900);
    assertThat(detector.verdict().state()).isEqualTo(LiveState.POSSIBLE_SHIFT);
    add(50, slice -> 100);

    assertThat(states).doesNotContain(LiveState.SHIFT);
    assertThat(detector.verdict().state()).isEqualTo(LiveState.STEADY);
  }

  @Test
  void slicesWithoutAValueChangeNothing() {
    add(400, slice -> slice % 3 == 0 ? Double.NaN : 100 + 2 * random.nextGaussian());
    LiveVerdict before = detector.verdict();
    add(100, slice -> Double.NaN);
    assertThat(detector.verdict()).isEqualTo(before);
    add(9, slice -> slice % 3 == 0 ? Double.NaN : 120 + 2 * random.nextGaussian());

    assertThat(detector.verdict().state()).isEqualTo(LiveState.SHIFT);
    assertThat(change().slice()).isBetween(500L, 501L);
  }

  @Test
  void aConstantFigureIsSteadyUntilItChanges() {
    add(400, slice -> 5);
    assertThat(detector.verdict().state()).isEqualTo(LiveState.STEADY);
    add(3, slice -> 5.2);

    assertThat(detector.verdict().state()).isEqualTo(LiveState.SHIFT);
    assertThat(change()).isEqualTo(new Change(400, 5, 5.2));
  }

  @Test
  void aChangeBelowTheLeastEffectDoesNotMatter() {
    add(400, slice -> 5);
    add(400, slice -> 5.05);

    assertThat(detector.verdict().state()).isEqualTo(LiveState.STEADY);
  }

  @Test
  void singleErrorsAreNoShiftButLastingOnesAre() {
    ShiftDetector errors = new ShiftDetector(10, FIGURES, new MinimumEffect(0, 0.5));
    for (int slice = 0; slice < 1_000; slice++) {
      errors.add(slice, slice % 97 == 50 ? 5 : 0);
      assertThat(errors.verdict().state()).isNotIn(LiveState.SHIFT, LiveState.DRIFT);
    }
    for (int slice = 1_000; slice < 1_004; slice++) {
      errors.add(slice, 4);
    }

    assertThat(errors.verdict().state()).isEqualTo(LiveState.SHIFT);
    assertThat(errors.verdict().change().orElseThrow().to()).isEqualTo(4);
  }

  @Test
  void theStartIsLeftOutUntilTheFigureHasSettled() {
    add(HOUR, slice -> 100 * (1 + 2 * Math.exp(-slice / 12.0)) + 2 * random.nextGaussian());

    assertThat(states).containsExactly(LiveState.SETTLING, LiveState.STEADY);
    assertThat(detector.verdict().level()).isCloseTo(100, within(2.0));
  }

  @Test
  void fewSlicesAreSettling() {
    add(Stability.SLICES_NEEDED - 1, slice -> 100);

    assertThat(detector.verdict().state()).isEqualTo(LiveState.SETTLING);
    assertThat(detector.verdict().level()).isNaN();
  }

  @Test
  void aRestartForgetsTheLevel() {
    add(400, slice -> 100 + 2 * random.nextGaussian());
    detector.restart();
    assertThat(detector.verdict().state()).isEqualTo(LiveState.SETTLING);
    states.clear();
    add(400, slice -> 200 + 2 * random.nextGaussian());

    assertThat(states).doesNotContain(LiveState.SHIFT);
    assertThat(detector.verdict().level()).isCloseTo(200, within(1.0));
  }

  private Change change() {
    return detector.verdict().change().orElseThrow();
  }

  private double next(double before, double autocorrelation) {
    return autocorrelation * before
        + Math.sqrt(1 - autocorrelation * autocorrelation) * random.nextGaussian();
  }

  private interface Value {
    double at(int slice);
  }

  /** Adds slices, and records each change of the state. */
  private void add(int number, Value value) {
    for (int i = 0; i < number; i++) {
      if (states.isEmpty()) {
        states.add(detector.verdict().state());
      }
      detector.add(slices, value.at(slices));
      slices++;
      LiveState state = detector.verdict().state();
      if (state != states.get(states.size() - 1)) {
        states.add(state);
      }
    }
  }
}
