package io.longhaul.load.plan.media;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import io.longhaul.load.plan.check.Problems;

/**
 * The synthetic images of a request.
 *
 * @param perRequest the number of images; 0 for none
 * @param width in pixels
 * @param height in pixels
 * @param format how images are encoded
 * @param source what images show
 */
@JsonPropertyOrder({"per_request", "format"})
public record ImagePlan(
    int perRequest, Size width, Size height, ImageFormat format, ImageSource source) {
  public static final ImagePlan NONE =
      new ImagePlan(0, new Size(1, 0), new Size(1, 0), ImageFormat.PNG, ImageSource.NOISE);

  private static final int BYTES_PER_PIXEL = 3;

  /**
   * A width or a height, drawn from a normal distribution that is truncated below 1.
   *
   * @param mean in pixels, 1 or more
   * @param standardDeviation in pixels, 0 or more
   */
  public record Size(
      @JsonProperty("mean_pixels") int mean,
      @JsonProperty("stddev_pixels") double standardDeviation) {
    void check(String what, Problems problems) {
      problems.requirePositive(what + " of images, mean", mean, "pixels");
      problems.requireNotNegative(
          what + " of images, stddev", standardDeviation, "0 or more pixels");
    }
  }

  /** Returns the maximum size of the images of a request; random pixels cannot be compressed. */
  long bytesPerRequest() {
    return (long) perRequest * BYTES_PER_PIXEL * width.mean() * height.mean();
  }

  void check(Problems problems) {
    problems.requireNotNegative("images per request", perRequest, "0 or more");
    width.check("width", problems);
    height.check("height", problems);
    source.check(problems);
  }
}
