/**
 * Run files in YAML. A file is read, its references are resolved, and its values become options of
 * {@code longhaul profile}, so that the options validate them. Every key becomes an option or is
 * rejected with its path. A file with a sweep is expanded to cells first, each of which is a file.
 * The package also contains the templates for run files.
 *
 * <p>Depends on the YAML parser, on Jinja (expressions) and on the packages {@code binding} and
 * {@code options}. Reads the file and starts nothing. Runs on the main thread.
 */
@NullMarked
package io.longhaul.config.runfile;

import org.jspecify.annotations.NullMarked;
