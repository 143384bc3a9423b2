package io.longhaul.cli.launcher;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A clone of Longhaul, the launcher in it, and the programs that the launcher finds: those of this
 * machine that belong to every Unix, and a Java and a Maven that only record their command lines.
 */
final class FakeMachine {
  private static final List<String> TOOLS =
      List.of(
          "awk",
          "cat",
          "dirname",
          "find",
          "flock",
          "grep",
          "head",
          "mkdir",
          "readlink",
          "rm",
          "sed",
          "sh",
          "sleep",
          "sort",
          "tail",
          "tee");

  /** What the launcher shares with that of a release. */
  private static final String START = "cli/src/main/sh/start.sh";

  private static final String JAVA =
      """
      #!/bin/sh
      for word; do
        case $word in
          -XshowSettings:properties) echo "    java.specification.version = VERSION"; exit ;;
          -XX:SharedArchiveFile=*) archive=${word#*=} ;;
          -XX:DumpLoadedClassList=*) echo "io/longhaul/cli/Main id: $$" >"${word#*=}" ;;
          -XX:AOTConfiguration=*) configuration=${word#*=} ;;
          -XX:AOTCache=*) cache=${word#*=} ;;
        esac
      done
      case $* in
        *-Xshare:dump*) : >"$archive"; exit ;;
        *-XX:AOTMode=record*)
          [ -e "$HOME/no-records" ] && exit
          for kind in parent broker generator mock-server commands; do : >"${configuration%/*}/$kind.conf"; done
          exit ;;
        *-XX:AOTMode=create*) : >"$cache"; exit ;;
      esac
      printf '%s\\n' "$0" "$@"
      [ -e "$HOME/hold-runs" ] || exit 0
      : >"$HOME/run-started"
      until [ ! -e "$HOME/hold-runs" ]; do sleep 0.02; done
      """;

  private static final String MAVEN =
      """
      #!/bin/sh
      [ "$1" = -version ] && echo "Apache Maven VERSION (abc)" && exit
      echo "$JAVA_HOME: $*" >>"$HOME/builds"
      while [ -e "$HOME/hold-builds" ]; do sleep 0.02; done
      echo "[INFO] Building Longhaul cli 0.1.0            [8/8]"
      echo "[INFO] Downloaded from central: https://repo.example/a/b/1/b-1.jar (1 kB at 2 kB/s)"
      [ -e "$HOME/build-error" ] && cat "$HOME/build-error" && exit 1
      mkdir -p cli/target/dist/lib
      : >cli/target/dist/lib/longhaul-cli-0.1.0.jar
      : >cli/target/dist/built
      """;

  private final Path user;
  private final Path programs;
  private final Path home;
  private Optional<Path> javaHome = Optional.empty();
  private boolean preparesStarts = true;
  private int calls;

  /** A machine with Java 17 and Maven 3.9.9 in its path, and sources that were never built. */
  FakeMachine(Path folder) throws IOException {
    user = Files.createDirectory(folder.resolve("user"));
    programs = Files.createDirectory(folder.resolve("programs"));
    home = Files.createDirectory(folder.resolve("a clone"));
    for (String tool : TOOLS) {
      for (String place : List.of("/usr/bin", "/bin")) {
        if (Files.exists(Path.of(place, tool)) && !Files.exists(programs.resolve(tool))) {
          // No link: who removes the folder would be warned of each.
          script(programs.resolve(tool), "#!/bin/sh\nexec " + place + "/" + tool + " \"$@\"\n");
        }
      }
    }
    Files.createDirectories(source().getParent());
    Files.createDirectories(home.resolve(START).getParent());
    for (String script : List.of("longhaul", START)) {
      Path original = Path.of(System.getProperty("longhaul.root"), script);
      Files.copy(original, home.resolve(script), StandardCopyOption.COPY_ATTRIBUTES);
    }
    for (Path file : List.of(home.resolve("pom.xml"), home.resolve("cli/pom.xml"), source())) {
      Files.writeString(file, "");
    }
    javaInPath(jdk("17"));
    maven("3.9.9");
  }

  /** Where the launcher and the sources are. */
  Path home() {
    return home;
  }

  Path launcher() {
    return home.resolve("longhaul");
  }

  boolean hasFlock() {
    return Files.exists(programs.resolve("flock"));
  }

  /** A JDK; it is not found yet. */
  Path jdk(String version) throws IOException {
    Path jdk = jre(version);
    script(jdk.resolve("bin/javac"), "#!/bin/sh\n");
    return jdk;
  }

  /** A Java that has no compiler; it is not found yet. */
  Path jre(String version) throws IOException {
    Path home = user.resolve("java-" + version);
    Files.createDirectories(home.resolve("bin"));
    if (!Files.exists(home.resolve("bin/java"))) {
      script(home.resolve("bin/java"), JAVA.replace("VERSION", version));
    }
    return home.toRealPath();
  }

  /** Replaces a Java by another build of it, in the same place. */
  void update(Path home) throws IOException {
    Files.writeString(home.resolve("release"), "JAVA_RUNTIME_VERSION=\"another build\"\n");
  }

  void javaInPath(Path home) throws IOException {
    noJavaInPath();
    Files.createSymbolicLink(programs.resolve("java"), home.resolve("bin/java"));
  }

  void noJavaInPath() throws IOException {
    Files.deleteIfExists(programs.resolve("java"));
  }

  void javaHome(Path home) {
    javaHome = Optional.of(home);
  }

  /** Sets the variable that switches the preparation of faster starts off. */
  void preparesNoFasterStarts() {
    preparesStarts = false;
  }

  /** Makes training runs record nothing. */
  void recordsNothing() throws IOException {
    Files.createFile(user.resolve("no-records"));
  }

  void maven(String version) throws IOException {
    script(programs.resolve("mvn"), MAVEN.replace("VERSION", version));
  }

  void noMaven() throws IOException {
    Files.delete(programs.resolve("mvn"));
  }

  /** Makes builds fail with this output of Maven. */
  void buildsFail(String words) throws IOException {
    Files.writeString(user.resolve("build-error"), words);
  }

  void buildsSucceed() throws IOException {
    Files.delete(user.resolve("build-error"));
  }

  /** Holds further builds and runs after their start until they are released. */
  void hold(String what) throws IOException {
    Files.createFile(user.resolve("hold-" + what));
  }

  void release(String what) throws IOException {
    Files.delete(user.resolve("hold-" + what));
  }

  boolean runHasStarted() {
    return Files.exists(user.resolve("run-started"));
  }

  /** Returns a line for each build with Maven's Java and arguments. */
  List<String> builds() throws IOException {
    Path file = user.resolve("builds");
    return Files.exists(file) ? Files.readAllLines(file, UTF_8) : List.of();
  }

  void changeASource() throws IOException {
    Files.setLastModifiedTime(source(), FileTime.from(Instant.now().plus(Duration.ofHours(1))));
  }

  private Path source() {
    return home.resolve("cli/src/main/java/Main.java");
  }

  /** Calls the launcher in its folder, and waits for its end. */
  LauncherCall call(String... arguments) throws IOException, InterruptedException {
    return callAs(launcher(), home, arguments).awaitEnd();
  }

  /** Calls the launcher by one of its names. */
  LauncherCall callAs(Path name, Path workingFolder, String... arguments) throws IOException {
    List<String> words = new ArrayList<>(List.of(name.toString()));
    words.addAll(List.of(arguments));
    Path out = user.resolve("out-" + calls);
    Path err = user.resolve("err-" + calls++);
    ProcessBuilder builder =
        new ProcessBuilder(words)
            .directory(workingFolder.toFile())
            .redirectOutput(out.toFile())
            .redirectError(err.toFile());
    Map<String, String> environment = builder.environment();
    environment.clear();
    environment.put("PATH", programs.toString());
    environment.put("HOME", user.toString());
    javaHome.ifPresent((Path home) -> environment.put("JAVA_HOME", home.toString()));
    if (!preparesStarts) {
      environment.put("LONGHAUL_ARCHIVE", "no");
    }
    return new LauncherCall(builder.start(), out, err);
  }

  private static void script(Path file, String text) throws IOException {
    Files.writeString(file, text);
    if (!file.toFile().setExecutable(true)) {
      throw new IOException("Cannot make a script of " + file);
    }
  }
}
