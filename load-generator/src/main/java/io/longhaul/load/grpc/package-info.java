/**
 * gRPC's messages: five bytes before each say how long it is.
 *
 * <p>Who lives here: {@link io.longhaul.load.grpc.MessageFrame}, which puts them before a message,
 * and {@link io.longhaul.load.grpc.MessageDeframer}, which finds messages in the bytes of an
 * answer. Java only; no message is understood here. On the recording thread of a lane, one deframer
 * per answer.
 */
package io.longhaul.load.grpc;
