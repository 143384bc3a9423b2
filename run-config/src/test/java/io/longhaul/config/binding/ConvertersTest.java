package io.longhaul.config.binding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.longhaul.config.options.SynthesizeOptions;
import io.longhaul.load.plan.load.PhasePlan;
import java.util.Optional;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

class ConvertersTest {
  private final OptionProblems problems = new OptionProblems();

  @Test
  void anOptionThatIsNotGivenHasNoValue() {
    assertThat(OptionValue.of(null)).isEmpty();
  }

  @Test
  void limitsAreValid() throws InvalidOptionsException {
    assertThat(value("--n", "1", OptionValue.Count::new)).hasValue(1);
    assertThat(value("--n", "2147483647", OptionValue.Count::new)).hasValue(Integer.MAX_VALUE);
    assertThat(value("--n", "9223372036854775807", OptionValue.LongCountOrZero::new))
        .hasValue(Long.MAX_VALUE);
    assertThat(value("--d", "0", OptionValue.NonNegative::new)).hasValue(0.0);
    assertThat(value("--s", "0", OptionValue.SecondsOrInfinite::new)).hasValue(0L);
    problems.throwIfAny();
  }

  @Test
  void secondsBecomeNanosecondsRoundedOnce() throws InvalidOptionsException {
    assertThat(value("--s", "0.1", OptionValue.Seconds::new)).hasValue(100_000_000L);
    assertThat(value("--s", "1e-9", OptionValue.Seconds::new)).hasValue(1L);
    assertThat(value("--s", "1.0000000005", OptionValue.Seconds::new)).hasValue(1_000_000_000L);
    assertThat(value("--s", "1.0000000015", OptionValue.Seconds::new)).hasValue(1_000_000_002L);
    assertThat(value("--s", "0.5", OptionValue.Millis::new)).hasValue(500_000L);
    assertThat(value("--s", " INF ", OptionValue.SecondsOrInfinite::new))
        .hasValue(PhasePlan.FOR_EVER);
    problems.throwIfAny();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", " ", "x", "0", "-1", "1e-10", "nan", "inf", "1e10", "10x", "0s", "0x10"})
  void anInvalidDurationIsReported(String text) {
    assertThat(value("--s", text, OptionValue.Seconds::new)).isEmpty();
    assertThatThrownBy(problems::throwIfAny)
        .hasMessage(
            "Invalid --s: "
                + text
                + " (seconds, more than 0, or with a unit as in 500ms, 90s or 10m)");
  }

  @Test
  void aSizeHasAUnit() throws InvalidOptionsException {
    assertThat(value("--d", "10GB", OptionValue.Bytes::new)).hasValue(10_000_000_000L);
    assertThat(value("--d", " 1.5 GiB ", OptionValue.Bytes::new)).hasValue(1_610_612_736L);
    assertThat(value("--d", "500kB", OptionValue.Bytes::new)).hasValue(500_000L);
    assertThat(value("--d", "500KB", OptionValue.Bytes::new)).hasValue(500_000L);
    assertThat(value("--d", "2TiB", OptionValue.Bytes::new)).hasValue(2L << 40);
    assertThat(value("--d", "0.0015kB", OptionValue.Bytes::new)).as("rounded up").hasValue(2L);
    problems.throwIfAny();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "10", "GB", "-1GB", "0GB", "1gb", "1.GB", "1e3MB", "10 %", "9999999999TB"})
  void anInvalidSizeIsReported(String text) {
    assertThat(value("--d", text, OptionValue.Bytes::new)).isEmpty();
    assertThatThrownBy(problems::throwIfAny)
        .hasMessage(
            "Invalid --d: "
                + text
                + " (a size with its unit kB, MB, GB, TB, KiB, MiB, GiB or TiB, such as 10GB)");
  }

  @Test
  void aShareIsFrom0To1() throws InvalidOptionsException {
    assertThat(value("--f", "0", OptionValue.Share::new)).hasValue(0.0);
    assertThat(value("--f", "1", OptionValue.Share::new)).hasValue(1.0);
    problems.throwIfAny();

    assertThat(value("--f", "1.01", OptionValue.Share::new)).isEmpty();
    assertThatThrownBy(problems::throwIfAny).hasMessage("Invalid --f: 1.01 (a share from 0 to 1)");
  }

  @ParameterizedTest
  @ValueSource(strings = {"1e999999999", "1e-999999999", "0e999999999"})
  @Timeout(5)
  void aNumberWithAGigabyteOfDigitsIsRejectedQuickly(String text) {
    assertThat(value("--s", text, OptionValue.SecondsOrInfinite::new)).isEmpty();
    assertThat(value("--d", text, OptionValue.NonNegative::new)).isEmpty();
    assertThatThrownBy(problems::throwIfAny).isInstanceOf(InvalidOptionsException.class);
  }

  @Test
  void theMessageAboutAListAsksForOneValue() {
    assertThat(value("--n", "1,2", OptionValue.Count::new)).isEmpty();
    assertThatThrownBy(problems::throwIfAny)
        .hasMessage("Invalid --n: 1,2 (a whole number, 1 or more; one value)");
  }

  @Test
  void theMessageAboutARepeatedOptionHasTheLabelOfItsType() {
    CommandLine command = CommandLineParsing.collecting(new CommandLine(new SynthesizeOptions()));
    ParseResult parsed = command.parseArgs("--isl1", "1", "--isl1", "2", "--output", "a");

    assertThatThrownBy(() -> CommandLineParsing.requireUnderstood(parsed))
        .hasMessage("Invalid command line: option '--isl1' (N) should be specified only once");
  }

  private <T> Optional<T> value(
      String option, String text, Function<String, ? extends OptionValue<T>> as) {
    OptionValue<T> converted = as.apply(text);
    converted.setOption(OptionSpec.builder(option).build());
    converted.check(problems);
    assertThat(converted).hasToString(text);
    return OptionValue.of(converted);
  }
}
