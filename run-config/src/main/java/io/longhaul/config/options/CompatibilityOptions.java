package io.longhaul.config.options;

import io.longhaul.config.binding.OptionProblems;
import io.longhaul.config.binding.OptionValue;
import io.longhaul.config.binding.Yaml;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/**
 * Options of AIPerf that have no effect in Longhaul because they configure AIPerf's own processes.
 * They are accepted so that AIPerf command lines run; each one prints a note.
 */
final class CompatibilityOptions {
  @Yaml("runtime.workers")
  @Option(
      names = {"--workers-max", "--max-workers"},
      description = "No effect: one process sends the load; use --generators for more.")
  OptionValue.@Nullable Count workersMax;

  @Yaml("runtime.recordProcessors")
  @Option(
      names = {"--record-processor-service-count", "--record-processors"},
      description = "No effect: Longhaul has no record processors.")
  OptionValue.@Nullable Count recordProcessors;

  @Option(
      names = "--zmq-host",
      paramLabel = "HOST",
      description = "No effect: events are sent through Kafka.")
  @Nullable String zmqHost;

  @Option(
      names = "--zmq-ipc-path",
      paramLabel = "PATH",
      description = "No effect: events are sent through Kafka.")
  @Nullable String zmqIpcPath;

  @Option(names = "--zmq-dual-bind", description = "No effect: events are sent through Kafka.")
  boolean zmqDualBind;

  @Yaml("tokenizer.trustRemoteCode")
  @Option(
      names = "--tokenizer-trust-remote-code",
      description = "No effect: only tokenizer.json is read, and no code is executed.")
  boolean tokenizerTrustRemoteCode;

  void check(OptionProblems problems) {
    if (workersMax != null) {
      problems.note(
          "--workers-max has no effect: one process sends the load (use --generators for more)");
    }
    if (recordProcessors != null) {
      problems.note("--record-processors has no effect: Longhaul has no record processors");
    }
    if (zmqHost != null || zmqIpcPath != null || zmqDualBind) {
      problems.note("ZeroMQ options have no effect: events are sent through Kafka");
    }
    if (tokenizerTrustRemoteCode) {
      problems.note("--tokenizer-trust-remote-code has no effect: only tokenizer.json is read");
    }
  }
}
