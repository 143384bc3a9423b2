/**
 * Flink type information: how our types are serialized between operators and in state. Types
 * between operators have an explicit binary format; state consists of Avro records, whose schema is
 * in the checkpoint. Neither Kryo nor Java serialization is used.
 *
 * <p>Allowed imports: flink-core, flink-avro, Avro and the datasets of the lake. Serializers are
 * immutable, so tasks may share them.
 */
@NullMarked
package io.longhaul.pipeline.types;

import org.jspecify.annotations.NullMarked;
