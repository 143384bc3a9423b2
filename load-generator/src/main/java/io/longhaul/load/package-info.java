/**
 * The conductor: {@link io.longhaul.load.LoadGenerator} lets schedule, prompts, client and recorder
 * of each lane play together, from the rehearsal to the last lane's end.
 *
 * <p>Lives here besides: {@code LaneSender}, which sends what a {@code RequestScheduler} says when it says so;
 * {@code RequestFactory}, which makes the requests of a {@code Session}; {@code NextTurnBuilder}, which
 * has its later turns made of what was answered; {@code Rehearsal}, which runs the whole path warm.
 *
 * <p>May touch: all rooms of the module, and no library.
 *
 * <p>Threads: {@link io.longhaul.load.LoadGenerator} is called by whoever coordinates; a {@code
 * LaneSender} and its {@code RequestScheduler} live on the loop of their client, where arrivals are timers: there
 * is no thread between a timer and its request.
 */
package io.longhaul.load;
