/**
 * Load testers of other makers, and how they are compared with Longhaul: {@link
 * io.longhaul.benchmarks.peers.Peer} starts one with a load, {@link
 * io.longhaul.benchmarks.peers.RunObserver} observes it from outside, at the server and in {@code
 * /proc}, so that no figure of speed or cost is a tool's own.
 *
 * <p>Allowed imports: {@code java.*}, Jackson, and package {@code subject}.
 *
 * <p>Threads: the caller's. A tool runs in processes of its own.
 */
@NullMarked
package io.longhaul.benchmarks.peers;

import org.jspecify.annotations.NullMarked;
