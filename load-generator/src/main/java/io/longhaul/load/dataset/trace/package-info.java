/**
 * Traces: recorded requests with their times. Reads, checks, analyzes and writes them, and replays
 * them as prompts.
 *
 * <p>Uses Jackson and the packages {@code text}, {@code prompt}, {@code synthetic}, {@code plan},
 * {@code endpoint} and {@code tokenizer}. Prompts are thread-safe once built; everything else
 * belongs to one thread.
 */
@NullMarked
package io.longhaul.load.dataset.trace;

import org.jspecify.annotations.NullMarked;
