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
 * @param kind what it is
 * @param name as it was named
 * @param file the file whose content is sent; null when the name is what is sent
 */
record MediaReference(MediaKind kind, String name, Path file) {
  /** Of a file; in base64 it is a third longer. */
  static final long MAX_BYTES = 32L << 20;

  private static final int MAX_SHOWN_CHARS = 80;

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
  static MediaReference of(MediaKind kind, String name, Path folder) throws MalformedLineException {
    if (name.isBlank()) {
      throw new MalformedLineException("an empty " + kind.word() + " (give a URL or a path)");
    }
    if (kind == MediaKind.AUDIO && parseClip(name) != null) {
      return new MediaReference(kind, name, null);
    }
    if (name.startsWith("data:") || name.contains("://")) {
      if (kind == MediaKind.AUDIO) {
        throw new MalformedLineException(
            "audio " + abbreviated(name) + " (a file, or wav, or mp3, with a comma and base64)");
      }
      return new MediaReference(kind, name, null);
    }
    return new MediaReference(kind, name, fileOf(kind, name, folder));
  }

  private static Path fileOf(MediaKind kind, String name, Path folder)
      throws MalformedLineException {
    if (!typesOf(kind).containsKey(extensionOf(name))) {
      throw new MalformedLineException(
          kind.word() + " " + abbreviated(name) + " (" + validForms(kind) + ")");
    }
    try {
      Path file = folder.resolve(name);
      if (!Files.isRegularFile(file) || !Files.isReadable(file)) {
        throw new MalformedLineException(
            kind.word() + " " + abbreviated(name) + " (there is no such file: " + file + ")");
      }
      if (Files.size(file) > MAX_BYTES) {
        throw new MalformedLineException(
            kind.word() + " " + abbreviated(name) + " (at most " + (MAX_BYTES >> 20) + " MB)");
      }
      return file;
    } catch (InvalidPathException | IOException e) {
      throw new MalformedLineException(kind.word() + " " + abbreviated(name) + " (not a path)");
    }
  }

  private static String validForms(MediaKind kind) {
    List<String> extensions =
        typesOf(kind).keySet().stream().sorted().map(end -> "." + end).toList();
    String file = "a file that ends in " + String.join(", ", extensions);
    return kind == MediaKind.AUDIO ? file : "a URL, or " + file;
  }

  /** How many of its characters are held as long as the prompt is. */
  long charsHeld() {
    return file == null ? name.length() : 0;
  }

  /** A URL; that of a file holds its content. */
  String url() {
    return file == null
        ? name
        : "data:" + typesOf(kind).get(extensionOf(name)) + ";base64," + base64Content();
  }

  AudioClip clip() {
    return file == null
        ? parseClip(name)
        : new AudioClip(AUDIO_TYPES.get(extensionOf(name)), base64Content());
  }

  private String base64Content() {
    try {
      return Base64.getEncoder().encodeToString(Files.readAllBytes(file));
    } catch (IOException e) {
      throw new DatasetException(
          "Cannot read " + kind.word() + " " + file + ": " + e.getMessage(), e);
    }
  }

  /** {@code wav,BASE64} or {@code data:audio/wav;base64,BASE64}, or null. */
  private static AudioClip parseClip(String name) {
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

  private static Map<String, String> typesOf(MediaKind kind) {
    return switch (kind) {
      case IMAGE -> IMAGE_TYPES;
      case AUDIO -> AUDIO_TYPES;
      case VIDEO -> VIDEO_TYPES;
    };
  }

  private static String extensionOf(String name) {
    return name.substring(name.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT);
  }

  private static String abbreviated(String name) {
    return name.length() > MAX_SHOWN_CHARS ? name.substring(0, MAX_SHOWN_CHARS) + "…" : name;
  }
}
