/**
 * What a run intends: everything that a generator must know before it sends, checked at the door.
 *
 * <p>{@link io.longhaul.load.plan.RunPlan} is plain data and travels as JSON; {@link
 * io.longhaul.load.plan.PlanShare} says which part of it one generator, and one lane of it,
 * carries. What must stay secret travels apart, as a {@link io.longhaul.load.plan.Secret}.
 *
 * <p>May touch java.*, two words of room {@code endpoint} (its types and extra inputs), and Jackson
 * in {@link io.longhaul.load.plan.RunPlanJson} alone. All types but {@link
 * io.longhaul.load.plan.SeededRandom} and the builder are immutable and safe on any thread.
 */
package io.longhaul.load.plan;
