/**
 * Prompts, turns and conversations, the interface of their sources, and the sources that change the
 * prompts of another one.
 *
 * <p>Uses the packages {@code plan}, {@code tokenizer}, {@code endpoint}, {@code schedule} and
 * {@code text}. Thread-safe once built.
 */
@NullMarked
package io.longhaul.load.dataset.prompt;

import org.jspecify.annotations.NullMarked;
