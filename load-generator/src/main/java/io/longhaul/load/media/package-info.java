/**
 * Synthetic images, audio and videos: noise, which no server can answer from a cache; scaled images
 * of a folder; or drawn scenes.
 *
 * <p>Contents: {@link io.longhaul.load.media.NoiseImage}, {@link
 * io.longhaul.load.media.ImageFolder} and {@link io.longhaul.load.media.NoiseClip} generate files
 * in Java; {@link io.longhaul.load.media.EncodedClip} uses the program {@link
 * io.longhaul.load.media.Ffmpeg ffmpeg}. The package {@code dataset} decides which of them a prompt
 * contains.
 *
 * <p>Allowed imports: java.*, including Java's image encoders and decoders and ffmpeg processes;
 * random numbers, formats and plans of the package {@code plan}. Never call this package on an
 * event loop: a large image takes a second, a video several.
 */
@NullMarked
package io.longhaul.load.media;

import org.jspecify.annotations.NullMarked;
