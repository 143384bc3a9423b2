package io.longhaul.cli.run;

import io.longhaul.config.options.IcebergOptions;
import io.longhaul.sinks.ExportLayout;
import io.longhaul.sinks.iceberg.TableCatalog;
import io.longhaul.sinks.lake.Lake;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Commands about a run that has ended, for the user to paste. */
final class ReportHint {
  private static final Pattern PLAIN = Pattern.compile("[\\w./:=@%+,-]+");

  private ReportHint() {}

  /**
   * Returns the command.
   *
   * @param layout layout of the run's folder
   * @param lake the run's lake, in that folder or elsewhere if a remote job writes it
   */
  static String of(ExportLayout layout, Lake lake, String runId) {
    return of("report", layout, lake, runId);
  }

  /** Returns another command about the run, which has the same options. */
  static String of(String command, ExportLayout layout, Lake lake, String runId) {
    List<String> words = new ArrayList<>(List.of(command, layout.folder().toString()));
    if (!lake.folder().equals(layout.lake())) {
      words.addAll(List.of("--lake", lake.folder().toString(), "--run-id", runId));
    }
    return command(words);
  }

  /** Returns the command that builds the lake of a run on this machine again from its log. */
  static String into(ExportLayout layout) {
    return command(List.of("report", layout.folder().toString(), "--into", "NEW"));
  }

  /** Returns the command that adds the files of a lake to tables. */
  static String register(Lake lake, TableCatalog.Settings tables) {
    List<String> words = new ArrayList<>(List.of("register", lake.folder().toString()));
    words.addAll(IcebergOptions.wordsFor(tables, lake.folder()));
    return command(words);
  }

  private static String command(List<String> words) {
    return words.stream().map(ReportHint::quoted).collect(Collectors.joining(" ", "longhaul ", ""));
  }

  private static String quoted(String word) {
    return PLAIN.matcher(word).matches() ? word : "'" + word.replace("'", "'\\''") + "'";
  }
}
