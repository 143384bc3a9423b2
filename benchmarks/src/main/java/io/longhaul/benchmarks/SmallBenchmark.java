package io.longhaul.benchmarks;

import io.longhaul.load.plan.RunPlan;
import io.longhaul.load.plan.RunPlanBuilder;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** The settings of all benchmarks that JMH runs, and a plan for those of texts. */
@State(Scope.Thread)
@Fork(1)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
public abstract class SmallBenchmark {
  /**
   * Returns the plan of a run in which each prompt is new.
   *
   * @param tokenizer name as for {@code --tokenizer}
   */
  static RunPlan planOfNewPrompts(String tokenizer, int tokens) {
    return RunPlanBuilder.plan("benchmark")
        .model("mock-model")
        .tokenizer(tokenizer)
        .inputTokens(tokens, 0)
        .uniquePrompts(true)
        .build();
  }
}
