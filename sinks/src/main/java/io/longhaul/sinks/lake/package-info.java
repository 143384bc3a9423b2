/**
 * Reads the lake: the finished files of each dataset, and their rows. Reads only committed data,
 * even while a job is writing. Runs on the caller's thread.
 */
@NullMarked
package io.longhaul.sinks.lake;

import org.jspecify.annotations.NullMarked;
