/**
 * The tables that a terminal shows after a run. They are read from the exported documents, so that
 * the screen and the files cannot differ.
 *
 * <p>Uses Jackson. Runs on the caller's thread.
 */
@NullMarked
package io.longhaul.report.console;

import org.jspecify.annotations.NullMarked;
