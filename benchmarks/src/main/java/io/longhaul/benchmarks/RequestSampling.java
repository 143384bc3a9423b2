package io.longhaul.benchmarks;

import io.longhaul.load.dataset.PromptSources;
import io.longhaul.load.dataset.prompt.Prompt;
import io.longhaul.load.dataset.prompt.PromptSource;
import io.longhaul.load.plan.RunPlan;
import io.longhaul.load.plan.RunPlanBuilder;
import io.longhaul.load.plan.load.ArrivalPattern;
import io.longhaul.load.plan.load.LoadPhase;
import io.longhaul.load.schedule.ArrivalSchedule;
import io.longhaul.load.schedule.EntryTimes;
import io.longhaul.load.tokenizer.Tokenizer;
import io.longhaul.load.tokenizer.Tokenizers;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.infra.Blackhole;

/** Draws the next request of an open loop: its arrival, and one of 1,000 prompts. */
@SuppressWarnings("NullAway.Init") // JMH calls the setup first
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
public class RequestSampling extends SmallBenchmark {
  private Tokenizer tokenizer;
  private PromptSource prompts;
  private ArrivalSchedule schedule;
  private long next;

  @Setup
  public void start() {
    RunPlan plan =
        RunPlanBuilder.plan("benchmark")
            .model("mock-model")
            .tokenizer("builtin")
            .inputTokens(128, 20)
            .entries(1_000)
            .requestRate(1_000)
            .arrivalPattern(ArrivalPattern.POISSON)
            .build();
    tokenizer = Tokenizers.ofThisProcess().load(plan.tokenizer(), false).tokenizer();
    prompts = PromptSources.of(plan, tokenizer);
    schedule = ArrivalSchedule.of(plan, LoadPhase.PROFILING, EntryTimes.NONE);
  }

  @TearDown
  public void close() {
    prompts.close();
    tokenizer.close();
  }

  @Benchmark
  public Prompt nextRequest(Blackhole times) {
    times.consume(schedule.nextArrivalNanos());
    return prompts.promptFor(next++);
  }
}
