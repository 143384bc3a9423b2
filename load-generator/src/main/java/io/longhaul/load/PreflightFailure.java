package io.longhaul.load;

/**
 * Why requests to a server would fail.
 *
 * @param problem what the server did, in words
 * @param remedy what to try
 */
public record PreflightFailure(String problem, String remedy) {}
