/**
 * What is measured: each subject is the main class of a {@link io.longhaul.benchmarks.subject.Child
 * child process} that obeys orders, one line each, and answers with figures. It ends with its
 * parent.
 *
 * <p>May touch: every module, and the libraries that a bare loop needs.
 *
 * <p>Threads: orders are obeyed on the main thread; what they start is said at each class.
 */
package io.longhaul.benchmarks.subject;
