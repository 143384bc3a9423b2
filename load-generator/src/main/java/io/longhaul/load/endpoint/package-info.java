/**
 * How an inference endpoint speaks: what a request's body looks like, and what an answer says.
 *
 * <p>Lives here: {@link io.longhaul.load.endpoint.EndpointType} (the names that users type), the
 * {@link io.longhaul.load.endpoint.EndpointDialect} of each, and {@link
 * io.longhaul.load.endpoint.ResponseReader}, which turns events or a body into {@link
 * io.longhaul.load.endpoint.Delta}s and at the end judges whether the answer was whole. It knows no
 * HTTP, no time and no tokenizer.
 *
 * <p>May touch: {@code java.*}, Jackson, the events of {@code io.longhaul.load.sse}, protobuf with
 * the messages of KServe and of server reflection and the frames of {@code io.longhaul.load.grpc},
 * and for APIs that users describe themselves Jinjava, in a sandbox, and JMESPath; chat templates
 * of tokenizers are in that sandbox, too. What a server says is foreign: it is read with limits on
 * depth, length and number of parts.
 *
 * <p>Thread: dialects are immutable and shared. A reader belongs to one answer and one thread (the
 * recording thread of its lane).
 */
package io.longhaul.load.endpoint;
