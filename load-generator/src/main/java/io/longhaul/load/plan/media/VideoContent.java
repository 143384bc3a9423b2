package io.longhaul.load.plan.media;

import io.longhaul.load.endpoint.request.Keyword;

/** What synthetic videos show. */
public enum VideoContent implements Keyword {
  /** A few shapes that move over a black background. */
  MOVING_SHAPES,
  /** A clock on a grid, with the number of the frame. */
  GRID_CLOCK,
  /** Random pixels, different in each video. */
  NOISE;
}
