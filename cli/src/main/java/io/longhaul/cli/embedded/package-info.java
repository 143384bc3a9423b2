/**
 * The components of a run on one machine: the Kafka broker and generators as child processes, Flink
 * inside this process, the lease between child and parent, and the use of what the launcher has
 * prepared for faster starts.
 *
 * <p>The only package that uses the Kafka server and Flink's MiniCluster. It does not depend on the
 * concept of a run. All ports are on loopback. Each component is started and closed by one thread;
 * threads that watch a child or a parent are daemons.
 */
@NullMarked
package io.longhaul.cli.embedded;

import org.jspecify.annotations.NullMarked;
