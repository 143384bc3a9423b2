package io.longhaul.load.media;

import io.longhaul.load.plan.ImageFormat;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.stream.Stream;
import javax.imageio.ImageIO;
import javax.imageio.ImageReadParam;
import javax.imageio.ImageReader;
import javax.imageio.stream.FileImageInputStream;
import javax.imageio.stream.ImageInputStream;

/**
 * The pictures of a folder, in the order of their names: what images of other sizes are made of.
 * Only their places are held.
 */
public final class ImageFolder {
  private static final int MAX_FILES = 10_000;

  /** As small as it gets in a moderate time. */
  private static final float PNG_DEFAULT_QUALITY = 0.5f;

  private final List<Path> files;

  private ImageFolder(List<Path> files) {
    this.files = files;
  }

  /**
   * Looks which files of a folder are pictures that can be read.
   *
   * @throws IOException when there is none, or no folder; its message is a sentence
   */
  public static ImageFolder in(Path folder) throws IOException {
    if (!Files.isDirectory(folder)) {
      throw new IOException("Cannot take pictures from " + folder + ": it is no folder");
    }
    try (Stream<Path> entries = Files.list(folder)) {
      List<Path> files = entries.sorted().filter(ImageFolder::isImage).limit(MAX_FILES).toList();
      if (files.isEmpty()) {
        throw new IOException(
            "Cannot take pictures from "
                + folder
                + ": none can be read (put files in the format "
                + "PNG, JPEG, GIF, BMP or TIFF into it)");
      }
      return new ImageFolder(files);
    }
  }

  private static boolean isImage(Path file) {
    if (!Files.isRegularFile(file)) {
      return false;
    }
    try (ImageInputStream in = new FileImageInputStream(file.toFile())) {
      ImageReader reader = readerOf(in, file);
      try {
        return reader.getWidth(0) > 0 && reader.getHeight(0) > 0;
      } finally {
        reader.dispose();
      }
    } catch (IOException | RuntimeException e) {
      // Broken files make readers throw anything.
      return false;
    }
  }

  /** How many there are, at least one. */
  public int count() {
    return files.size();
  }

  /**
   * One of them as an image of this size.
   *
   * @param number from 0
   * @param format png or jpeg
   * @throws IOException when it cannot be read any more; its message is a sentence
   */
  public byte[] file(int number, int width, int height, ImageFormat format) throws IOException {
    Path file = files.get(number);
    BufferedImage image;
    try {
      image = read(file, width, height);
    } catch (IOException | RuntimeException e) {
      throw new IOException("Cannot read picture " + file + ": " + e.getMessage(), e);
    }
    BufferedImage scaled = new BufferedImage(width, height, BufferedImage.TYPE_3BYTE_BGR);
    Graphics2D graphics = scaled.createGraphics();
    graphics.setRenderingHint(
        RenderingHints.KEY_INTERPOLATION, RenderingHints.VALUE_INTERPOLATION_BICUBIC);
    graphics.drawImage(image, 0, 0, width, height, null);
    graphics.dispose();
    return ImageEncoder.of(scaled, format, PNG_DEFAULT_QUALITY);
  }

  /**
   * Of a picture that is much larger only some pixels are read, so that it does not fill memory.
   */
  private static BufferedImage read(Path file, int width, int height) throws IOException {
    try (ImageInputStream in = new FileImageInputStream(file.toFile())) {
      ImageReader reader = readerOf(in, file);
      try {
        ImageReadParam parameters = reader.getDefaultReadParam();
        parameters.setSourceSubsampling(
            subsampling(reader.getWidth(0), width), subsampling(reader.getHeight(0), height), 0, 0);
        return reader.read(0, parameters);
      } finally {
        reader.dispose();
      }
    }
  }

  /** Twice as many pixels as are wanted are left: what is between them is made of both. */
  private static int subsampling(int pixels, int target) {
    return (int) Math.max(1, pixels / (2L * target));
  }

  private static ImageReader readerOf(ImageInputStream in, Path file) throws IOException {
    Iterator<ImageReader> readers = ImageIO.getImageReaders(in);
    if (!readers.hasNext()) {
      throw new IOException("no picture: " + file.getFileName());
    }
    ImageReader reader = readers.next();
    reader.setInput(in, true, true);
    return reader;
  }
}
