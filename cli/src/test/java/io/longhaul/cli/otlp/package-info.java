/** Tests of metrics that are sent to a collector, which is a server of these tests. */
@NullMarked
package io.longhaul.cli.otlp;

import org.jspecify.annotations.NullMarked;
