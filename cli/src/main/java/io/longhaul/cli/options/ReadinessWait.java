package io.longhaul.cli.options;

/**
 * That servers are waited for until they are ready.
 *
 * @param timeoutNanos how long, for each model at each URL and each question
 * @param intervalNanos between two questions
 * @param mode what is asked
 */
public record ReadinessWait(long timeoutNanos, long intervalNanos, Mode mode) {

  /** What shows that a server is ready. */
  public enum Mode {
    /** Its list of models has the model. */
    MODELS,
    /** It answers a request of one token. */
    INFERENCE,
    /** First the one, then the other. */
    BOTH;

    public boolean asksForModels() {
      return this != INFERENCE;
    }

    public boolean asksForInference() {
      return this != MODELS;
    }
  }
}
