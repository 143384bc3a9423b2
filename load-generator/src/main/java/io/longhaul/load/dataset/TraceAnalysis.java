package io.longhaul.load.dataset;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.DoubleStream;

/**
 * What a {@code mooncake_trace} is like: its lengths, and how much of its prompts is shared. The
 * figures are those of AIPerf's {@code analyze-trace}. Spreads are empty without values.
 *
 * @param requests how many
 * @param prefixes different beginnings of prompts, in whole blocks
 * @param prefixGroups first blocks with which several prompts begin
 * @param prefixReuse share of the beginnings that several prompts have
 * @param input tokens of a prompt; 0 where the line has a text instead of a length
 * @param context tokens of those blocks that stand at the same place of another prompt
 * @param uniquePrompt tokens of the others
 * @param output tokens of an answer; 0 where the line does not say
 * @param hitRate share of a prompt's blocks, up to the first one that no prompt before had; of
 *     prompts with blocks
 */
public record TraceAnalysis(
    long requests,
    int prefixes,
    long prefixGroups,
    double prefixReuse,
    Optional<ValueStatistics> input,
    Optional<ValueStatistics> context,
    Optional<ValueStatistics> uniquePrompt,
    Optional<ValueStatistics> output,
    Optional<ValueStatistics> hitRate) {

  /**
   * Reads the whole file, twice: what is shared is known when all was read. Kept are three numbers
   * for each request, and what each different block is.
   *
   * @param blockTokens tokens of a block
   * @throws DatasetException when it cannot be read, or a line cannot be replayed
   */
  public static TraceAnalysis of(Path file, int blockTokens) {
    SharedBlocks blocks = new SharedBlocks();
    DoubleStream.Builder inputs = DoubleStream.builder();
    DoubleStream.Builder outputs = DoubleStream.builder();
    DoubleStream.Builder hitRates = DoubleStream.builder();
    long requests =
        read(
            file,
            line -> {
              inputs.add(inputOf(line));
              outputs.add(line.outputLength() == null ? 0 : line.outputLength());
              if (line.hashIds().length > 0) {
                hitRates.add(blocks.add(line.hashIds()));
              }
            });
    DoubleStream.Builder contexts = DoubleStream.builder();
    DoubleStream.Builder others = DoubleStream.builder();
    read(
        file,
        line -> {
          int context = contextOf(line, blocks, blockTokens);
          contexts.add(context);
          others.add(inputOf(line) - context);
        });
    return new TraceAnalysis(
        requests,
        blocks.prefixes(),
        blocks.groups(),
        blocks.reuse(),
        statistics(inputs),
        statistics(contexts),
        statistics(others),
        statistics(outputs),
        statistics(hitRates));
  }

  private static long read(Path file, Consumer<TraceLine> handler) {
    return TraceLines.read(
        file,
        new TraceLines.Handler() {
          @Override
          public void handle(TraceLine line) {
            handler.accept(line);
          }

          @Override
          public void handleProblem(String problem) {
            throw new DatasetException(List.of("Invalid trace: " + file + ": " + problem));
          }
        });
  }

  private static int inputOf(TraceLine line) {
    return line.inputLength() == null ? 0 : line.inputLength();
  }

  /** A prompt all of whose blocks are shared is shared to its end. */
  private static int contextOf(TraceLine line, SharedBlocks blocks, int blockTokens) {
    int shared = blocks.countShared(line.hashIds());
    boolean whole = shared > 0 && shared == line.hashIds().length;
    return whole ? inputOf(line) : shared * blockTokens;
  }

  private static Optional<ValueStatistics> statistics(DoubleStream.Builder values) {
    double[] all = values.build().toArray();
    return all.length == 0 ? Optional.empty() : Optional.of(ValueStatistics.of(all));
  }
}
