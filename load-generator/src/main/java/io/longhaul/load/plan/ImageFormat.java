package io.longhaul.load.plan;

import io.longhaul.load.endpoint.Keyword;

/** The format of synthetic images. */
public enum ImageFormat implements Keyword {
  PNG,
  JPEG,
  /** One of the others, drawn for each image. */
  RANDOM;
}
