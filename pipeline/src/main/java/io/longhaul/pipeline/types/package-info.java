/**
 * Flink's type system: how our types travel between operators and lie in state. Everything has an
 * explicit binary form; nothing falls to Kryo or to Java serialization.
 *
 * <p>Touches flink-core and flink-avro. Serializers here are stateless, so tasks may share them.
 */
package io.longhaul.pipeline.types;
