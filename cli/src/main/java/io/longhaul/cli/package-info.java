/**
 * The commands: each a thin class that reads its options, composes parts of other rooms and returns
 * an exit code.
 *
 * <p>Touches picocli and the rooms below. Everything here runs on the main thread; signals are
 * heard on a thread of the JVM's.
 */
package io.longhaul.cli;
