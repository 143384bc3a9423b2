package io.longhaul.load.dataset.prompt;

import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.load.plan.server.ModelSelection;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ModelChoiceTest {
  private static final List<String> MODELS = List.of("a", "b", "c");

  @Test
  void roundRobinAdvancesWithEachEntryAndTurn() {
    ModelChoice choice = new ModelChoice(MODELS, ModelSelection.ROUND_ROBIN, 0);

    assertThat(IntStream.range(0, 4).mapToObj(entry -> choice.forTurn(entry, 0)))
        .containsExactly("a", "b", "c", "a");
    assertThat(IntStream.range(0, 4).mapToObj(turn -> choice.forTurn(1, turn)))
        .containsExactly("b", "c", "a", "b");
  }

  @Test
  void randomSelectionIsUniformAndDependsOnTheSeed() {
    List<String> drawn = draw(0);

    for (String model : MODELS) {
      assertThat(drawn.stream().filter(model::equals).count()).isBetween(250L, 350L);
    }
    assertThat(draw(0)).isEqualTo(drawn);
    assertThat(draw(1)).isNotEqualTo(drawn);
    ModelChoice choice = new ModelChoice(MODELS, ModelSelection.RANDOM, 0);
    assertThat(IntStream.range(0, 50).mapToObj(turn -> choice.forTurn(7, turn)).distinct())
        .containsExactlyInAnyOrderElementsOf(MODELS);
  }

  private static List<String> draw(long seed) {
    ModelChoice choice = new ModelChoice(MODELS, ModelSelection.RANDOM, seed);
    return IntStream.range(0, 900).mapToObj(entry -> choice.forTurn(entry, 0)).toList();
  }
}
