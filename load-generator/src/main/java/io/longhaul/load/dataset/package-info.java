/**
 * What is asked: which prompt belongs to which plan index.
 *
 * <p>A {@link io.longhaul.load.dataset.PromptSource} is built once, before the load, and never
 * changes: prompts are made up ({@code SyntheticPrompts}) or read from a file ({@link
 * io.longhaul.load.dataset.PromptFile}). When they are sent lives in room {@code schedule}; how a
 * body is made of them in room {@code endpoint}.
 *
 * <p>May touch java.*, Jackson, and the rooms {@code plan}, {@code tokenizer} and {@code endpoint}
 * (extra inputs). Safe on any thread once built.
 */
package io.longhaul.load.dataset;
