package io.longhaul.cli.options;

import io.longhaul.load.endpoint.EndpointType;
import io.longhaul.load.endpoint.Endpoints;
import io.longhaul.load.plan.ArrivalPattern;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;

/** Values that a shell completes for options with a fixed set of values. */
final class CompletionValues {
  private CompletionValues() {}

  /** For {@code --endpoint-type}. */
  static final class EndpointTypes implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return Endpoints.all().stream().map(EndpointType::typedName).iterator();
    }
  }

  /** For {@code --arrival-pattern}. */
  static final class ArrivalPatterns implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return Arrays.stream(ArrivalPattern.values()).map(ArrivalPattern::word).iterator();
    }
  }

  /** For {@code --ui}. */
  static final class Uis implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return List.of("simple", "none").iterator();
    }
  }
}
