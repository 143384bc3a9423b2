/**
 * The dashboard in the terminal, {@code --ui dashboard}. A view of the run like the HTTP API: no
 * other thread waits for it, and it produces no results.
 *
 * <p>{@link io.longhaul.cli.dashboard.DashboardLayout} turns a {@link
 * io.longhaul.cli.dashboard.DashboardState} into lines, as a function of the size of the terminal;
 * {@link io.longhaul.cli.dashboard.Screen} writes them. The only package that uses JLine; it also
 * uses the coordinator's live data and the figures of {@code io.longhaul.report}.
 *
 * <p>The thread of the progress line draws. The threads of the run, which report events, slices and
 * samples, only change the state and never write to the terminal, which may have been stopped with
 * Ctrl-S.
 */
@NullMarked
package io.longhaul.cli.dashboard;

import org.jspecify.annotations.NullMarked;
