/**
 * The plan of a run: everything that a generator must know before it sends, validated when it is
 * built.
 *
 * <p>{@link io.longhaul.load.plan.RunPlan} is a tree of records: the load ({@code plan.load}), the
 * data set ({@code plan.dataset}, {@code plan.media}) and the target ({@code plan.server}). {@link
 * io.longhaul.load.plan.RunPlanJson} writes it as JSON and reads it back through Jackson's
 * annotations on the records. Secrets are not part of the plan: a {@link
 * io.longhaul.load.plan.server.Secret} is sent separately.
 *
 * <p>May depend on java.*, on Jackson, and on the endpoint types, extra inputs and keywords of
 * package {@code endpoint}. Immutable and safe on any thread.
 */
@NullMarked
package io.longhaul.load.plan;

import org.jspecify.annotations.NullMarked;
