/**
 * The script: distributions, faults and their triggers, evaluated for each request from the seed.
 *
 * <p>Plain Java without network or JSON. All classes are immutable and thread-safe, except {@link
 * io.longhaul.mock.script.Draws}, which belongs to one request.
 */
@NullMarked
package io.longhaul.mock.script;

import org.jspecify.annotations.NullMarked;
