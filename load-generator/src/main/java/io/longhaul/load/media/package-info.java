/**
 * Synthetic images, sound and videos: noise, so that no server can answer from a cache, pictures of
 * a folder, or scenes that are drawn.
 *
 * <p>Lives here: {@link io.longhaul.load.media.NoiseImage}, {@link
 * io.longhaul.load.media.ImageFolder} and {@link io.longhaul.load.media.NoiseClip}, files made of
 * numbers; {@link io.longhaul.load.media.EncodedClip}, for which {@link
 * io.longhaul.load.media.Ffmpeg} starts the program of that name. Which of them a prompt carries,
 * room {@code dataset} knows.
 *
 * <p>May touch java.*, Java's image encoders and decoders, processes of ffmpeg, and the random
 * numbers, formats and plans of room {@code plan}. Any thread but an event loop: a large image
 * takes a second, a video several.
 */
package io.longhaul.load.media;
