/**
 * Prompts from files of users: JSON lines, ShareGPT, pools and questions; and {@code inputs.json}.
 *
 * <p>Uses Jackson, the private files of {@code io.longhaul.schema}, and the packages {@code text},
 * {@code prompt}, {@code trace}, {@code plan}, {@code endpoint} and {@code tokenizer}. Prompts are
 * thread-safe once built; everything else belongs to one thread.
 */
@NullMarked
package io.longhaul.load.dataset.file;

import org.jspecify.annotations.NullMarked;
