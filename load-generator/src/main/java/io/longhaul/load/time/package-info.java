/**
 * Now, and how well this process keeps time.
 *
 * <p>Lives here: the clock of a process ({@link io.longhaul.load.time.AnchoredRunClock}) and the
 * anchor that ties it to the wall clock ({@link io.longhaul.load.time.ClockAnchor}); and what a
 * generator watches of itself, because a measurement is only as good as the process that makes it:
 * pauses, CPU, garbage collection ({@link io.longhaul.load.time.ProcessMonitor}); and who goes first
 * where processors are few ({@link io.longhaul.load.time.CpuPriority}, {@link
 * io.longhaul.load.time.ShortSlice}).
 *
 * <p>May touch: {@code java.*}, the JDK's management beans, and the priorities and time slices of
 * this process's threads.
 *
 * <p>Thread: clocks are for any thread. {@link io.longhaul.load.time.PauseMeter} owns one thread
 * that sleeps; a watch belongs to one reader.
 */
package io.longhaul.load.time;
