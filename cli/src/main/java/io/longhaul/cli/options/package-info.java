/**
 * Command-line options with AIPerf's names, and the plans and settings that they define. All
 * problems are found before anything starts and are reported together.
 *
 * <p>Uses picocli, the plan, tokenizers and prompt files of the load generator, and Jackson
 * (headers given as an object, the configuration in reports). Starts nothing. Opens a connection
 * only for {@code --tokenizer-download} and for gRPC reflection. Runs on the main thread.
 */
@NullMarked
package io.longhaul.cli.options;

import org.jspecify.annotations.NullMarked;
