/**
 * Prompts from files of users: JSON lines, ShareGPT, pools and questions; and {@code inputs.json}.
 *
 * <p>Uses Jackson and the packages {@code text}, {@code prompt}, {@code trace} and {@code plan}.
 * Prompts are thread-safe once built; everything else belongs to one thread.
 */
@NullMarked
package io.longhaul.load.dataset.file;

import org.jspecify.annotations.NullMarked;
