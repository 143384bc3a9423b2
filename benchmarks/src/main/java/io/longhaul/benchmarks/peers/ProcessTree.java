package io.longhaul.benchmarks.peers;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The memory of a process and its descendants. Linux only. */
record ProcessTree(ProcessHandle root) {
  private static final Pattern PSS = Pattern.compile("(?m)^Pss: +(\\d+) kB$");
  private static final long BYTES_PER_KILOBYTE = 1_024;

  /** Returns the sum of the proportional set sizes of all processes that run now. */
  long pssBytes() {
    return Stream.concat(Stream.of(root), root.descendants())
        .mapToLong(ProcessTree::pssBytes)
        .sum();
  }

  /** Returns 0 for a process that has ended. */
  private static long pssBytes(ProcessHandle process) {
    try {
      Matcher pss =
          PSS.matcher(
              Files.readString(Path.of("/proc", Long.toString(process.pid()), "smaps_rollup")));
      return pss.find() ? Long.parseLong(pss.group(1)) * BYTES_PER_KILOBYTE : 0;
    } catch (IOException e) {
      return 0;
    }
  }
}
