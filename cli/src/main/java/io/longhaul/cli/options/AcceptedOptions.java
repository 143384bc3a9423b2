package io.longhaul.cli.options;

import picocli.CommandLine.Option;

/**
 * Options of AIPerf about its own processes, which mean nothing here: command lines that have them
 * run, and each is answered by a sentence.
 */
final class AcceptedOptions {
  @Option(
      names = {"--workers-max", "--max-workers"},
      paramLabel = "N",
      description = "No effect: one process carries the load; --generators makes them more.")
  String workersMax;

  @Option(
      names = {"--record-processor-service-count", "--record-processors"},
      paramLabel = "N",
      description = "No effect: there are no such processes.")
  String recordProcessors;

  @Option(
      names = "--zmq-host",
      paramLabel = "HOST",
      description = "No effect: events go through Kafka.")
  String zmqHost;

  @Option(
      names = "--zmq-ipc-path",
      paramLabel = "PATH",
      description = "No effect: events go through Kafka.")
  String zmqIpcPath;

  @Option(names = "--zmq-dual-bind", description = "No effect: events go through Kafka.")
  boolean zmqDualBind;

  @Option(
      names = "--tokenizer-trust-remote-code",
      description = "No effect: of a tokenizer only tokenizer.json is read, and no code is run.")
  boolean tokenizerTrustRemoteCode;

  void check(Numbers numbers, OptionProblems problems) {
    numbers.count("--workers-max", workersMax, 1);
    numbers.count("--record-processors", recordProcessors, 1);
    note(
        workersMax != null,
        "--workers-max has no effect: one process carries the load (--generators makes them more)",
        problems);
    note(
        recordProcessors != null,
        "--record-processors has no effect: there are no such processes",
        problems);
    note(
        zmqHost != null || zmqIpcPath != null || zmqDualBind,
        "Options of ZeroMQ have no effect: events go through Kafka",
        problems);
    note(
        tokenizerTrustRemoteCode,
        "--tokenizer-trust-remote-code has no effect: of a tokenizer only tokenizer.json is read",
        problems);
  }

  private static void note(boolean given, String sentence, OptionProblems problems) {
    if (given) {
      problems.note(sentence);
    }
  }
}
