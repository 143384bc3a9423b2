/**
 * Clocks, and the health of this process.
 *
 * <p>Contents: the process's clock ({@link io.longhaul.load.time.AnchoredRunClock}) and the anchor
 * that ties it to the wall clock ({@link io.longhaul.load.time.ClockAnchor}); the health of the
 * process, on which the quality of a measurement depends: pauses, CPU, garbage collection ({@link
 * io.longhaul.load.time.ProcessMonitor}); CPU priorities ({@link
 * io.longhaul.load.time.CpuPriority}, {@link io.longhaul.load.time.ShortSlice}); and {@link
 * io.longhaul.load.time.Threads}, which creates daemon threads and waits for threads.
 *
 * <p>Allowed imports: {@code java.*}, the JDK's management beans, and JNA for the time slices of
 * threads.
 *
 * <p>Threads: any thread may use clocks. {@link io.longhaul.load.time.PauseMeter} owns one thread
 * that sleeps; a monitor belongs to one reader.
 */
@NullMarked
package io.longhaul.load.time;

import org.jspecify.annotations.NullMarked;
