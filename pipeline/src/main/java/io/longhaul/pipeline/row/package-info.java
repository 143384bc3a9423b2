/**
 * Translation to rows of the lake, and nothing else: what was counted elsewhere gets its column
 * here.
 *
 * <p>Touches {@code io.longhaul.export}, {@code io.longhaul.wire}, {@code io.longhaul.metrics} and
 * the slices. Stateless.
 */
package io.longhaul.pipeline.row;
