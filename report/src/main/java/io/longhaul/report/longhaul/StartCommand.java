package io.longhaul.report.longhaul;

import java.util.List;
import java.util.Set;

/**
 * The command that started a run, so that its load can be continued.
 *
 * @param runId the run
 * @param arguments the arguments after the program's name; secrets are hidden
 * @param workingDirectory the directory to which relative paths in them refer
 * @param secretHeaders names of the HTTP headers with secrets
 */
public record StartCommand(
    String runId, List<String> arguments, String workingDirectory, Set<String> secretHeaders) {
  public StartCommand {
    arguments = List.copyOf(arguments);
    secretHeaders = Set.copyOf(secretHeaders);
  }
}
