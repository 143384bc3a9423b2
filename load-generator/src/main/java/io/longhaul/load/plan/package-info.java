/**
 * The plan of a run: everything that a generator must know before it sends, validated when it is
 * built.
 *
 * <p>{@link io.longhaul.load.plan.RunPlan} is a tree of records. {@link
 * io.longhaul.load.plan.RunPlanJson} writes it as JSON and reads it back through Jackson's
 * annotations on the records. {@link io.longhaul.load.plan.PlanShare} computes which part of the
 * plan one generator, and one of its lanes, sends. Secrets are not part of the plan: a {@link
 * io.longhaul.load.plan.Secret} is sent separately.
 *
 * <p>May depend on java.*, on Jackson, and on the endpoint types, extra inputs and keywords of
 * package {@code endpoint}. All types but {@link io.longhaul.load.plan.SeededRandom} and the
 * builder are immutable and safe on any thread.
 */
@NullMarked
package io.longhaul.load.plan;

import org.jspecify.annotations.NullMarked;
