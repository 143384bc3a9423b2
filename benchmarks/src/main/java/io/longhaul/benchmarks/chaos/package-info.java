/**
 * Faults in a distributed run, and the judgement of what the run left behind.
 *
 * <p>Content: the seeded schedule of faults; the processes of a run and the proxies between them
 * and Kafka; the injection of faults, each with evidence that it took effect; the comparison of the
 * mock server's truth log, the lake, {@code longhaul verify} and a replay of the log; the file of
 * results.
 *
 * <p>Allowed imports: every module of Longhaul, Kafka clients and Jackson.
 *
 * <p>Threads: each fault, and each direction of a proxied connection, has its own thread; all
 * others belong to the caller.
 */
@NullMarked
package io.longhaul.benchmarks.chaos;

import org.jspecify.annotations.NullMarked;
