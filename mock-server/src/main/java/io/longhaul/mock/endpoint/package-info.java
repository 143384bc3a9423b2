/**
 * The endpoints of the LLM server: one {@link io.longhaul.mock.endpoint.MockEndpoint} for each,
 * found by path through {@link io.longhaul.mock.endpoint.MockEndpoints}. An endpoint contains the
 * JSON schema of its requests, parses requests, and writes the words of a response in its own
 * format. Other packages decide the timings and faults.
 *
 * <p>Allowed imports: Jackson and Netty's buffers. Endpoints are stateless; a format belongs to one
 * response.
 */
@NullMarked
package io.longhaul.mock.endpoint;

import org.jspecify.annotations.NullMarked;
