/**
 * Values of options that are more than a number or a text, such as a sequence distribution or an
 * API address, with their validation.
 *
 * <p>Uses the package {@code binding}, and the plan, metrics and documents that values select.
 * Starts nothing. Runs on the main thread.
 */
@NullMarked
package io.longhaul.config.value;

import org.jspecify.annotations.NullMarked;
