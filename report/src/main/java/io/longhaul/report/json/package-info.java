/**
 * Writes JSON, JSON lines and CSV row by row, and reads JSON documents.
 *
 * <p>Uses Jackson, the rows and files of {@code sinks}, {@code metrics}, and the statistics of
 * {@code figures}. For one thread.
 */
@NullMarked
package io.longhaul.report.json;

import org.jspecify.annotations.NullMarked;
