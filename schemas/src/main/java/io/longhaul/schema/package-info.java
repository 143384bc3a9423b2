/**
 * The wire format of Longhaul's processes: keys, codecs, topics, IDs and packed numbers, in
 * addition to the generated records of {@code io.longhaul.wire}, {@code io.longhaul.wire.control},
 * {@code io.longhaul.export} and {@code io.longhaul.kept}.
 *
 * <p>Allowed imports: Avro and {@code java.*}. Each class is either stateless or documents that it
 * may be used by one thread only.
 */
@NullMarked
package io.longhaul.schema;

import org.jspecify.annotations.NullMarked;
