package io.longhaul.config.options;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Option that names the run file. */
final class ConfigFileOptions {
  @Option(
      names = {"-f", "--config"},
      paramLabel = "FILE",
      description =
          "Run file: a configuration file in AIPerf's YAML format. Command-line options override"
              + " it.")
  @Nullable String config;
}
