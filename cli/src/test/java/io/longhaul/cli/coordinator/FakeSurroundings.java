package io.longhaul.cli.coordinator;

import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;

/** All is well; what lanes issued is what a test says. */
final class FakeSurroundings implements Surroundings {
  final Map<String, Long> issued = new ConcurrentHashMap<>();

  @Override
  public Optional<String> trouble() {
    return Optional.empty();
  }

  @Override
  public OptionalLong issued(String laneId) {
    Long count = issued.get(laneId);
    return count == null ? OptionalLong.empty() : OptionalLong.of(count);
  }
}
