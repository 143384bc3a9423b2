package io.longhaul.benchmarks;

import io.longhaul.load.plan.ArrivalPattern;
import io.longhaul.load.plan.LoadPhase;
import io.longhaul.load.plan.RunPlan;
import io.longhaul.load.plan.RunPlanBuilder;
import io.longhaul.load.schedule.ArrivalSchedule;
import io.longhaul.load.schedule.EntryTimes;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Draws the next arrival of an open loop. Every generator draws all arrivals and uses only its own.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Fork(1)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
public class ArrivalSampling {
  @Param({"CONSTANT", "POISSON"})
  private ArrivalPattern pattern;

  private ArrivalSchedule schedule;

  @Setup
  public void startSchedule() {
    RunPlan plan =
        RunPlanBuilder.plan("benchmark")
            .model("mock-model")
            .requestRate(1_000)
            .arrivalPattern(pattern)
            .build();
    schedule = ArrivalSchedule.of(plan, LoadPhase.PROFILING, EntryTimes.NONE);
  }

  @Benchmark
  public long nextArrival() {
    return schedule.nextArrivalNanos();
  }
}
