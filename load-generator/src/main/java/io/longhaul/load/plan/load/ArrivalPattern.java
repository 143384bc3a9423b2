package io.longhaul.load.plan.load;

import io.longhaul.load.endpoint.request.Keyword;

/** The distribution of the gaps between arrivals at a request rate. */
public enum ArrivalPattern implements Keyword {
  /** Gaps are exponential with mean 1/rate. */
  POISSON,
  /** Every gap is 1/rate. */
  CONSTANT,
  /** Gaps follow a gamma distribution with mean 1/rate, whose shape is the smoothness. */
  GAMMA;
}
