package io.longhaul.control.coordinator;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/** An environment without failures, unless a test sets one. */
final class FakeRunEnvironment implements RunEnvironment {
  final Map<String, Long> issued = new ConcurrentHashMap<>();

  /** Names of the processes that were started again, in order. */
  final List<String> restarted = new CopyOnWriteArrayList<>();

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
    if (restarts) {
      restarted.add(processId);
    }
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
