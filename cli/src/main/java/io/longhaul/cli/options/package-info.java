/**
 * What a person may type, and what it means: options with AIPerf's names, read into plans and
 * settings. All that is wrong is found before anything is started, and is told at once.
 *
 * <p>Touches picocli, the generator's plan, its tokenizers and its files of prompts, and Jackson
 * (headers given as an object, the configuration that reports tell). Starts nothing; opens a
 * connection only where {@code --tokenizer-download} asks for it. Runs on the main thread.
 */
package io.longhaul.cli.options;
