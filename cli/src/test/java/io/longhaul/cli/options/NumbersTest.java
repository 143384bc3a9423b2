package io.longhaul.cli.options;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NumbersTest {
  private final OptionProblems problems = new OptionProblems();
  private final Numbers numbers = new Numbers(problems);

  @Test
  void whatWasNotGivenHasNoValueAndNoProblem() throws InvalidOptionsException {
    assertThat(numbers.count("--n", null, 1)).isEmpty();
    assertThat(numbers.wholeNumber("--n", null, 1)).isEmpty();
    assertThat(numbers.positive("--r", null)).isEmpty();
    assertThat(numbers.seconds("--s", null)).isEmpty();
    assertThat(numbers.secondsOrForEver("--s", null, 7)).isEmpty();
    problems.throwIfAny();
  }

  @Test
  void limitsBelong() throws InvalidOptionsException {
    assertThat(numbers.count("--n", "1", 1)).hasValue(1);
    assertThat(numbers.count("--n", "2147483647", 1)).hasValue(Integer.MAX_VALUE);
    assertThat(numbers.wholeNumber("--n", "9223372036854775807", 0)).hasValue(Long.MAX_VALUE);
    assertThat(numbers.atLeastZero("--d", "0")).hasValue(0);
    assertThat(numbers.secondsOrForEver("--s", "0", 7)).hasValue(0);
    problems.throwIfAny();
  }

  @Test
  void secondsBecomeNanosecondsRoundedOnce() throws InvalidOptionsException {
    assertThat(numbers.seconds("--s", "0.1")).hasValue(100_000_000);
    assertThat(numbers.seconds("--s", "1e-9")).hasValue(1);
    assertThat(numbers.seconds("--s", "1.0000000005")).hasValue(1_000_000_000);
    assertThat(numbers.seconds("--s", "1.0000000015")).hasValue(1_000_000_002);
    assertThat(numbers.millis("--s", "0.5")).hasValue(500_000);
    assertThat(numbers.secondsOrForEver("--s", " INF ", 7)).hasValue(7);
    problems.throwIfAny();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", " ", "x", "0", "-1", "1e-10", "nan", "inf", "1e10", "10x", "0s", "0x10"})
  void whatIsNoTimeIsTold(String text) {
    assertThat(numbers.seconds("--s", text)).isEmpty();
    assertThatThrownBy(problems::throwIfAny)
        .hasMessage(
            "Invalid --s: "
                + text
                + " (seconds, more than 0, or with a unit as in 500ms, 90s or 10m)");
  }

  @Test
  void sizesHaveTheirUnits() throws InvalidOptionsException {
    assertThat(numbers.bytes("--d", null)).isEmpty();
    assertThat(numbers.bytes("--d", "10GB")).hasValue(10_000_000_000L);
    assertThat(numbers.bytes("--d", " 1.5 GiB ")).hasValue(1_610_612_736L);
    assertThat(numbers.bytes("--d", "500kB")).hasValue(500_000);
    assertThat(numbers.bytes("--d", "500KB")).hasValue(500_000);
    assertThat(numbers.bytes("--d", "2TiB")).hasValue(2L << 40);
    assertThat(numbers.bytes("--d", "0.0015kB")).as("rounded up").hasValue(2);
    problems.throwIfAny();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "10", "GB", "-1GB", "0GB", "1gb", "1.GB", "1e3MB", "10 %", "9999999999TB"})
  void whatIsNoSizeIsTold(String text) {
    assertThat(numbers.bytes("--d", text)).isEmpty();
    assertThatThrownBy(problems::throwIfAny)
        .hasMessage(
            "Invalid --d: "
                + text
                + " (a size with its unit kB, MB, GB, TB, KiB, MiB, GiB or TiB, such as 10GB)");
  }

  @Test
  void aShareLiesBetweenNothingAndAll() throws InvalidOptionsException {
    assertThat(numbers.share("--f", "0")).hasValue(0);
    assertThat(numbers.share("--f", "1")).hasValue(1);
    problems.throwIfAny();

    assertThat(numbers.share("--f", "1.01")).isEmpty();
    assertThatThrownBy(problems::throwIfAny).hasMessage("Invalid --f: 1.01 (a share from 0 to 1)");
  }

  @ParameterizedTest
  @ValueSource(strings = {"1e999999999", "1e-999999999", "0e999999999"})
  @Timeout(5)
  void aShortTextThatMeansAGigabyteOfDigitsIsRefusedAtOnce(String text) {
    assertThat(numbers.secondsOrForEver("--s", text, 7)).isEmpty();
    assertThat(numbers.atLeastZero("--d", text)).isEmpty();
    assertThatThrownBy(problems::throwIfAny).isInstanceOf(InvalidOptionsException.class);
  }

  @Test
  void aListIsToldToComeLater() {
    assertThat(numbers.count("--n", "1,2", 1)).isEmpty();
    assertThatThrownBy(problems::throwIfAny)
        .hasMessage("Invalid --n: 1,2 (a whole number, 1 or more; one value)");
  }
}
