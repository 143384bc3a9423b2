/**
 * A mock LLM server and a mock DCGM exporter, started with options.
 *
 * <p>This package only composes the packages below and does not use the network itself. {@link
 * io.longhaul.mock.MockServer} is thread-safe.
 *
 * <pre>
 *   script ── planned timings and faults ──▶ llm ── load ──▶ dcgm
 *                                             │
 *                                             └─ actual timings ──▶ truth
 * </pre>
 */
@NullMarked
package io.longhaul.mock;

import org.jspecify.annotations.NullMarked;
