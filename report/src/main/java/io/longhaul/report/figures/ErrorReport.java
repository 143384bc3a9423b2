package io.longhaul.report.figures;

import io.longhaul.export.ErrorCount;

/**
 * Errors of one kind.
 *
 * @param message message of the server or the network for the first error; empty if there is none
 */
public record ErrorReport(ErrorCount count, String message) {}
