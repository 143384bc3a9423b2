package io.longhaul.cli.calibrate;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A machine on which figures were measured.
 *
 * @param processor model; the architecture if it is unknown
 */
public record Machine(
    String operatingSystem, String processor, int processors, long memoryBytes, String java) {
  private static final Path PROCESSORS = Path.of("/proc/cpuinfo");

  /** Returns this machine. */
  public static Machine current() throws IOException {
    OperatingSystemMXBean system =
        (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    return new Machine(
        system.getName() + " " + system.getVersion(),
        processorModel(system.getArch()),
        system.getAvailableProcessors(),
        system.getTotalMemorySize(),
        System.getProperty("java.vm.vendor") + " " + System.getProperty("java.version"));
  }

  private static String processorModel(String architecture) throws IOException {
    if (!Files.isReadable(PROCESSORS)) {
      return architecture;
    }
    return Files.readAllLines(PROCESSORS).stream()
        .filter(line -> line.startsWith("model name"))
        .map(line -> line.substring(line.indexOf(':') + 1).strip())
        .findFirst()
        .orElse(architecture);
  }
}
