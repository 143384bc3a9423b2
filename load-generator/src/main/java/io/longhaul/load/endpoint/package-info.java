/**
 * API formats of inference endpoints: how to build request bodies and how to parse responses.
 *
 * <p>Contents: {@link io.longhaul.load.endpoint.EndpointType} (the types by the names that users
 * enter), the {@link io.longhaul.load.endpoint.EndpointDialect} of each, and {@link
 * io.longhaul.load.endpoint.ResponseReader}, which converts events or a body to {@link
 * io.longhaul.load.endpoint.Delta}s and finally decides whether the response was complete. The
 * package knows no HTTP, no time and no tokenizer.
 *
 * <p>Allowed imports: {@code java.*}; Jackson; the events of {@code io.longhaul.load.sse}; Protobuf
 * with the messages of KServe and of server reflection, and the frames of {@code
 * io.longhaul.load.grpc}; for APIs that users describe themselves, JMESPath and sandboxed Jinjava,
 * which also renders the chat templates of tokenizers. Server responses are untrusted: depth,
 * length and number of elements are limited.
 *
 * <p>Threads: dialects are immutable and shared. A reader belongs to one response and one thread
 * (the recording thread of its lane).
 */
@NullMarked
package io.longhaul.load.endpoint;

import org.jspecify.annotations.NullMarked;
