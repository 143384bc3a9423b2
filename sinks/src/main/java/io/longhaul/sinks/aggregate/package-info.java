/**
 * What several runs of one command say together: a run's own figures, as its document tells them,
 * and how each of them differs from run to run. Reads no lake and writes nothing; {@code json}
 * reads the runs' documents and writes the aggregate's. Runs on the caller's thread.
 */
package io.longhaul.sinks.aggregate;
