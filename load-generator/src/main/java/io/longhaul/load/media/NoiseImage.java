package io.longhaul.load.media;

import io.longhaul.load.plan.ImageFormat;
import io.longhaul.load.plan.SeededRandom;
import java.awt.image.BufferedImage;
import java.awt.image.DataBufferByte;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import javax.imageio.IIOImage;
import javax.imageio.ImageIO;
import javax.imageio.ImageTypeSpecifier;
import javax.imageio.ImageWriteParam;
import javax.imageio.ImageWriter;
import javax.imageio.metadata.IIOMetadata;
import javax.imageio.stream.MemoryCacheImageOutputStream;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.w3c.dom.NodeList;

/** A picture in which every colour of every pixel is random. Its file is as large as AIPerf's. */
public final class NoiseImage {
  /** AIPerf's. */
  private static final float JPEG_QUALITY = 0.85f;

  /** Noise gets no smaller, however hard one tries. */
  private static final float PNG_LEAST_EFFORT = 0.9f;

  private static final String JPEG_METADATA = "javax_imageio_jpeg_image_1.0";

  private NoiseImage() {}

  /**
   * The picture as a file.
   *
   * @param format png or jpeg
   */
  public static byte[] file(int width, int height, ImageFormat format, SeededRandom random) {
    BufferedImage image = new BufferedImage(width, height, BufferedImage.TYPE_3BYTE_BGR);
    fill(((DataBufferByte) image.getRaster().getDataBuffer()).getData(), random);
    ImageWriter writer = ImageIO.getImageWritersByFormatName(format.word()).next();
    ByteArrayOutputStream file = new ByteArrayOutputStream();
    try (MemoryCacheImageOutputStream out = new MemoryCacheImageOutputStream(file)) {
      writer.setOutput(out);
      ImageWriteParam parameters = writer.getDefaultWriteParam();
      parameters.setCompressionMode(ImageWriteParam.MODE_EXPLICIT);
      parameters.setCompressionQuality(
          format == ImageFormat.JPEG ? JPEG_QUALITY : PNG_LEAST_EFFORT);
      IIOMetadata metadata =
          format == ImageFormat.JPEG ? withEveryColour(writer, image, parameters) : null;
      writer.write(null, new IIOImage(image, null, metadata), parameters);
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot make an image: " + e.getMessage(), e);
    } finally {
      writer.dispose();
    }
    return file.toByteArray();
  }

  private static void fill(byte[] colours, SeededRandom random) {
    for (int i = 0; i < colours.length; i += Long.BYTES) {
      long bits = random.nextLong();
      for (int j = i; j < Math.min(i + Long.BYTES, colours.length); j++) {
        colours[j] = (byte) bits;
        bits >>>= Byte.SIZE;
      }
    }
  }

  /** Colours for every pixel; without this, Java's encoder writes them for each fourth one only. */
  private static IIOMetadata withEveryColour(
      ImageWriter writer, BufferedImage image, ImageWriteParam parameters) throws IOException {
    IIOMetadata metadata =
        writer.getDefaultImageMetadata(
            ImageTypeSpecifier.createFromRenderedImage(image), parameters);
    Node root = metadata.getAsTree(JPEG_METADATA);
    NodeList components = ((Element) root).getElementsByTagName("componentSpec");
    Element luminance = (Element) components.item(0);
    luminance.setAttribute("HsamplingFactor", "1");
    luminance.setAttribute("VsamplingFactor", "1");
    metadata.setFromTree(JPEG_METADATA, root);
    return metadata;
  }
}
