package io.longhaul.benchmarks;

import io.longhaul.benchmarks.subject.RequestMeasurement;
import java.io.IOException;
import java.util.List;

/** A client under test. */
interface MeasuredClient {
  /** Returns the client's measurements of the requests that it sent, in the order of the plan. */
  List<RequestMeasurement> run(TruthServer server) throws IOException, InterruptedException;
}
