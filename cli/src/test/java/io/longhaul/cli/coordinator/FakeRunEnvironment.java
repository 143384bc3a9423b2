package io.longhaul.cli.coordinator;

import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;

/** All is well, unless a test says else; what lanes issued is what it says, too. */
final class FakeRunEnvironment implements RunEnvironment {
  final Map<String, Long> issued = new ConcurrentHashMap<>();

  /** Null while all is well. */
  volatile String failure;

  volatile boolean jobReading = true;

  @Override
  public boolean isJobReading() {
    return jobReading;
  }

  @Override
  public Optional<String> failure() {
    return Optional.ofNullable(failure);
  }

  @Override
  public OptionalLong issued(String laneId) {
    Long count = issued.get(laneId);
    return count == null ? OptionalLong.empty() : OptionalLong.of(count);
  }
}
