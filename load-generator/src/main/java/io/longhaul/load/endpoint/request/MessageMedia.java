package io.longhaul.load.endpoint.request;

import java.util.List;

/**
 * Media of a message, ready to be sent.
 *
 * @param images URLs of images, usually {@code data:} URLs with the image
 * @param audios audio clips
 * @param videos URLs of videos, like those of images
 */
public record MessageMedia(List<String> images, List<AudioClip> audios, List<String> videos) {
  public static final MessageMedia NONE = new MessageMedia(List.of(), List.of(), List.of());

  public MessageMedia {
    images = List.copyOf(images);
    audios = List.copyOf(audios);
    videos = List.copyOf(videos);
  }

  boolean isEmpty() {
    return images.isEmpty() && audios.isEmpty() && videos.isEmpty();
  }
}
