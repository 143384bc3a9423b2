package io.longhaul.load.dataset;

import io.longhaul.load.endpoint.AudioClip;
import io.longhaul.load.endpoint.MediaKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * An image, a clip or a video as a file of prompts names it: a URL, the thing itself in base64, or
 * the path of a file, seen from the file of prompts.
 *
 * @param medium what it is
 * @param name as it was named
 * @param file the file whose content is sent; null when the name is what is sent
 */
record MediaReference(MediaKind medium, String name, Path file) {
  /** Of a file; in base64 it is a third longer. */
  static final long MAX_BYTES = 32L << 20;

  private static final int MAX_SHOWN = 80;

  private static final Map<String, String> IMAGE_TYPES =
      Map.of(
          "png", "image/png",
          "jpg", "image/jpeg",
          "jpeg", "image/jpeg",
          "gif", "image/gif",
          "webp", "image/webp");

  private static final Map<String, String> AUDIO_TYPES = Map.of("wav", "wav", "mp3", "mp3");

  private static final Map<String, String> VIDEO_TYPES =
      Map.of("mp4", "video/mp4", "webm", "video/webm");

  /**
   * What is named.
   *
   * @param folder of the file of prompts
   * @throws MalformedLineException when it is nothing that can be sent
   */
  static MediaReference of(MediaKind medium, String name, Path folder)
      throws MalformedLineException {
    if (name.isBlank()) {
      throw new MalformedLineException("an empty " + medium.word() + " (give a URL or a path)");
    }
    if (medium == MediaKind.AUDIO && clipIn(name) != null) {
      return new MediaReference(medium, name, null);
    }
    if (name.startsWith("data:") || name.contains("://")) {
      if (medium == MediaKind.AUDIO) {
        throw new MalformedLineException(
            "audio " + shown(name) + " (a file, or wav, or mp3, with a comma and base64)");
      }
      return new MediaReference(medium, name, null);
    }
    return new MediaReference(medium, name, fileOf(medium, name, folder));
  }

  private static Path fileOf(MediaKind medium, String name, Path folder)
      throws MalformedLineException {
    if (!typesOf(medium).containsKey(endingOf(name))) {
      throw new MalformedLineException(
          medium.word() + " " + shown(name) + " (" + whatIsRight(medium) + ")");
    }
    try {
      Path file = folder.resolve(name);
      if (!Files.isRegularFile(file) || !Files.isReadable(file)) {
        throw new MalformedLineException(
            medium.word() + " " + shown(name) + " (there is no such file: " + file + ")");
      }
      if (Files.size(file) > MAX_BYTES) {
        throw new MalformedLineException(
            medium.word() + " " + shown(name) + " (at most " + (MAX_BYTES >> 20) + " MB)");
      }
      return file;
    } catch (InvalidPathException | IOException e) {
      throw new MalformedLineException(medium.word() + " " + shown(name) + " (not a path)");
    }
  }

  private static String whatIsRight(MediaKind medium) {
    List<String> endings =
        typesOf(medium).keySet().stream().sorted().map(end -> "." + end).toList();
    String file = "a file that ends in " + String.join(", ", endings);
    return medium == MediaKind.AUDIO ? file : "a URL, or " + file;
  }

  /** How many of its characters are held as long as the prompt is. */
  long charsHeld() {
    return file == null ? name.length() : 0;
  }

  /** A URL; that of a file holds its content. */
  String url() {
    return file == null
        ? name
        : "data:" + typesOf(medium).get(endingOf(name)) + ";base64," + contentInBase64();
  }

  AudioClip clip() {
    return file == null
        ? clipIn(name)
        : new AudioClip(AUDIO_TYPES.get(endingOf(name)), contentInBase64());
  }

  private String contentInBase64() {
    try {
      return Base64.getEncoder().encodeToString(Files.readAllBytes(file));
    } catch (IOException e) {
      throw new DatasetException(
          "Cannot read " + medium.word() + " " + file + ": " + e.getMessage(), e);
    }
  }

  /** {@code wav,BASE64} or {@code data:audio/wav;base64,BASE64}, or null. */
  private static AudioClip clipIn(String name) {
    int comma = name.indexOf(',');
    if (comma < 0) {
      return null;
    }
    String head = name.substring(0, comma).toLowerCase(Locale.ROOT);
    if (head.startsWith("data:audio/") && head.endsWith(";base64")) {
      head = head.substring("data:audio/".length(), head.length() - ";base64".length());
    }
    return AUDIO_TYPES.containsKey(head) ? new AudioClip(head, name.substring(comma + 1)) : null;
  }

  private static Map<String, String> typesOf(MediaKind medium) {
    return switch (medium) {
      case IMAGE -> IMAGE_TYPES;
      case AUDIO -> AUDIO_TYPES;
      case VIDEO -> VIDEO_TYPES;
    };
  }

  private static String endingOf(String name) {
    return name.substring(name.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT);
  }

  private static String shown(String name) {
    return name.length() > MAX_SHOWN ? name.substring(0, MAX_SHOWN) + "…" : name;
  }
}
