/**
 * KServe version 2 over gRPC and HTTP, and Triton's generate endpoint.
 *
 * <p>Uses Protobuf with the messages of KServe, and Jackson. Dialects are immutable and shared; a
 * reader belongs to one response and one thread.
 */
@NullMarked
package io.longhaul.load.endpoint.kserve;

import org.jspecify.annotations.NullMarked;
