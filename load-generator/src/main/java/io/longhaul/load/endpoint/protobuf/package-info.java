/**
 * Protobuf messages that are known only at run time: descriptors from files or from server
 * reflection, and their conversion from and to JSON.
 *
 * <p>Uses Protobuf, Jackson, {@code io.longhaul.load.grpc}, the messages of server reflection, and
 * the packages {@code request}, {@code response} and {@code json}. Descriptors are immutable and
 * shared; everything else belongs to one thread.
 */
@NullMarked
package io.longhaul.load.endpoint.protobuf;

import org.jspecify.annotations.NullMarked;
