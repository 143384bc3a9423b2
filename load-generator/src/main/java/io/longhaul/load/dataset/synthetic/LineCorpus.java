package io.longhaul.load.dataset.synthetic;

import static java.util.Objects.requireNonNull;

import io.longhaul.load.dataset.prompt.DatasetException;
import io.longhaul.load.plan.check.SeededRandom;
import io.longhaul.load.tokenizer.Tokenizer;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * A text as token IDs, line by line: a part of Shakespeare's sonnets, with lines joined by spaces,
 * or Longhaul's own source code, with lines kept. The separator precedes each line.
 */
record LineCorpus(int[][] lines) implements Corpus {

  static LineCorpus of(String resource, String before, Tokenizer tokenizer) {
    int[][] lines =
        readLines(resource).stream()
            .map(line -> tokenizer.encode(before + line))
            .filter(ids -> ids.length > 0)
            .toArray(int[][]::new);
    if (lines.length == 0) {
      throw new DatasetException(
          "Cannot generate prompts: tokenizer "
              + tokenizer.name()
              + " cannot encode English text (give an --input-file or another --tokenizer)");
    }
    return new LineCorpus(lines);
  }

  /** Starts anywhere in a line, continues to its end and adds other lines. */
  @Override
  public int[] draw(int tokens, SeededRandom random) {
    int[] line = lines[random.nextInt(lines.length)];
    return fill(tokens, line, random.nextInt(line.length), random);
  }

  /** Uses lines from their start; the last one may be cut. */
  @Override
  public int[] drawWhole(int tokens, SeededRandom random) {
    return fill(tokens, lines[random.nextInt(lines.length)], 0, random);
  }

  private int[] fill(int tokens, int[] firstLine, int firstFrom, SeededRandom random) {
    int[] drawn = new int[tokens];
    int[] line = firstLine;
    int from = firstFrom;
    int filled = 0;
    while (filled < tokens) {
      int taken = Math.min(line.length - from, tokens - filled);
      System.arraycopy(line, from, drawn, filled, taken);
      filled += taken;
      line = lines[random.nextInt(lines.length)];
      from = 0;
    }
    return drawn;
  }

  private static List<String> readLines(String resource) {
    try (InputStream in = LineCorpus.class.getResourceAsStream(resource)) {
      byte[] text = requireNonNull(in).readAllBytes();
      return new String(text, StandardCharsets.UTF_8).lines().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
