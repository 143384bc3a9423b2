/**
 * The commands. Each is a thin class that reads its options, composes classes of other packages and
 * returns an exit code.
 *
 * <p>Uses picocli and the subpackages. Runs on the main thread; signals arrive on a thread of the
 * JVM.
 */
@NullMarked
package io.longhaul.cli;

import org.jspecify.annotations.NullMarked;
