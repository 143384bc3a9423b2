/**
 * The grammar of what Longhaul's processes say: keys, codecs, topics, ids and packed numbers around
 * the generated records of {@code io.longhaul.wire}, {@code io.longhaul.wire.control}, {@code
 * io.longhaul.export} and {@code io.longhaul.kept}.
 *
 * <p>Touches Avro and java.*, nothing else. Everything here is stateless or confined to one thread,
 * and says which.
 */
package io.longhaul.schema;
