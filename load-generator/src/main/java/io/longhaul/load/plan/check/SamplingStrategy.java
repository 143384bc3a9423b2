package io.longhaul.load.plan.check;

import io.longhaul.load.endpoint.request.Keyword;

/** The order in which the entries of a dataset are used. */
public enum SamplingStrategy implements Keyword {
  /** In the order of the dataset, starting again after the last entry. */
  SEQUENTIAL,
  /** A random entry each time. */
  RANDOM,
  /** Each entry once per round, in a different order each round. */
  SHUFFLE;
}
