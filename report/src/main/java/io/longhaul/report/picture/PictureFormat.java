package io.longhaul.report.picture;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Locale;

/** A format of pictures. */
public enum PictureFormat {
  /** Pixels, compressed without loss. */
  PNG,
  /** Shapes, which are sharp at any size. */
  SVG,
  /** Pixels, compressed with loss. */
  JPEG;

  /** Pixels per unit of length in a PNG, as in AIPerf. */
  private static final double PNG_SCALE = 1.5;

  /** Returns the extension of file names, with the dot. */
  public String ending() {
    return "." + name().toLowerCase(Locale.ROOT);
  }

  /** Writes a picture; leaves the stream open. */
  public void write(Picture picture, OutputStream out) throws IOException {
    switch (this) {
      case PNG -> RasterImage.write(picture, PNG_SCALE, "png", out);
      case JPEG -> RasterImage.write(picture, 1, "jpeg", out);
      case SVG -> SvgDocument.write(picture, out);
    }
  }
}
