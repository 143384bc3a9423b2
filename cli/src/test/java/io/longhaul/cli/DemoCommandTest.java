package io.longhaul.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class DemoCommandTest {
  @Test
  void suggestedCommandsCanBeTypedAsShown() {
    DemoCommand demo = new DemoCommand();
    demo.folder = Path.of("my runs", "first");
    assertThat(demo.tips())
        .contains(
            "  Your own server:   longhaul profile -m MODEL --tokenizer builtin -u HOST:PORT --streaming"
                + " --concurrency 8 --benchmark-duration 60",
            "  The report again:  longhaul report 'my runs/first'");
  }
}
