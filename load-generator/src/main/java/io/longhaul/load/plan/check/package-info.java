/**
 * What all parts of the plan share: the collection of problems with their values, how optional
 * values appear in JSON, and choices that depend only on the seed.
 *
 * <p>Uses java.* and Jackson's annotations. {@link io.longhaul.load.plan.check.SeededRandom} and
 * {@code Problems} belong to one thread; everything else is immutable.
 */
@NullMarked
package io.longhaul.load.plan.check;

import org.jspecify.annotations.NullMarked;
