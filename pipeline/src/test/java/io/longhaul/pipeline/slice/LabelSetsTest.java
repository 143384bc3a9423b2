package io.longhaul.pipeline.slice;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.longhaul.wire.LabelDimension;
import io.longhaul.wire.PlanFacts;
import io.longhaul.wire.TokenSource;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LabelSetsTest {

  @Test
  void aRequestIsInTheSetOfAllRequestsAndInOneSetOfEachDimension() {
    LabelSets sets =
        setsOf(
            new LabelDimension("model", List.of("a", "b")),
            new LabelDimension("stage", List.of("1")));

    assertThat(names(sets, Map.of("model", "b", "stage", "1")))
        .containsExactly("", "model=b", "stage=1");
    assertThat(names(sets, Map.of("model", "c"))).containsExactly("", "model=other", "stage=other");
    assertThat(sets.ofUnknown()).isEqualTo(sets.of(Map.of()));
    assertThat(sets.listed()).containsExactly("model=a", "model=b", "stage=1");
  }

  @Test
  void aRunWithoutLabelDimensionsHasOneSet() {
    LabelSets sets = setsOf();

    assertThat(sets.count()).isEqualTo(1);
    assertThat(sets.of(Map.of("model", "a"))).containsExactly(LabelSets.EVERYTHING);
  }

  @Test
  void aModelNamedOtherIsAnUnlistedValue() {
    LabelSets sets = setsOf(new LabelDimension("model", List.of("a", "other")));

    assertThat(names(sets, Map.of("model", "other"))).containsExactly("", "model=other");
    assertThat(sets.count()).isEqualTo(3);
    assertThat(sets.listed()).containsExactly("model=a");
  }

  @Test
  void namesThatAreTooLongAreRejected() {
    LabelDimension endless = new LabelDimension("model", List.of("m".repeat(70_000)));

    assertThatThrownBy(() -> setsOf(endless))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("Invalid label: mmmm")
        .hasMessageEndingWith("… (at most 1024 characters)");
  }

  private static List<String> names(LabelSets sets, Map<String, String> labels) {
    return Arrays.stream(sets.of(labels)).mapToObj(sets::nameOf).toList();
  }

  private static LabelSets setsOf(LabelDimension... dimensions) {
    return LabelSets.of(
        PlanFacts.newBuilder()
            .setSliceDurationNs(1)
            .setEndpointType("chat")
            .setStreaming(true)
            .setTokenSource(TokenSource.CLIENT_TOKENIZER)
            .setLabelDimensions(List.of(dimensions))
            .build());
  }
}
