/**
 * Data sets: which conversation each session sends. {@link io.longhaul.load.dataset.PromptSources}
 * creates the source that a plan selects.
 *
 * <p>A {@link io.longhaul.load.dataset.prompt.PromptSource} is built before the load starts and is
 * immutable. Its conversations, most of which have one turn, are held in memory ({@code synthetic},
 * {@code file}) or are created on demand, off the event loop: those of a {@code trace}, which
 * stores an index in a temporary file, and those that are never repeated. The package {@code
 * schedule} decides when they are sent, the package {@code endpoint} how they become request
 * bodies.
 *
 * <p>Allowed imports: java.*, Jackson, the private files of {@code io.longhaul.schema}, and the
 * packages {@code plan}, {@code tokenizer}, {@code media}, {@code schedule} and {@code endpoint}.
 * Thread-safe once built.
 */
@NullMarked
package io.longhaul.load.dataset;

import org.jspecify.annotations.NullMarked;
