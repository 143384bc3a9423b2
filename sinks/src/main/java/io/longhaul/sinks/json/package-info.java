/**
 * The only room with Jackson. One {@code XxxJson} class per document, written by hand, so that
 * names and shapes stand in one place. Runs on the caller's thread.
 */
package io.longhaul.sinks.json;
