package io.longhaul.load.media;

import io.longhaul.load.plan.media.ImageFormat;
import java.awt.image.BufferedImage;
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

/** Encodes images as PNG, or as JPEG with AIPerf's quality. */
final class ImageEncoder {
  private static final float JPEG_QUALITY = 0.85f;

  private static final String JPEG_METADATA = "javax_imageio_jpeg_image_1.0";

  private ImageEncoder() {}

  /**
   * Returns an image as a file.
   *
   * @param format png or jpeg
   * @param pngQuality from 0 (smallest file) to 1 (fastest); PNG is lossless in all cases
   */
  static byte[] of(BufferedImage image, ImageFormat format, float pngQuality) {
    ImageWriter writer = ImageIO.getImageWritersByFormatName(format.word()).next();
    ByteArrayOutputStream file = new ByteArrayOutputStream();
    try (MemoryCacheImageOutputStream out = new MemoryCacheImageOutputStream(file)) {
      writer.setOutput(out);
      ImageWriteParam parameters = writer.getDefaultWriteParam();
      parameters.setCompressionMode(ImageWriteParam.MODE_EXPLICIT);
      parameters.setCompressionQuality(format == ImageFormat.JPEG ? JPEG_QUALITY : pngQuality);
      IIOMetadata metadata =
          format == ImageFormat.JPEG ? withFullChroma(writer, image, parameters) : null;
      writer.write(null, new IIOImage(image, null, metadata), parameters);
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot create an image: " + e.getMessage(), e);
    } finally {
      writer.dispose();
    }
    return file.toByteArray();
  }

  /**
   * Disables chroma subsampling; by default, Java's encoder stores color for every fourth pixel
   * only.
   */
  private static IIOMetadata withFullChroma(
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
