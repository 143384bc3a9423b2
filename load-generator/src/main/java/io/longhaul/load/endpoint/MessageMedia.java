package io.longhaul.load.endpoint;

import java.util.List;

/**
 * What a message carries beside text, ready to be sent.
 *
 * @param images where its images are: URLs, mostly {@code data:} ones that hold the image itself
 * @param audios its sound
 * @param videos where its videos are, like images
 */
public record MessageMedia(List<String> images, List<AudioClip> audios, List<String> videos) {
  public static final MessageMedia NONE = new MessageMedia(List.of(), List.of(), List.of());

  public MessageMedia {
    images = List.copyOf(images);
    audios = List.copyOf(audios);
    videos = List.copyOf(videos);
  }

  /** Nothing but images. */
  public static MessageMedia ofImages(List<String> images) {
    return new MessageMedia(images, List.of(), List.of());
  }

  boolean isEmpty() {
    return images.isEmpty() && audios.isEmpty() && videos.isEmpty();
  }
}
