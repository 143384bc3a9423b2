/**
 * What is asked: which conversation belongs to which session.
 *
 * <p>A {@link io.longhaul.load.dataset.PromptSource} is built before the load and never changes.
 * Its conversations, most of one turn, are in memory, made up ({@code SyntheticPrompts}) or read
 * from a file ({@link io.longhaul.load.dataset.PromptFile}); or each is made when it is asked for,
 * off the loop: those of a trace ({@code TraceFile}, which keeps an index in a temporary file), and
 * those that never come twice. When they are sent lives in room {@code schedule}; how a body is
 * made of them in room {@code endpoint}.
 *
 * <p>May touch java.*, Jackson, and the rooms {@code plan}, {@code tokenizer} and {@code endpoint}
 * (extra inputs). Safe on any thread once built.
 */
package io.longhaul.load.dataset;
