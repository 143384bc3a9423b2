/**
 * Frames gRPC messages: a prefix of five bytes contains the length of each message.
 *
 * <p>Contents: {@link io.longhaul.load.grpc.MessageFrame}, which adds the prefix to messages, and
 * {@link io.longhaul.load.grpc.MessageDeframer}, which finds the messages in the bytes of a
 * response. The content of messages is not interpreted.
 *
 * <p>Allowed imports: only {@code java.*}.
 *
 * <p>Threads: a deframer belongs to one response and to the recording thread of its lane.
 */
@NullMarked
package io.longhaul.load.grpc;

import org.jspecify.annotations.NullMarked;
