/**
 * The parts of a run on one machine: the Kafka broker and generators as child processes, Flink
 * inside this process, and what binds a child to its parent.
 *
 * <p>The only room with the Kafka server and Flink's MiniCluster. Nobody here knows what a run is.
 * Everything listens on loopback only. Each part is started and closed by one thread; the threads
 * that watch a child or a parent are daemons.
 */
package io.longhaul.cli.embedded;
