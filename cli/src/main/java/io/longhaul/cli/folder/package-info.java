/**
 * The artifact folder of one run as a place on this machine: whether it can be written and stays
 * so, and that only one run writes it. What stands in it is {@link
 * io.longhaul.sinks.ExportLayout}'s matter. Touches java.nio and that layout; any thread.
 */
package io.longhaul.cli.folder;
