/**
 * Reads files of text, line by line, and JSON objects in them. Reports a malformed line by its
 * position.
 *
 * <p>Uses java.nio, Jackson and the package {@code endpoint}. A reader belongs to one thread.
 */
@NullMarked
package io.longhaul.load.dataset.text;

import org.jspecify.annotations.NullMarked;
