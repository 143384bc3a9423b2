/**
 * Terminal output while a run is under way: the progress line, and the list of files at its end.
 *
 * <p>Uses the coordinator's listener, the choice of the display from {@code
 * io.longhaul.config.value}, and the figures of {@code io.longhaul.report.console}. The progress
 * line has its own thread.
 */
@NullMarked
package io.longhaul.cli.console;

import org.jspecify.annotations.NullMarked;
