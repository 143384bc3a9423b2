/**
 * A run as a YAML file: read, its references filled in, and said in words of {@code longhaul
 * profile}, so that the options' own rules judge what it says. Nothing in a file is passed over:
 * what is understood becomes an option, everything else is refused with its path. A file that
 * sweeps is taken apart first, and each cell is a file again. GenAI-Perf's files become words of
 * its command line likewise. Templates to begin with are here, too.
 *
 * <p>Touches the YAML parser, Jinja's (values that are computed) and, of {@code options}, what
 * collects problems. Reads the file and starts nothing. On the main thread.
 */
package io.longhaul.cli.runfile;
