package io.longhaul.control;

/**
 * Versions of the control protocol. Builds with a common supported version work together;
 * docs/wire.md lists the changes of each version.
 */
public final class ControlProtocol {
  /** The version of this build. */
  public static final int VERSION = 2;

  /** The oldest supported version. Version 1 had neither repetitions nor acknowledgements. */
  static final int OLDEST_SUPPORTED = 2;

  private ControlProtocol() {}

  public static boolean supports(int version) {
    return OLDEST_SUPPORTED <= version && version <= VERSION;
  }

  /** Returns the supported versions for messages: {@code 2}, or {@code 2 to 4}. */
  public static String supported() {
    return OLDEST_SUPPORTED == VERSION
        ? Integer.toString(VERSION)
        : OLDEST_SUPPORTED + " to " + VERSION;
  }
}
