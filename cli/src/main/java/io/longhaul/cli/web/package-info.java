/**
 * {@code longhaul web}: pages about all runs of some lakes. Reads the lakes, and the control topic
 * if there is one; writes only temporary files.
 *
 * <pre>
 *   LakeRuns       what runs there are: one thread, when a page is requested
 *   ComputedPages  reports, comparisons, histories: one thread, one page after another
 *   FollowedRuns   new slices of the live views that are watched: one thread
 *   RunPages       answers requests, on the thread of the server, which never blocks
 * </pre>
 *
 * Uses the server of {@code api}, pages of the module {@code report}, and readers of {@code sinks}.
 */
@NullMarked
package io.longhaul.cli.web;

import org.jspecify.annotations.NullMarked;
