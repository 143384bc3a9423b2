/**
 * Synthetic images and sound: noise, so that no server can answer from a cache, or pictures of a
 * folder.
 *
 * <p>Lives here: {@link io.longhaul.load.media.NoiseImage} and {@link
 * io.longhaul.load.media.NoiseClip}, files made of numbers, and {@link
 * io.longhaul.load.media.Pictures}. Which of them a prompt carries, room {@code dataset} knows.
 *
 * <p>May touch java.*, Java's image encoders and decoders, and the random numbers and formats of
 * room {@code plan}. Without state, any thread but an event loop: a large image takes a second.
 */
package io.longhaul.load.media;
