/**
 * Goodput: which requests met what was promised to their users. Thresholds are read in display
 * units and held in the stored units of their metric.
 *
 * <p>May touch {@code java.*} and {@code io.longhaul.metrics}. All values are immutable.
 */
package io.longhaul.metrics.slo;
