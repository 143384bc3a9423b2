/**
 * Synthetic prompts: text of a chosen number of tokens, images, audio and videos.
 *
 * <p>Uses the packages {@code prompt}, {@code plan}, {@code endpoint}, {@code tokenizer} and {@code
 * media}. Thread-safe once built.
 */
@NullMarked
package io.longhaul.load.dataset.synthetic;

import org.jspecify.annotations.NullMarked;
