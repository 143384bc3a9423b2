package io.longhaul.benchmarks;

/** The packages of generated classes. */
final class GeneratedCode {
  private static final String[] PACKAGES = {
    "io.longhaul.wire..",
    "io.longhaul.export..",
    "io.longhaul.kept..",
    "io.longhaul.pipeline.state..",
    "io.longhaul.kserve..",
    "io.longhaul.reflection..",
    "..jmh_generated.."
  };

  private GeneratedCode() {}

  static String[] packages() {
    return PACKAGES.clone();
  }
}
