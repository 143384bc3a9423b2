package io.longhaul.load.plan.media;

import io.longhaul.load.endpoint.request.Keyword;

/** The format of synthetic images. */
public enum ImageFormat implements Keyword {
  PNG,
  JPEG,
  /** One of the others, drawn for each image. */
  RANDOM;
}
