package io.longhaul.load.time;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

@EnabledOnOs(OS.LINUX)
class CpuPriorityTest {

  @Test
  void anotherProcessGetsALowerPriority() throws Exception {
    Process process = new ProcessBuilder("sleep", "60").start();
    try {
      int before = niceOf(process.pid());

      CpuPriority.deprioritize(process.pid());

      assertThat(niceOf(process.pid())).isEqualTo(Math.max(before, 10));
    } finally {
      process.destroyForcibly().waitFor();
    }
  }

  @Test
  void aProcessThatHasEndedIsIgnored() throws Exception {
    Process process = new ProcessBuilder("true").start();
    process.waitFor();

    CpuPriority.deprioritize(process.pid());
  }

  /** Reads field 19 of {@code /proc/PID/stat}, see proc(5); the name in field 2 may have spaces. */
  private static int niceOf(long pid) throws IOException {
    String stat = Files.readString(Path.of("/proc", Long.toString(pid), "stat"), UTF_8);
    String afterName = stat.substring(stat.lastIndexOf(')') + 2);
    return Integer.parseInt(List.of(afterName.split(" ")).get(16));
  }
}
