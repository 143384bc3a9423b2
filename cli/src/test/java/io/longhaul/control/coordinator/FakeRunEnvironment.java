package io.longhaul.control.coordinator;

import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;

/** An environment without failures, unless a test sets one. */
final class FakeRunEnvironment implements RunEnvironment {
  final Map<String, Long> issued = new ConcurrentHashMap<>();

  /** Null without a failure. */
  volatile String failure;

  volatile boolean jobReading = true;

  /** Whether exited processes are started again. */
  volatile boolean restarts;

  @Override
  public boolean isJobReading() {
    return jobReading;
  }

  @Override
  public boolean restart(String processId) {
    return restarts;
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
