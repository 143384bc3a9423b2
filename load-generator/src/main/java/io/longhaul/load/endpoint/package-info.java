/**
 * The endpoint types by the names that users enter: {@link io.longhaul.load.endpoint.Endpoints}
 * lists them all.
 *
 * <p>The sub-packages contain the API formats: how to build request bodies and how to parse
 * responses. {@code request} and {@code response} contain what several formats share, {@code
 * dialect} the interface of a format; {@code openai}, {@code kserve}, {@code grpc}, {@code
 * template} and {@code vendor} contain the formats by protocol family. None of them knows HTTP,
 * time or a tokenizer.
 *
 * <p>Allowed imports: {@code java.*}; Jackson; the events of {@code io.longhaul.load.sse}; Protobuf
 * with the messages of KServe and of server reflection, and the frames of {@code
 * io.longhaul.load.grpc}; for APIs that users describe themselves, JMESPath and sandboxed Jinjava.
 * Server responses are untrusted: depth, length and number of elements are limited.
 *
 * <p>Threads: dialects are immutable and shared. A reader belongs to one response and one thread
 * (the recording thread of its lane).
 */
@NullMarked
package io.longhaul.load.endpoint;

import org.jspecify.annotations.NullMarked;
