/**
 * Flink type information: how our types are serialized between operators and in state. Every type
 * has an explicit binary format; neither Kryo nor Java serialization is used.
 *
 * <p>Allowed imports: flink-core, flink-avro and the datasets of the lake. Serializers are
 * stateless, so tasks may share them.
 */
@NullMarked
package io.longhaul.pipeline.types;

import org.jspecify.annotations.NullMarked;
