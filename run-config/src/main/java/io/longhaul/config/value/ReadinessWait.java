package io.longhaul.config.value;

import io.longhaul.load.endpoint.request.Keyword;

/**
 * The wait for servers to be ready.
 *
 * @param timeoutNanos the maximum time for each model, URL and check
 * @param intervalNanos the time between two checks
 * @param mode the checks
 */
public record ReadinessWait(long timeoutNanos, long intervalNanos, Mode mode) {

  /** The checks that show that a server is ready. */
  public enum Mode implements Keyword {
    /** The server lists the model. */
    MODELS,
    /** The server answers a request for one token. */
    INFERENCE,
    /** Both checks, in this order. */
    BOTH;

    public boolean asksForModels() {
      return this != INFERENCE;
    }

    public boolean asksForInference() {
      return this != MODELS;
    }
  }
}
