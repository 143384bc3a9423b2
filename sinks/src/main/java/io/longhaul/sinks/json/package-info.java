/**
 * Reads and writes the documents of a run. The only package of this module that uses Jackson. Each
 * document has one handwritten class, {@code XxxJson}, which defines its names and structure. Runs
 * on the caller's thread.
 */
@NullMarked
package io.longhaul.sinks.json;

import org.jspecify.annotations.NullMarked;
