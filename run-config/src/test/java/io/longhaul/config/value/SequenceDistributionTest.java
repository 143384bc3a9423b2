package io.longhaul.config.value;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.longhaul.load.plan.dataset.LengthPair;
import io.longhaul.load.plan.dataset.TokenLength;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** AIPerf's own golden cases. */
class SequenceDistributionTest {
  @Test
  void semicolonsDividePairs() {
    assertThat(SequenceDistribution.parse("256,128:40;512,256:60"))
        .containsExactly(pair(256, 0, 128, 0, 40), pair(512, 0, 256, 0, 60));
    assertThat(SequenceDistribution.parse("256|10,128|5:40; 512|20,256|10:60;"))
        .containsExactly(pair(256, 10, 128, 5, 40), pair(512, 20, 256, 10, 60));
    assertThat(SequenceDistribution.parse(" 128 , 64 : 100 "))
        .containsExactly(pair(128, 0, 64, 0, 100));
    assertThat(SequenceDistribution.parse("256,128:.5;1,1:99.5"))
        .containsExactly(pair(256, 0, 128, 0, 0.5), pair(1, 0, 1, 0, 99.5));
  }

  @Test
  void inBracketsPairsAreLookedFor() {
    assertThat(SequenceDistribution.parse("[junk (256,128):100 more]"))
        .containsExactly(pair(256, 0, 128, 0, 100));
    assertThat(SequenceDistribution.parse("[(256|10,128):40,(512,256|5):60]"))
        .containsExactly(pair(256, 10, 128, 0, 40), pair(512, 0, 256, 5, 60));
  }

  @Test
  void jsonLengthsAreCutToWholeTokens() {
    assertThat(
            SequenceDistribution.parse(
                "{\"pairs\":[{\"isl\":256.9,\"osl\":128,\"prob\":100,\"osl_stddev\":2}]}"))
        .containsExactly(pair(256, 0, 128, 2, 100));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"256,128", "256,128:40,512,256:60", "[]", "{}", "{", "", "{\"pairs\":[{}]}", "a"})
  void anythingElseIsRefused(String text) {
    assertThatIllegalArgumentException().isThrownBy(() -> SequenceDistribution.parse(text));
  }

  private static LengthPair pair(int isl, double islSd, int osl, double oslSd, double percent) {
    return new LengthPair(new TokenLength(isl, islSd), new TokenLength(osl, oslSd), percent);
  }
}
