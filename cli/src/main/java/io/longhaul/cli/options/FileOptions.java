package io.longhaul.cli.options;

import picocli.CommandLine.Option;

/** What stands in a file instead of being typed. */
final class FileOptions {
  @Option(
      names = {"-f", "--config"},
      paramLabel = "FILE",
      description = "A run as AIPerf writes it in YAML; what is typed beside it wins.")
  String config;
}
