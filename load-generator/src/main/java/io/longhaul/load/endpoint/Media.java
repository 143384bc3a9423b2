package io.longhaul.load.endpoint;

import java.util.List;

/**
 * What a message carries beside text, ready to be sent.
 *
 * @param images where its images are: URLs, mostly {@code data:} ones that hold the image itself
 * @param audios its sound
 * @param videos where its videos are, like images
 */
public record Media(List<String> images, List<AudioClip> audios, List<String> videos) {
  public static final Media NONE = new Media(List.of(), List.of(), List.of());

  public Media {
    images = List.copyOf(images);
    audios = List.copyOf(audios);
    videos = List.copyOf(videos);
  }

  /** Nothing but images. */
  public static Media ofImages(List<String> images) {
    return new Media(images, List.of(), List.of());
  }

  boolean isEmpty() {
    return images.isEmpty() && audios.isEmpty() && videos.isEmpty();
  }
}
