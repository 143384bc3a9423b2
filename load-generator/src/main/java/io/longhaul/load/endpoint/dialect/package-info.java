/**
 * The format of an endpoint: {@link io.longhaul.load.endpoint.dialect.EndpointType} (its name, path
 * and capabilities), its {@link io.longhaul.load.endpoint.dialect.EndpointDialect}, and the dialect
 * that detects the format of responses.
 *
 * <p>Uses the packages {@code request}, {@code response} and {@code protobuf}. Immutable and shared
 * by all threads.
 */
@NullMarked
package io.longhaul.load.endpoint.dialect;

import org.jspecify.annotations.NullMarked;
