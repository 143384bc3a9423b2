/**
 * What a person may type, and what it means: options with AIPerf's names and aliases, read into
 * plans and settings. All that is wrong is found before anything is started, and is told at once.
 * Touches picocli and the generator's plan; starts nothing, opens no connection. Runs on the main
 * thread.
 */
package io.longhaul.cli.options;
