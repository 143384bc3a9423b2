package io.longhaul.benchmarks;

import static java.util.Objects.requireNonNull;

import io.longhaul.load.dataset.PromptSources;
import io.longhaul.load.dataset.prompt.Prompt;
import io.longhaul.load.dataset.prompt.PromptSource;
import io.longhaul.load.plan.RunPlan;
import io.longhaul.load.tokenizer.Tokenizer;
import io.longhaul.load.tokenizer.Tokenizers;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * Generates unique synthetic prompts of 550 tokens from the encoded corpus, which are encoded again
 * until they have the requested length; in comparison, measures the tokenizer alone.
 */
@SuppressWarnings("NullAway.Init") // JMH calls the setup first
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
public class PromptGeneration extends SmallBenchmark {
  private static final int PROMPT_TOKENS = 550;

  /** A name as for {@code --tokenizer}. */
  @Param("builtin")
  private String tokenizer;

  private Tokenizer loaded;
  private PromptSource prompts;
  private String text;
  private int next;

  @Setup
  public void load() {
    RunPlan plan = planOfNewPrompts(tokenizer, PROMPT_TOKENS);
    loaded = Tokenizers.ofThisProcess().load(plan.tokenizer(), false).tokenizer();
    prompts = PromptSources.of(plan, loaded);
    text = prompts.entry(0).text();
  }

  @TearDown
  public void close() {
    prompts.close();
    loaded.close();
  }

  /** Number of tokens generated or read; JMH reports it per second. */
  @State(Scope.Thread)
  @AuxCounters(AuxCounters.Type.OPERATIONS)
  public static class Volume {
    public long tokens;

    @Setup(Level.Iteration)
    public void clear() {
      tokens = 0;
    }
  }

  @Benchmark
  public Prompt prompts(Volume volume) {
    Prompt prompt = prompts.entry(next++ & Integer.MAX_VALUE);
    volume.tokens += requireNonNull(prompt.inputTokens());
    return prompt;
  }

  @Benchmark
  public int[] tokenizerAlone(Volume volume) {
    int[] ids = loaded.encode(text);
    volume.tokens += ids.length;
    return ids;
  }
}
