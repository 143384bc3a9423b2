/**
 * What generators on this machine have kept of requests and answers: found again by the place of a
 * request, and taken apart.
 *
 * <p>Touches the records of {@code io.longhaul.kept} and their grammar. For one thread.
 */
package io.longhaul.sinks.kept;
