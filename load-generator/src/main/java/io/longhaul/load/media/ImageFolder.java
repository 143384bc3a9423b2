package io.longhaul.load.media;

import io.longhaul.load.plan.media.ImageFormat;
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
 * The images of a folder, ordered by name, as sources for images of other sizes. Stores only their
 * paths.
 */
public record ImageFolder(List<Path> files) {
  private static final int MAX_FILES = 10_000;

  /** The smallest files that take a moderate time to encode. */
  private static final float PNG_DEFAULT_QUALITY = 0.5f;

  /**
   * Lists the readable images of a folder.
   *
   * @throws IOException if there is none, or this is not a folder; the message is a complete
   *     sentence
   */
  public static ImageFolder in(Path folder) throws IOException {
    if (!Files.isDirectory(folder)) {
      throw new IOException("Cannot read images from " + folder + ": it is not a folder");
    }
    try (Stream<Path> entries = Files.list(folder)) {
      List<Path> files = entries.sorted().filter(ImageFolder::isImage).limit(MAX_FILES).toList();
      if (files.isEmpty()) {
        throw new IOException(
            "Cannot read images from "
                + folder
                + ": it contains no readable image (supported formats: "
                + "PNG, JPEG, GIF, BMP, TIFF)");
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
      // Image readers throw arbitrary exceptions for damaged files.
      return false;
    }
  }

  /**
   * Returns an image, scaled to a size.
   *
   * @param number index from 0
   * @param format png or jpeg
   * @throws IOException if the image can no longer be read; the message is a complete sentence
   */
  public byte[] file(int number, int width, int height, ImageFormat format) throws IOException {
    Path file = files.get(number);
    BufferedImage image;
    try {
      image = read(file, width, height);
    } catch (IOException | RuntimeException e) {
      throw new IOException("Cannot read image " + file + ": " + e.getMessage(), e);
    }
    BufferedImage scaled = new BufferedImage(width, height, BufferedImage.TYPE_3BYTE_BGR);
    Graphics2D graphics = scaled.createGraphics();
    graphics.setRenderingHint(
        RenderingHints.KEY_INTERPOLATION, RenderingHints.VALUE_INTERPOLATION_BICUBIC);
    graphics.drawImage(image, 0, 0, width, height, null);
    graphics.dispose();
    return ImageEncoder.of(scaled, format, PNG_DEFAULT_QUALITY);
  }

  /** Reads a much larger image with subsampling, so that it does not exhaust memory. */
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

  /**
   * Returns the subsampling step that keeps at least twice the target's pixels, so that scaling can
   * interpolate.
   */
  private static int subsampling(int pixels, int target) {
    return (int) Math.max(1, pixels / (2L * target));
  }

  private static ImageReader readerOf(ImageInputStream in, Path file) throws IOException {
    Iterator<ImageReader> readers = ImageIO.getImageReaders(in);
    if (!readers.hasNext()) {
      throw new IOException("not an image: " + file.getFileName());
    }
    ImageReader reader = readers.next();
    reader.setInput(in, true, true);
    return reader;
  }
}
