package io.longhaul.config.options;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Set;

/** The option names of {@code aiperf profile} 0.13, from a resource of the tests. */
public final class AiperfOptions {
  private AiperfOptions() {}

  public static Set<String> names() {
    try (InputStream in = AiperfOptions.class.getResourceAsStream("aiperf-options.txt")) {
      return Set.of(new String(in.readAllBytes(), UTF_8).split("\n"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
