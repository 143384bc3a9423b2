package io.longhaul.load.dataset.prompt;

import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.load.plan.RunPlan;
import io.longhaul.load.plan.RunPlanBuilder;
import io.longhaul.load.plan.server.ModelSelection;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ModelChoiceTest {
  private static final List<String> MODELS = List.of("a", "b", "c");

  @Test
  void roundRobinAdvancesWithEachEntryAndTurn() {
    RunPlan plan = plan(ModelSelection.ROUND_ROBIN, 0);

    assertThat(IntStream.range(0, 4).mapToObj(entry -> ModelChoice.forTurn(plan, entry, 0)))
        .containsExactly("a", "b", "c", "a");
    assertThat(IntStream.range(0, 4).mapToObj(turn -> ModelChoice.forTurn(plan, 1, turn)))
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
    RunPlan plan = plan(ModelSelection.RANDOM, 0);
    assertThat(
            IntStream.range(0, 50).mapToObj(turn -> ModelChoice.forTurn(plan, 7, turn)).distinct())
        .containsExactlyInAnyOrderElementsOf(MODELS);
  }

  private static List<String> draw(long seed) {
    RunPlan plan = plan(ModelSelection.RANDOM, seed);
    return IntStream.range(0, 900).mapToObj(entry -> ModelChoice.forTurn(plan, entry, 0)).toList();
  }

  private static RunPlan plan(ModelSelection selection, long seed) {
    RunPlanBuilder plan = RunPlanBuilder.plan("run-1").modelSelection(selection).seed(seed);
    MODELS.forEach(plan::model);
    return plan.tokenizer("builtin").build();
  }
}
