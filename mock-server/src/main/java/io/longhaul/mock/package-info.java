/**
 * The mock server's front door: options in, a running LLM server and DCGM exporter out.
 *
 * <p>Knows no network itself: it composes the rooms below. {@link io.longhaul.mock.MockServer} may
 * be called from any thread.
 *
 * <pre>
 *   script ── what is to happen ──▶ llm ── load ──▶ dcgm
 *                                    │
 *                                    └─ what happened ──▶ truth
 * </pre>
 */
package io.longhaul.mock;
