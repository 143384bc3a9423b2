/**
 * Conversion to rows of the lake: assigns counted values to columns, and nothing else.
 *
 * <p>Allowed imports: {@code io.longhaul.export}, {@code io.longhaul.wire}, {@code
 * io.longhaul.metrics} and the slices. Stateless.
 */
@NullMarked
package io.longhaul.pipeline.row;

import org.jspecify.annotations.NullMarked;
