/**
 * Limits for JSON from servers and users, which is untrusted: depth, length and size of numbers.
 *
 * <p>Uses Jackson. Thread-safe.
 */
@NullMarked
package io.longhaul.load.endpoint.json;

import org.jspecify.annotations.NullMarked;
