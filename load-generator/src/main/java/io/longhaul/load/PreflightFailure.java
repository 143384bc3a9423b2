package io.longhaul.load;

/**
 * Why a server cannot be loaded as planned.
 *
 * @param problem what the server did, in words
 * @param remedy what to try
 */
public record PreflightFailure(String problem, String remedy) {}
