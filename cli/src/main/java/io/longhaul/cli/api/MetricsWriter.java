package io.longhaul.cli.api;

import io.netty.handler.codec.http.HttpResponseStatus;
import io.prometheus.metrics.config.PrometheusProperties;
import io.prometheus.metrics.expositionformats.ExpositionFormatWriter;
import io.prometheus.metrics.expositionformats.ExpositionFormats;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.io.ByteArrayOutputStream;
import java.io.IOException;

/** Writes metrics in the formats of Prometheus. */
final class MetricsWriter {
  /** Without settings of the environment, which are for libraries that instrument a program. */
  private final ExpositionFormats formats =
      ExpositionFormats.init(PrometheusProperties.builder().build());

  /**
   * Returns metrics in the best format that the client accepts: Prometheus' protocol buffers, which
   * alone contain native histograms, OpenMetrics, or text.
   *
   * @param accept value of the header {@code Accept}; empty without one
   */
  ApiResponse respond(String accept, MetricSnapshots metrics) throws IOException {
    ExpositionFormatWriter format = formats.findWriter(accept);
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    format.write(body, metrics);
    return ApiResponse.bytes(HttpResponseStatus.OK, format.getContentType(), body.toByteArray());
  }
}
