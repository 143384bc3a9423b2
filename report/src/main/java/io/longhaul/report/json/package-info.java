/**
 * Writes JSON, JSON lines and CSV row by row, and reads JSON documents.
 *
 * <p>Uses Jackson. For one thread.
 */
@NullMarked
package io.longhaul.report.json;

import org.jspecify.annotations.NullMarked;
