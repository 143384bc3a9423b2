/**
 * The artifact folder of one run on this machine: checks that it is writable and remains so, and
 * locks it for one run. Its files are defined by {@link io.longhaul.sinks.ExportLayout}. Uses
 * java.nio and that layout. Thread-safe.
 */
@NullMarked
package io.longhaul.cli.folder;

import org.jspecify.annotations.NullMarked;
