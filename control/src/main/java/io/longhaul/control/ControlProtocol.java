package io.longhaul.control;

import io.longhaul.wire.control.CoordinatorAlive;

/**
 * Versions of the control protocol. Builds with a common supported version work together;
 * docs/wire.md lists the changes of each version.
 */
public final class ControlProtocol {
  /** The version of this build. */
  public static final int VERSION = 2;

  /** The oldest supported version. Version 1 had neither repetitions nor acknowledgements. */
  public static final int OLDEST_SUPPORTED = 2;

  private ControlProtocol() {}

  /** Returns whether a coordinator of this build can lead a generator that uses this version. */
  public static boolean supports(int version) {
    return OLDEST_SUPPORTED <= version && version <= VERSION;
  }

  /**
   * Returns whether a generator of this build can work for the coordinator, which may be of a newer
   * version and still support this one.
   */
  public static boolean supports(CoordinatorAlive coordinator) {
    int newest = coordinator.getProtocolVersion();
    int oldest = coordinator.getOldestProtocolVersion();
    return OLDEST_SUPPORTED <= newest && (oldest == 0 ? newest : oldest) <= VERSION;
  }

  /** Returns the supported versions for messages: {@code 2}, or {@code 2 to 4}. */
  public static String supported() {
    return OLDEST_SUPPORTED == VERSION
        ? Integer.toString(VERSION)
        : OLDEST_SUPPORTED + " to " + VERSION;
  }
}
