package io.longhaul.load.dataset;

import io.longhaul.load.plan.SeededRandom;
import io.longhaul.load.tokenizer.Tokenizer;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Shakespeare's sonnets, a part of them, as token ids line by line. Lines are joined by a blank,
 * which stands before each.
 */
final class Corpus {
  private static final String RESOURCE = "sonnets.txt";

  private final int[][] lines;

  private Corpus(int[][] lines) {
    this.lines = lines;
  }

  static Corpus encodedBy(Tokenizer tokenizer) {
    int[][] lines =
        readLines().stream()
            .map(line -> tokenizer.encode(" " + line))
            .filter(ids -> ids.length > 0)
            .toArray(int[][]::new);
    if (lines.length == 0) {
      throw new DatasetException(
          List.of(
              "Cannot make up prompts: tokenizer "
                  + tokenizer.name()
                  + " knows no English text (give an --input-file or another --tokenizer)"));
    }
    return new Corpus(lines);
  }

  /** So many tokens: from anywhere in one line to its end, then other lines. */
  int[] draw(int tokens, SeededRandom random) {
    int[] line = lines[random.nextInt(lines.length)];
    return fill(tokens, line, random.nextInt(line.length), random);
  }

  /** So many tokens: lines from their beginnings, the last one perhaps not to its end. */
  int[] drawLines(int tokens, SeededRandom random) {
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

  private static List<String> readLines() {
    try (InputStream in = Corpus.class.getResourceAsStream(RESOURCE);
        BufferedReader reader =
            new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
      return reader.lines().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
