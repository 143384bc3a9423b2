/**
 * The subjects of benchmarks. Each is the main class of a {@link
 * io.longhaul.benchmarks.subject.Child child process} that executes commands of one line each and
 * responds with figures. It ends with its parent.
 *
 * <p>Allowed imports: every module, and the libraries of the minimal programs.
 *
 * <p>Threads: commands run on the main thread; each class documents the threads that it starts.
 */
@NullMarked
package io.longhaul.benchmarks.subject;

import org.jspecify.annotations.NullMarked;
