/**
 * Runs the load of one generator, from the rehearsal to the end of the last lane. The entry point
 * is {@link io.longhaul.load.LoadGenerator}.
 *
 * <p>Contents: {@code LaneSender} sends the requests of one lane at the times that a {@code
 * RequestScheduler} returns; {@code RequestFactory} builds the requests of a {@code Session};
 * {@code NextTurnBuilder} builds later turns from the responses to earlier ones; {@code Rehearsal}
 * runs the whole path before the load, so that it is compiled and warm.
 *
 * <p>Allowed imports: all packages of the module, and no library.
 *
 * <p>Threads: the coordinator's side calls {@link io.longhaul.load.LoadGenerator}. A {@code
 * LaneSender} and its {@code RequestScheduler} belong to the event loop of their client. Arrivals
 * are timers of that loop, so no thread switch lies between a timer and its request.
 */
@NullMarked
package io.longhaul.load;

import org.jspecify.annotations.NullMarked;
