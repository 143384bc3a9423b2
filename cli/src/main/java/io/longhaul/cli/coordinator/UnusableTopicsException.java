package io.longhaul.cli.coordinator;

import java.util.ArrayList;
import java.util.List;

/** Thrown if topics have settings that would silently change results. */
public final class UnusableTopicsException extends RunFailedException {
  private static final long serialVersionUID = 1;

  UnusableTopicsException(List<String> problems) {
    super(
        ExitCode.USAGE,
        problems.get(problems.size() - 1),
        problems.subList(0, problems.size() - 1));
  }

  /** Returns one sentence for each problem. */
  public List<String> problems() {
    List<String> problems = new ArrayList<>(details());
    problems.add(getMessage());
    return problems;
  }
}
