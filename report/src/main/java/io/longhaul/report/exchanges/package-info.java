/**
 * Reads the content of requests and responses that generators on this machine stored: finds it by
 * plan index, and parses event streams.
 *
 * <p>Imports the records of {@code io.longhaul.kept} and their file format. For one thread.
 */
@NullMarked
package io.longhaul.report.exchanges;

import org.jspecify.annotations.NullMarked;
