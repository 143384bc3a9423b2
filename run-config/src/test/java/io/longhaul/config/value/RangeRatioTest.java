package io.longhaul.config.value;

import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.load.endpoint.request.Keyword;
import io.longhaul.load.plan.dataset.TokenLength;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RangeRatioTest {

  @ParameterizedTest
  @CsvSource({
    "vllm, 100, 0.3, 70, 130",
    "vllm, 7, 0.5, 3, 11",
    "vllm, 100, 0, 100, 100",
    "sglang, 100, 0.3, 30, 100",
    "sglang, 7, 0.5, 3, 7",
    "sglang, 100, 0, 1, 100",
    "sglang, 100, 1, 100, 100"
  })
  void windowsAreThoseOfTheTwoBenchmarks(String style, int mean, String ratio, int from, int to) {
    RangeRatio parsed =
        RangeRatio.parse(ratio, Keyword.find(RangeRatio.Style.class, style).get()).get();

    TokenLength around = new TokenLength(mean, 0, new TokenLength.Window(from, to));
    assertThat(parsed.inputAround(mean)).isEqualTo(around);
    assertThat(parsed.outputAround(mean)).isEqualTo(around);
  }

  @Test
  void promptsAndAnswersMayHaveARatioEach() {
    RangeRatio parsed =
        RangeRatio.parse("{\"input\": 0.5, \"output\": 0.99}", RangeRatio.Style.VLLM).get();

    assertThat(parsed.inputAround(10).window()).isEqualTo(new TokenLength.Window(5, 15));
    assertThat(parsed.outputAround(10).window()).isEqualTo(new TokenLength.Window(1, 20));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "vllm | 1",
        "vllm | -0.1",
        "vllm | a",
        "vllm | {\"input\": 0.1}",
        "vllm | [0.1]",
        "sglang | 1.1",
        "sglang | {\"input\": 0.1, \"output\": 0.1}"
      })
  void whatIsNoRatioOfTheStyleIsRefused(String style, String ratio) {
    assertThat(RangeRatio.parse(ratio, Keyword.find(RangeRatio.Style.class, style).get()))
        .isEmpty();
  }
}
