package io.longhaul.benchmarks.chaos;

import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;

import io.longhaul.cli.run.RunVerification;
import io.longhaul.report.verify.Check;
import io.longhaul.report.verify.CheckResult;
import io.longhaul.sinks.Dataset;
import io.longhaul.sinks.ExportLayout;
import io.longhaul.sinks.lake.Lake;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;

/**
 * Damages a file of the lake after a run, verifies the run, and repairs the file: the verification
 * has to name this file and no other.
 */
final class FileFaults {
  private static final Set<Check> OF_FILES = Set.of(Check.FILES, Check.CHECKSUMS);

  private final RunVerification verification;
  private final Random random;
  private final List<String> findings = new ArrayList<>();

  FileFaults(Path artifacts, Lake lake, String runId, long seed) {
    this.verification = new RunVerification(new ExportLayout(artifacts), lake, runId);
    this.random = new Random(seed);
  }

  /** Returns a sentence for each damage that was not named, or not alone. */
  List<String> findings() {
    return findings;
  }

  /** Damages and repairs a file; has no effect without a finished run. */
  InjectedFault inject(PlannedFault fault) throws IOException {
    List<Path> files = filesOfRun();
    if (files.isEmpty()
        || verification.lake().files(Dataset.RUNS, verification.runId()).isEmpty()) {
      return new InjectedFault(fault, false, "the run has no summary");
    }
    Path file = files.get(random.nextInt(files.size()));
    if (fault.kind() == FaultKind.REMOVE_FILE) {
      Path away = file.resolveSibling("." + file.getFileName());
      Files.move(file, away);
      try {
        expectNamed(file, "is missing");
      } finally {
        Files.move(away, file);
      }
    } else {
      long position = (long) (random.nextDouble() * Files.size(file));
      flip(file, position);
      try {
        expectNamed(file, "has a changed byte at " + position);
      } finally {
        flip(file, position);
      }
    }
    return new InjectedFault(fault, true, fault.kind().word() + " " + file.getFileName());
  }

  private List<Path> filesOfRun() throws IOException {
    List<Path> files = new ArrayList<>();
    for (Dataset<?> dataset : Dataset.ALL) {
      files.addAll(verification.lake().files(dataset, verification.runId()));
    }
    return files;
  }

  private static void flip(Path file, long position) throws IOException {
    ByteBuffer one = ByteBuffer.allocate(1);
    try (FileChannel channel = FileChannel.open(file, READ, WRITE)) {
      channel.read(one, position);
      one.put(0, (byte) ~one.get(0)).rewind();
      channel.write(one, position);
    }
  }

  private void expectNamed(Path file, String how) throws IOException {
    String name = file.getFileName().toString();
    List<String> named = new ArrayList<>();
    for (CheckResult result : verification.verify().results()) {
      if (OF_FILES.contains(result.check())) {
        named.addAll(result.offenders());
      }
    }
    if (named.isEmpty()) {
      findings.add("I6: verify does not name %s, which %s".formatted(name, how));
    }
    named.stream()
        .filter(sentence -> !sentence.contains(name))
        .forEach(
            sentence ->
                findings.add("I6: %s %s, but verify reports: %s".formatted(name, how, sentence)));
  }
}
