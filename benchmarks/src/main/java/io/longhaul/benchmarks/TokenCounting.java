package io.longhaul.benchmarks;

import io.longhaul.load.dataset.PromptSources;
import io.longhaul.load.dataset.prompt.PromptSource;
import io.longhaul.load.plan.RunPlan;
import io.longhaul.load.tokenizer.CachingTokenCounter;
import io.longhaul.load.tokenizer.StreamedTokens;
import io.longhaul.load.tokenizer.StreamingTokenCounter;
import io.longhaul.load.tokenizer.Tokenizer;
import io.longhaul.load.tokenizer.Tokenizers;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.TearDown;

/**
 * Counts the tokens of streamed responses of 32 chunks: with the words that the counter remembers,
 * and with the tokenizer alone. The responses are 1,000 random parts of the sonnets.
 */
@SuppressWarnings("NullAway.Init") // JMH calls the setup first
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class TokenCounting extends SmallBenchmark {
  private static final int RESPONSES = 1_000;
  private static final int CHUNKS = 32;

  /** A name as for {@code --tokenizer}. */
  @Param("builtin")
  private String tokenizer;

  private Tokenizer loaded;
  private CachingTokenCounter byWords;
  private CachingTokenCounter byTokenizer;
  private final List<List<String>> responses = new ArrayList<>();
  private int next;

  @Setup
  public void load() {
    RunPlan plan = planOfNewPrompts(tokenizer, CHUNKS);
    loaded = Tokenizers.ofThisProcess().load(plan.tokenizer(), false).tokenizer();
    try (PromptSource prompts = PromptSources.of(plan, loaded)) {
      for (int i = 0; i < RESPONSES; i++) {
        String text = prompts.entry(i).text();
        List<String> chunks = new ArrayList<>();
        int start = 0;
        for (int end : loaded.tokenEnds(text)) {
          chunks.add(text.substring(start, end));
          start = end;
        }
        responses.add(chunks);
      }
    }
    byWords = new CachingTokenCounter(loaded, warning -> {});
    byTokenizer = new CachingTokenCounter(new WholeTexts(loaded), warning -> {});
  }

  @TearDown
  public void close() {
    loaded.close();
  }

  @Benchmark
  public StreamedTokens words() {
    return count(byWords);
  }

  @Benchmark
  public StreamedTokens tokenizerAlone() {
    return count(byTokenizer);
  }

  private StreamedTokens count(CachingTokenCounter counter) {
    StreamingTokenCounter response = new StreamingTokenCounter(counter);
    responses.get(next++ % RESPONSES).forEach(response::add);
    return response.finish();
  }

  /** Passes on each text as a whole. */
  private record WholeTexts(Tokenizer tokenizer) implements Tokenizer {
    @Override
    public String name() {
      return tokenizer.name();
    }

    @Override
    public int[] encode(String text) {
      return tokenizer.encode(text);
    }

    @Override
    public int count(String text) {
      return tokenizer.count(text);
    }

    @Override
    public int[] tokenEnds(String text) {
      return tokenizer.tokenEnds(text);
    }

    @Override
    public String decode(int[] ids) {
      return tokenizer.decode(ids);
    }

    @Override
    public int[] vocabulary() {
      return tokenizer.vocabulary();
    }

    @Override
    public void close() {
      // The tokenizer belongs to the benchmark.
    }
  }
}
