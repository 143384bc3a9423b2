/**
 * Sends the metrics that a process serves to Prometheus to an OpenTelemetry collector, by OTLP over
 * HTTP. Everything runs on one thread of its own, which nothing waits for until the end of the
 * process. A collector that is away or slow therefore delays neither the measurement nor the API.
 *
 * <p>The only package of this module that uses the messages of OTLP. It takes the metrics from the
 * package {@code api}, in the types of Prometheus' library.
 */
@NullMarked
package io.longhaul.cli.otlp;

import org.jspecify.annotations.NullMarked;
