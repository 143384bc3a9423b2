/**
 * Reads the Kafka log of a run from its segment files, without a broker, and changes nothing.
 *
 * <p>The only package that uses Kafka's internal classes for record batches. Runs on the caller's
 * thread.
 */
@NullMarked
package io.longhaul.control.storedlog;

import org.jspecify.annotations.NullMarked;
