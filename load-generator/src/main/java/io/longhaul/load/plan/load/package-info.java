/**
 * The plan of the load: its phases, arrivals, rates, users and cancellations. {@link
 * io.longhaul.load.plan.load.PlanShare} computes which part of it one generator, and one of its
 * lanes, sends.
 *
 * <p>Uses java.*, Jackson's annotations and the package {@code check}. Immutable.
 */
@NullMarked
package io.longhaul.load.plan.load;

import org.jspecify.annotations.NullMarked;
