package io.longhaul.config.value;

import io.longhaul.load.endpoint.Endpoints;
import io.longhaul.load.endpoint.dialect.EndpointType;
import io.longhaul.load.plan.load.ArrivalPattern;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;

/** Values that a shell completes for options with a fixed set of values. */
public final class CompletionValues {
  private CompletionValues() {}

  /** For {@code --endpoint-type}. */
  public static final class EndpointTypes implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return Endpoints.all().stream().map(EndpointType::typedName).iterator();
    }
  }

  /** For {@code --arrival-pattern}. */
  public static final class ArrivalPatterns implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return Arrays.stream(ArrivalPattern.values()).map(ArrivalPattern::word).iterator();
    }
  }

  /** For {@code --ui}. */
  public static final class Uis implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return List.of("dashboard", "simple", "none").iterator();
    }
  }
}
