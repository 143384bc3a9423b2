/**
 * Command-line options with AIPerf's names, and the plans and settings that they define. All
 * problems are found before anything starts and are reported together.
 *
 * <p>Each option is declared once, at its field (see package {@code binding}). The group of the
 * option returns a record of the plan, whose constructor checks values against each other. A value
 * on the command line has precedence over one in a run file, which has precedence over the default.
 *
 * <p>Uses picocli, the plan, tokenizers and prompt files of the load generator, and Jackson
 * (headers given as an object, the configuration in reports). Starts nothing. Opens a connection
 * only for {@code --tokenizer-download} and for gRPC reflection. Runs on the main thread.
 */
@NullMarked
package io.longhaul.config.options;

import org.jspecify.annotations.NullMarked;
