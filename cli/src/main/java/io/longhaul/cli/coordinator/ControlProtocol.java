package io.longhaul.cli.coordinator;

/**
 * Versions of the rules by which processes talk on the control topic. Builds that follow the same
 * rules work together; docs/wire.md says what each version brought.
 */
final class ControlProtocol {
  /** The version that this build follows. */
  static final int VERSION = 2;

  /** The oldest one that it understands. In version 1 nothing was repeated or answered. */
  static final int OLDEST_SUPPORTED = 2;

  private ControlProtocol() {}

  static boolean supports(int version) {
    return OLDEST_SUPPORTED <= version && version <= VERSION;
  }

  /** The supported versions for people: {@code 2}, or {@code 2 to 4}. */
  static String supported() {
    return OLDEST_SUPPORTED == VERSION
        ? Integer.toString(VERSION)
        : OLDEST_SUPPORTED + " to " + VERSION;
  }
}
