package io.longhaul.sinks.report;

import io.longhaul.export.ErrorCount;

/**
 * Errors of one kind.
 *
 * @param message what the server or the network said to the first of them; empty when nothing was
 *     said
 */
public record ErrorReport(ErrorCount count, String message) {}
