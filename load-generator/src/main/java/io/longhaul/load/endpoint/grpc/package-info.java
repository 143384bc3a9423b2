/**
 * gRPC methods that users name, with any messages, and the reader of gRPC messages that all formats
 * over gRPC share.
 *
 * <p>Uses the package {@code protobuf} and the frames of {@code io.longhaul.load.grpc}. A reader
 * belongs to one response and one thread.
 */
@NullMarked
package io.longhaul.load.endpoint.grpc;

import org.jspecify.annotations.NullMarked;
