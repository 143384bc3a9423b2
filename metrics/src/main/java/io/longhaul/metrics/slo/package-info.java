/**
 * Service level objectives (SLOs), which decide whether a request is good. Thresholds are parsed in
 * display units and stored in the stored units of their metric.
 *
 * <p>May import {@code java.*} and {@code io.longhaul.metrics}. All values are immutable.
 */
@NullMarked
package io.longhaul.metrics.slo;

import org.jspecify.annotations.NullMarked;
