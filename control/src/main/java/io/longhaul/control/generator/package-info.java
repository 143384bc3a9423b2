/**
 * The generator's side of the control protocol: {@link
 * io.longhaul.control.generator.GeneratorAgent} registers, receives its share, reports, and decides
 * when the coordinator is gone.
 *
 * <p>Uses the package {@code control}. Runs on the generator's main thread.
 */
@NullMarked
package io.longhaul.control.generator;

import org.jspecify.annotations.NullMarked;
