package io.longhaul.benchmarks;

import io.longhaul.benchmarks.MeasuredFigures.Better;
import io.longhaul.benchmarks.MeasuredFigures.Figure;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/**
 * Prints the figures that became worse from one file of {@link All} to the next one, by more than
 * their noise. The exit status is 1 if there is any. Figures of different machines cannot be
 * compared.
 */
@SuppressWarnings("NullAway.Init") // picocli sets the parameters
@Command(name = "Regressions", mixinStandardHelpOptions = true)
public final class Regressions implements Callable<Integer> {
  @Parameters(index = "0", paramLabel = "BEFORE", description = "File of the earlier figures")
  private Path before;

  @Parameters(index = "1", paramLabel = "AFTER", description = "File of the later figures")
  private Path after;

  public static void main(String[] args) {
    System.exit(new CommandLine(new Regressions()).execute(args));
  }

  @Override
  public Integer call() throws IOException {
    AllFigures earlier = AllFigures.read(before);
    AllFigures later = AllFigures.read(after);
    if (!earlier.machine().equals(later.machine())) {
      System.err.printf(
          "Warning: the figures are from different machines: %s, %s%n",
          earlier.machine(), later.machine());
    }
    Map<String, Figure> old = earlier.byName();
    Table table = new Table("worse", "unit", "before", "after", "change, %");
    int worse = 0;
    int compared = 0;
    for (Map.Entry<String, Figure> entry : later.byName().entrySet()) {
      Figure figure = old.get(entry.getKey());
      if (figure != null) {
        compared++;
        if (isWorse(figure, entry.getValue())) {
          worse++;
          double from = figure.median();
          double to = entry.getValue().median();
          table.add(entry.getKey(), figure.unit(), from, to, 100 * (to - from) / from);
        }
      }
    }
    System.out.printf("%d of %d figures are worse%n", worse, compared);
    if (worse > 0) {
      System.out.print(table);
    }
    return worse > 0 ? 1 : 0;
  }

  /**
   * Returns whether a figure is worse by more than its noise: each median lies outside of the
   * rounds of the other one. If nothing has changed and each has five rounds, this happens in 2.4 %
   * of the cases.
   */
  static boolean isWorse(Figure before, Figure after) {
    return before.better() == Better.LOWER
        ? after.median() > highest(before.rounds()) && before.median() < lowest(after.rounds())
        : after.median() < lowest(before.rounds()) && before.median() > highest(after.rounds());
  }

  private static double highest(List<Double> rounds) {
    return Collections.max(rounds);
  }

  private static double lowest(List<Double> rounds) {
    return Collections.min(rounds);
  }
}
