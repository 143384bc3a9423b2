package io.longhaul.load.dataset;

/**
 * One turn of a conversation.
 *
 * @param prompt what the user says
 * @param delayNanos how long after the end of the turn before it is said; 0 for a first turn
 */
public record Turn(Prompt prompt, long delayNanos) {}
