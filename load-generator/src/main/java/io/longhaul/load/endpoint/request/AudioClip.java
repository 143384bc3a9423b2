package io.longhaul.load.endpoint.request;

/**
 * An audio clip.
 *
 * @param format {@code wav} or {@code mp3}
 * @param base64 the whole file, in base64
 */
public record AudioClip(String format, String base64) {}
