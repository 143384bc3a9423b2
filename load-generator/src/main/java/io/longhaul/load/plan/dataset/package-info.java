/**
 * The plan of the data set: where prompts come from, their lengths, sessions and traces.
 *
 * <p>Uses java.*, Jackson's annotations and the packages {@code check} and {@code media}.
 * Immutable.
 */
@NullMarked
package io.longhaul.load.plan.dataset;

import org.jspecify.annotations.NullMarked;
