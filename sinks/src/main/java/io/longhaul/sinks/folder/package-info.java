/**
 * The artifact folder of one run on this machine: checks that it is writable and remains so, locks
 * it for one run, and writes files in one step. Its files are defined by {@link
 * io.longhaul.sinks.ExportLayout}.
 *
 * <p>Uses java.nio and that layout. Thread-safe.
 */
@NullMarked
package io.longhaul.sinks.folder;

import org.jspecify.annotations.NullMarked;
