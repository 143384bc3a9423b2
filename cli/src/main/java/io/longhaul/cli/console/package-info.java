/**
 * Terminal output: a progress line during a run and tables after it. Tables are read from the
 * exported documents, so that the screen and the files cannot differ.
 *
 * <p>Uses Jackson and the coordinator's listener. The progress line has its own thread.
 */
@NullMarked
package io.longhaul.cli.console;

import org.jspecify.annotations.NullMarked;
