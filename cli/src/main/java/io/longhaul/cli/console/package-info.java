/**
 * What a person sees in a terminal: a line of progress while a run goes on, tables when it is over.
 * Tables are read back from the exported documents, so that the screen and the files cannot differ.
 *
 * <p>Touches Jackson and the coordinator's listener. The line of progress has a thread of its own.
 */
package io.longhaul.cli.console;
