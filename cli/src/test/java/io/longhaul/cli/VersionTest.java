package io.longhaul.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class VersionTest {
  @Test
  void theVersionIsPrintedWithItsCommitAndJava() {
    StringWriter printed = new StringWriter();
    new Longhaul(Terminal.ofThisProcess())
        .commandLine()
        .printVersionHelp(new PrintWriter(printed), CommandLine.Help.Ansi.OFF);
    assertThat(printed.toString().lines())
        .satisfiesExactly(
            line -> assertThat(line).matches("Longhaul (development|[0-9.]+), commit .+"),
            line -> assertThat(line).startsWith("Java " + Runtime.version().feature()));
  }

  @Test
  void theCommitIsThatOfTheBuild() throws IOException {
    assertThat(commit("git.commit.id.abbrev=a1b2c3d4e5f6\ngit.dirty=false\n"))
        .isEqualTo("commit a1b2c3d4e5f6");
  }

  @Test
  void aBuildWithChangesIsRecognizable() throws IOException {
    assertThat(commit("git.commit.id.abbrev=a1b2c3d4e5f6\ngit.dirty=true\n"))
        .isEqualTo("commit a1b2c3d4e5f6 with changes");
  }

  @Test
  void aBuildWithoutGitHasNoKnownCommit() throws IOException {
    assertThat(Version.commit(null)).isEqualTo("commit unknown");
  }

  private static String commit(String file) throws IOException {
    return Version.commit(new ByteArrayInputStream(file.getBytes(UTF_8)));
  }
}
