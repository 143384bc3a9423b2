package io.longhaul.cli.launcher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@DisabledOnOs(value = OS.WINDOWS, disabledReason = "the launcher is a shell script")
class LauncherTest {
  private static final String PREPARING =
      "Preparing faster starts, once, with a short run; this takes about a minute\n";

  @TempDir Path folder;
  private FakeMachine machine;

  @BeforeEach
  void aMachine() throws IOException {
    machine = new FakeMachine(folder.toRealPath());
  }

  @Test
  void theFirstCallBuildsAndTheNextStartsImmediately() throws Exception {
    LauncherCall first = machine.call("profile", "--model", "two words");
    assertThat(first.status()).isZero();
    assertThat(first.err())
        .isEqualTo(
            """
            Building Longhaul, once; the first time Maven also fetches libraries (its log: %s/target/build.log)
              8/8 cli
                b-1.jar
            Preparing faster starts, once, with a short run; this takes about a minute
            """
                .formatted(machine.home()));
    assertThat(first.out())
        .startsWith(machine.jdk("17").resolve("bin/java").toString())
        .contains("-XX:SharedArchiveFile=" + machine.home() + "/cli/target/dist/classes.jsa")
        .endsWith("io.longhaul.cli.Main", "profile", "--model", "two words");

    LauncherCall second = machine.call("profile");
    assertThat(second.status()).isZero();
    assertThat(second.err()).isEmpty();
    assertThat(second.out()).endsWith("io.longhaul.cli.Main", "profile");
    assertThat(machine.builds()).hasSize(1);
  }

  @Test
  void changedSourcesAreRebuilt() throws Exception {
    machine.call();
    machine.changeASource();
    assertThat(machine.call().err()).startsWith("Building Longhaul, once");
    assertThat(machine.builds()).hasSize(2);
  }

  @Test
  void mavenGetsTheJavaThatWillRunWhatItBuilds() throws Exception {
    Path other = machine.jdk("21");
    machine.javaHome(other);
    machine.call();
    assertThat(machine.builds())
        .singleElement()
        .asString()
        .startsWith(other + ": -B -Dmaven.test.skip");
  }

  @Test
  void anotherJavaNeedsNoBuildButItsOwnArchive() throws Exception {
    machine.call();
    Path other = machine.jdk("21");
    machine.javaHome(other);
    LauncherCall call = machine.call("report");
    assertThat(call.err()).isEqualTo(PREPARING);
    assertThat(call.out()).startsWith(other.resolve("bin/java").toString());
    assertThat(machine.builds()).hasSize(1);
  }

  @Test
  void theArchiveContainsEachClassOnceAlthoughEachListNumbersItsClasses() throws Exception {
    machine.call();
    assertThat(machine.home().resolve("target/training/all")).hasContent("io/longhaul/cli/Main");
  }

  @Test
  void fromJava25OnEachKindOfProcessHasACache() throws Exception {
    machine.javaHome(machine.jdk("25"));
    LauncherCall run = machine.call("profile");
    Path caches = machine.home().resolve("cli/target/dist/caches");
    assertThat(run.err()).endsWith(PREPARING);
    assertThat(run.out())
        .contains("-XX:AOTCache=" + caches + "/parent.aot", "-Dlonghaul.caches=" + caches)
        .noneMatch(word -> word.startsWith("-XX:SharedArchiveFile"));
    assertThat(machine.call("profile").err()).isEmpty();
  }

  @Test
  void commandsThatOnlyCheckOrPrintHaveTheirOwnCacheAndOneCompiler() throws Exception {
    machine.javaHome(machine.jdk("25"));
    String cache = "-XX:AOTCache=" + machine.home() + "/cli/target/dist/caches/commands.aot";
    String oneCompiler = "-XX:TieredStopAtLevel=1";
    assertThat(machine.call("--version").out()).contains(cache, oneCompiler);
    assertThat(machine.call("profile", "--help").out()).contains(cache, oneCompiler);
    assertThat(machine.call("profile", "--help=load").out()).contains(cache, oneCompiler);
    assertThat(machine.call("profile", "-m", "x", "--dry-run").out()).contains(cache, oneCompiler);
    assertThat(machine.call("config", "validate").out()).contains(cache, oneCompiler);
    assertThat(machine.call("runs", "lake").out()).contains(cache, oneCompiler);
    assertThat(machine.call().out()).contains(cache, oneCompiler);
    assertThat(machine.call("report", "--version-2").out()).doesNotContain(cache, oneCompiler);
  }

  @Test
  void aNewerJavaReplacesTheArchiveByCaches() throws Exception {
    machine.call();
    Path dist = machine.home().resolve("cli/target/dist");
    assertThat(dist.resolve("classes.jsa")).exists();
    machine.javaHome(machine.jdk("25"));
    machine.call();
    assertThat(dist.resolve("classes.jsa")).doesNotExist();
    assertThat(dist.resolve("caches/parent.aot")).exists();
  }

  @Test
  void anUpdatedJavaIsPreparedAgain() throws Exception {
    machine.call();
    machine.update(machine.jdk("17"));
    assertThat(machine.call().err()).isEqualTo(PREPARING);
    assertThat(machine.call().err()).isEmpty();
  }

  @Test
  void anIncompletePreparationIsNotUsed() throws Exception {
    machine.javaHome(machine.jdk("25"));
    machine.recordsNothing();
    assertThat(machine.call("profile").out()).noneMatch(word -> word.startsWith("-XX:AOTCache"));
    assertThat(machine.call("profile").err()).isEmpty();
  }

  @Test
  void thePreparationOfFasterStartsCanBeSwitchedOff() throws Exception {
    machine.preparesNoFasterStarts();
    for (String version : new String[] {"17", "25"}) {
      machine.javaHome(machine.jdk(version));
      LauncherCall call = machine.call("profile");
      assertThat(call.status()).isZero();
      assertThat(call.err()).doesNotContain("Preparing");
      assertThat(call.out())
          .noneMatch(word -> word.matches("-XX:(AOTCache|SharedArchiveFile)=.*"))
          .noneMatch(word -> word.startsWith("-Xlog"));
    }
  }

  @Test
  void javaWarningsAboutNativeAccessAreSuppressed() throws Exception {
    String permission = "--enable-native-access=ALL-UNNAMED";
    assertThat(machine.call().out()).doesNotContain(permission);
    assertThat(machine.call().out()).doesNotContain(permission);
    machine.javaHome(machine.jdk("25"));
    assertThat(machine.call().out()).contains(permission);
    assertThat(machine.call().out()).contains(permission);
  }

  @Test
  void theWorkingDirectoryAndTheNameOfTheCallHaveNoEffect() throws Exception {
    Path elsewhere = Files.createDirectory(folder.resolve("else where"));
    Path link = Files.createSymbolicLink(elsewhere.resolve("lh"), machine.launcher());
    Path linkToLink = Files.createSymbolicLink(folder.resolve("lh2"), link);
    LauncherCall call = machine.callAs(linkToLink, elsewhere, "demo").awaitEnd();
    assertThat(call.status()).isZero();
    assertThat(call.out())
        .contains(machine.home() + "/cli/target/dist/lib/longhaul-cli-0.1.0.jar")
        .contains("-Dlonghaul.program=" + linkToLink);
    assertThat(elsewhere).isDirectoryNotContaining("glob:**target");
  }

  @Test
  void aMissingJavaIsReportedWithARemedy() throws Exception {
    machine.noJavaInPath();
    assertFails(
        "Cannot start Longhaul: there is no Java (install a JDK 17 or newer, such as: apt install"
            + " openjdk-17-jdk-headless).\n");
  }

  @Test
  void aJavaHomeWithoutJavaIsReported() throws Exception {
    Path empty = Files.createDirectory(folder.resolve("empty"));
    machine.javaHome(empty);
    assertFails(
        "Cannot start Longhaul: JAVA_HOME is %s, which has no bin/java (set it to a JDK 17 or newer, or unset it).\n"
            .formatted(empty));
  }

  @Test
  void anOldJavaIsReportedWithItsVersion() throws Exception {
    for (String version : new String[] {"1.8", "11", "16"}) {
      Path old = machine.jdk(version);
      machine.javaInPath(old);
      assertFails(
          "Cannot start Longhaul: %s/bin/java is Java %s (install a JDK 17 or newer, and set JAVA_HOME to it).\n"
              .formatted(old, version));
    }
  }

  @Test
  void aBrokenJavaIsReportedWithItsOutput() throws Exception {
    Path broken = machine.jdk("broken");
    Files.writeString(broken.resolve("bin/java"), "#!/bin/sh\necho no room >&2; exit 1\n");
    machine.javaHome(broken);
    assertFails(
        "Cannot start Longhaul: %s/bin/java does not work: no room (set JAVA_HOME to a JDK 17 or newer).\n"
            .formatted(broken));
  }

  @Test
  void aJavaWithoutCompilerCannotBuildButRunsWhatIsBuilt() throws Exception {
    Path jre = machine.jre("18");
    machine.javaHome(jre);
    assertFails(
        "Cannot build Longhaul: %s/bin/java belongs to a JRE (install a JDK 17 or newer, and set JAVA_HOME to it).\n"
            .formatted(jre));
    machine.javaHome(machine.jdk("17"));
    machine.call();
    machine.javaHome(jre);
    assertThat(machine.call().status()).isZero();
  }

  @Test
  void aMissingMavenIsReportedWithARemedy() throws Exception {
    machine.noMaven();
    assertFails(
        "Cannot build Longhaul: there is no Maven (install 3.8.1 or newer, such as: apt install"
            + " maven).\n");
  }

  @Test
  void anOldMavenIsReportedWithItsVersion() throws Exception {
    machine.maven("3.6.3");
    assertFails("Cannot build Longhaul: Maven is 3.6.3 (install 3.8.1 or newer).\n");
    machine.maven("3.10.0");
    assertThat(machine.call().status()).isZero();
  }

  @Test
  void aFailedBuildShowsItsErrorsAndLogAndIsRetried() throws Exception {
    machine.buildsFail("[INFO] so far\n[ERROR] Main.java:[1,1] cannot find symbol\n");
    LauncherCall failed = machine.call();
    assertThat(failed.status()).isEqualTo(1);
    assertThat(failed.out()).isEmpty();
    assertThat(failed.err())
        .endsWith(
            """
            [ERROR] Main.java:[1,1] cannot find symbol
            Cannot build Longhaul: Maven failed (see %s/target/build.log).
            """
                .formatted(machine.home()));
    assertThat(machine.home().resolve("target/build.log")).content().contains("[INFO] so far");

    machine.buildsSucceed();
    assertThat(machine.call().status()).isZero();
  }

  @Test
  void aBuildWithoutNetworkIsReported() throws Exception {
    machine.buildsFail("[ERROR] Could not transfer artifact x from/to central: Unknown host\n");
    assertThat(machine.call().err())
        .endsWith(
            "Cannot build Longhaul: Maven could not fetch what it needs (check the network, or give Maven its proxy in ~/.m2/settings.xml; see %s/target/build.log).\n"
                .formatted(machine.home()));
  }

  @Test
  void anUnwritableFolderIsReported() throws Exception {
    // A file in place of the folder prevents writes, even for root.
    Files.writeString(machine.home().resolve("target"), "");
    assertFails(
        "Cannot build Longhaul: %s cannot be written to (make it this user's, or use another clone).\n"
            .formatted(machine.home()));
  }

  @Test
  void ofTwoConcurrentCallsOneBuildsAndTheOtherWaits() throws Exception {
    assumeTrue(machine.hasFlock());
    machine.hold("builds");
    LauncherCall first = machine.callAs(machine.launcher(), machine.home(), "demo");
    await(() -> machine.builds().size() == 1);
    LauncherCall second = machine.callAs(machine.launcher(), machine.home(), "report");
    await(
        () ->
            second
                .err()
                .equals(
                    "Waiting: another launcher is building Longhaul or preparing faster starts\n"));
    machine.release("builds");
    assertThat(first.awaitEnd().status()).isZero();
    assertThat(second.awaitEnd().status()).isZero();
    assertThat(second.out()).endsWith("io.longhaul.cli.Main", "report");
    assertThat(machine.builds()).hasSize(1);
  }

  @Test
  void noBuildReplacesTheLibrariesOfARun() throws Exception {
    assumeTrue(machine.hasFlock());
    machine.call();
    machine.hold("runs");
    LauncherCall run = machine.callAs(machine.launcher(), machine.home(), "profile");
    await(machine::runHasStarted);
    machine.changeASource();
    assertFails(
        "Cannot build Longhaul: its sources have changed, but a run from this folder is in"
            + " progress, and a build would replace its libraries (wait for its end, or use another"
            + " clone).\n");
    assertThat(machine.builds()).hasSize(1);
    machine.release("runs");
    assertThat(run.awaitEnd().status()).isZero();
    assertThat(machine.call().status()).isZero();
    assertThat(machine.builds()).hasSize(2);
  }

  @Test
  void runsExecuteInParallel() throws Exception {
    machine.call();
    machine.hold("runs");
    LauncherCall one = machine.callAs(machine.launcher(), machine.home(), "mock-server");
    LauncherCall other = machine.callAs(machine.launcher(), machine.home(), "profile");
    await(() -> one.out().contains("mock-server") && other.out().contains("profile"));
    machine.release("runs");
    assertThat(one.awaitEnd().status() + other.awaitEnd().status()).isZero();
  }

  private void assertFails(String words) throws Exception {
    LauncherCall call = machine.call("demo");
    assertThat(call.err()).isEqualTo(words);
    assertThat(call.status()).isEqualTo(1);
    assertThat(call.out()).isEmpty();
  }

  private static void await(Callable<Boolean> fact) throws Exception {
    long deadline = System.nanoTime() + Duration.ofSeconds(30).toNanos();
    while (!fact.call()) {
      assertThat(System.nanoTime()).as("the deadline").isLessThan(deadline);
      TimeUnit.MILLISECONDS.sleep(20);
    }
  }
}
