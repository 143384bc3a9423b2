package io.longhaul.load.plan;

/** Variables of the environment that hold keys, and are nothing for other processes. */
public final class SecretVariables {
  private static final String ENDING = "_API_KEY";

  private SecretVariables() {}

  /** Takes them out of what a process that is not started yet would get. */
  public static void removeFrom(ProcessBuilder process) {
    process.environment().keySet().removeIf(variable -> variable.endsWith(ENDING));
  }
}
