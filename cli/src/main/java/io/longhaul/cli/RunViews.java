package io.longhaul.cli;

import io.longhaul.config.binding.InvalidOptionsException;
import io.longhaul.config.binding.OptionProblems;
import io.longhaul.control.ExitCode;
import io.longhaul.sinks.ExportLayout;
import io.longhaul.sinks.folder.ClaimedNames;
import io.longhaul.sinks.folder.WriteProblem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Writes a file for each of some runs.
 *
 * @param folders folders of the runs
 * @param out the file of the only run; null for a file in the folder of each run
 * @param name name of the file in the folder of a run
 * @param remedy what to do if a run lacks the file that is read
 */
record RunViews(List<Path> folders, @Nullable Path out, String name, String remedy) {

  /** Writes the file of a run. */
  interface View {
    void write(Path folder, Path file) throws IOException;
  }

  /** Writes all files; a run that cannot be shown does not prevent the others. */
  ExitCode write(View view, Terminal terminal) throws InvalidOptionsException {
    OptionProblems problems = new OptionProblems();
    if (out != null && folders.size() > 1) {
      problems.invalid("--out", out, "with one FOLDER");
    }
    folders.stream()
        .filter(folder -> !Files.isDirectory(folder))
        .forEach(folder -> problems.invalid("FOLDER", folder, "a folder that exists"));
    problems.throwIfAny();
    boolean hasFailed = false;
    for (Path folder : folders) {
      Path file = Optional.ofNullable(out).orElse(folder.resolve(name));
      try {
        if (out == null) {
          new ClaimedNames(new ExportLayout(folder.toAbsolutePath().normalize())).claimInRun(name);
        }
        view.write(folder, file);
        terminal.out().println("saved " + file);
      } catch (NoSuchFileException e) {
        terminal.message(
            "Cannot show %s: there is no %s (%s)".formatted(folder, e.getFile(), remedy));
        hasFailed = true;
      } catch (IOException e) {
        terminal.message("Cannot show %s: %s".formatted(folder, WriteProblem.inWords(e)));
        hasFailed = true;
      }
    }
    return hasFailed ? ExitCode.USAGE : ExitCode.DONE;
  }
}
