package io.longhaul.load.dataset.prompt;

import static java.util.Objects.requireNonNull;

import io.longhaul.load.dataset.text.MalformedLineException;
import io.longhaul.load.endpoint.request.AudioClip;
import io.longhaul.load.endpoint.request.MediaKind;
import io.longhaul.load.endpoint.response.ErrorMessages;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An image, audio clip or video as named in a prompt file: a URL, base64 data, or a path relative
 * to the prompt file.
 *
 * @param kind kind of media
 * @param name the value in the file
 * @param file the file whose content is sent; null if the name itself is sent
 */
public record MediaReference(MediaKind kind, String name, @Nullable Path file) {
  /** Maximum file size; base64 is a third longer. */
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
   * Parses a reference.
   *
   * @param folder folder of the prompt file
   * @throws MalformedLineException if it cannot be sent
   */
  public static MediaReference of(MediaKind kind, String name, Path folder)
      throws MalformedLineException {
    if (name.isBlank()) {
      throw new MalformedLineException("an empty " + kind.word() + " (give a URL or a path)");
    }
    if (kind == MediaKind.AUDIO && parseClip(name) != null) {
      return new MediaReference(kind, name, null);
    }
    if (name.startsWith("data:") || name.contains("://")) {
      if (kind == MediaKind.AUDIO) {
        throw invalid(kind, name, "expected a file, or wav,BASE64 or mp3,BASE64");
      }
      return new MediaReference(kind, name, null);
    }
    return new MediaReference(kind, name, fileOf(kind, name, folder));
  }

  private static Path fileOf(MediaKind kind, String name, Path folder)
      throws MalformedLineException {
    if (!typesOf(kind).containsKey(extensionOf(name))) {
      throw invalid(kind, name, validForms(kind));
    }
    try {
      Path file = folder.resolve(name);
      if (!Files.isRegularFile(file) || !Files.isReadable(file)) {
        throw invalid(kind, name, "there is no such file: " + file);
      }
      if (Files.size(file) > MAX_BYTES) {
        throw invalid(kind, name, "at most " + (MAX_BYTES >> 20) + " MB");
      }
      return file;
    } catch (InvalidPathException | IOException e) {
      throw invalid(kind, name, "not a path");
    }
  }

  private static String validForms(MediaKind kind) {
    List<String> extensions =
        typesOf(kind).keySet().stream().sorted().map(end -> "." + end).toList();
    String file = "a file that ends in " + String.join(", ", extensions);
    return kind == MediaKind.AUDIO ? file : "a URL, or " + file;
  }

  /** Returns the number of characters that stay in memory with the prompt. */
  long charsHeld() {
    return file == null ? name.length() : 0;
  }

  /** Returns a URL; for a file, a {@code data:} URL with its content. */
  String url() {
    return file == null
        ? name
        : "data:" + typesOf(kind).get(extensionOf(name)) + ";base64," + base64Content();
  }

  AudioClip clip() {
    return file == null
        ? requireNonNull(parseClip(name))
        : new AudioClip(requireNonNull(AUDIO_TYPES.get(extensionOf(name))), base64Content());
  }

  private String base64Content() {
    try {
      return Base64.getEncoder().encodeToString(Files.readAllBytes(file));
    } catch (IOException e) {
      throw new DatasetException(
          "Cannot read " + kind.word() + " " + file + ": " + e.getMessage(), e);
    }
  }

  /**
   * Parses {@code wav,BASE64} or {@code data:audio/wav;base64,BASE64}; returns null for other
   * values.
   */
  private static @Nullable AudioClip parseClip(String name) {
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

  private static MalformedLineException invalid(MediaKind kind, String name, String reason) {
    String shown = ErrorMessages.abbreviated(name, MAX_SHOWN_CHARS);
    return new MalformedLineException(kind.word() + " " + shown + " (" + reason + ")");
  }
}
