/**
 * The side of a sampler that is a process of its own on the control topic: {@link
 * io.longhaul.control.sampler.SamplerAgent} follows the runs that coordinators announce, and
 * samples for each of them.
 *
 * <p>Uses the package {@code control}. Runs on the sampler's main thread.
 */
@NullMarked
package io.longhaul.control.sampler;

import org.jspecify.annotations.NullMarked;
