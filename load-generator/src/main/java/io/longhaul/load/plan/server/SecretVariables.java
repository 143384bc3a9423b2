package io.longhaul.load.plan.server;

/** Environment variables that contain API keys and are not passed to child processes. */
public final class SecretVariables {
  private static final String ENDING = "_API_KEY";

  private SecretVariables() {}

  /** Removes these variables from the environment of a process that is about to start. */
  public static void removeFrom(ProcessBuilder process) {
    process.environment().keySet().removeIf(variable -> variable.endsWith(ENDING));
  }
}
