/**
 * Parsing of responses: a {@link io.longhaul.load.endpoint.response.ResponseReader} converts events
 * or a body to {@link io.longhaul.load.endpoint.response.Delta}s and finally decides whether the
 * response was complete.
 *
 * <p>Uses {@code java.*}, Jackson, JMESPath, the failure reasons of {@code io.longhaul.schema}, the
 * events of {@code io.longhaul.load.sse} and the packages {@code request} and {@code json}. A
 * reader belongs to one response and one thread.
 */
@NullMarked
package io.longhaul.load.endpoint.response;

import org.jspecify.annotations.NullMarked;
