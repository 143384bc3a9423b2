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
  @ValueSource(strings = {"", " ", "x", "0", "-1", "1e-10", "nan", "inf", "1e10", "10s", "0x10"})
  void whatIsNoTimeIsTold(String text) {
    assertThat(numbers.seconds("--s", text)).isEmpty();
    assertThatThrownBy(problems::throwIfAny)
        .hasMessage("Invalid --s: " + text + " (seconds, more than 0)");
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
        .hasMessage("Invalid --n: 1,2 (a whole number, 1 or more; one value, sweeps come later)");
  }
}
