package io.longhaul.load.dataset.trace;

import io.longhaul.load.dataset.prompt.DatasetException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.DoubleStream;

/**
 * Statistics of a {@code mooncake_trace}: its lengths, and how much its prompts have in common. The
 * figures equal those of AIPerf's {@code analyze-trace}. Statistics without values are empty.
 *
 * @param requests number of requests
 * @param prefixes number of distinct prompt prefixes, in whole blocks
 * @param prefixGroups number of first blocks that several prompts share
 * @param prefixReuse fraction of prefixes that belong to several prompts
 * @param input tokens of a prompt; 0 for a line with a text in place of a length
 * @param context tokens of blocks that occur at the same position of another prompt
 * @param uniquePrompt tokens of the other blocks
 * @param output tokens of a response; 0 if the line does not specify it
 * @param hitRate fraction of a prompt's blocks before the first block that no earlier prompt had;
 *     only for prompts with blocks
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
   * Reads the whole file twice, because shared blocks are known only after the first pass. Memory:
   * three numbers per request, and an entry per distinct block.
   *
   * @param blockTokens tokens per block
   * @throws DatasetException if the file cannot be read, or a line cannot be replayed
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
        handler::accept,
        problem -> {
          throw new DatasetException("Invalid trace: " + file + ": " + problem);
        });
  }

  private static int inputOf(TraceLine line) {
    return line.inputLength() == null ? 0 : line.inputLength();
  }

  /**
   * A prompt whose blocks are all shared is shared completely, including its last partial block.
   */
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
