# How the JVMs of Longhaul start. Both launchers read this file: that of the source tree and that of a release.
#
# They set: java (its path), version (17 or newer), jar (of the commands), archive (the class data archive) and caches (the folder of the
# ahead-of-time caches), which need not exist, training (the folder for training runs), and plugins (Flink's file systems of object stores).

# From Java 24, JVMs warn about native access (Netty, zstd, tokenizers, JNA) and Unsafe (Flink) unless both are permitted.
accept_natives() {
  permissions=
  [ "$version" -lt 24 ] || permissions="--enable-native-access=ALL-UNNAMED --sun-misc-unsafe-memory-access=allow"
}

# Executes what TrainingMain calls by this name, with this number of requests; the other words are options of the JVM. The launcher of the
# source tree holds its locks as files 8 and 9.
train() {
  name=$1
  requests=$2
  shift 2
  # shellcheck disable=SC2086 # several words on purpose
  "$java" $permissions -XX:+UseSerialGC -Xmx1g "$@" -cp "$jar" io.longhaul.cli.TrainingMain "$name" "$training" "$requests" >"$training/$name.log" 2>&1 8>&- 9>&-
}

# Creates an ahead-of-time cache for each kind of process (JEP 483 and 515): its classes, loaded and linked, and profiles of its
# methods, with which Java compiles them earlier. The processes of training runs record both.
make_caches() {
  mkdir -p "$caches"
  train commands 200 -XX:AOTMode=record -XX:AOTConfiguration="$training/commands.conf"
  train run 5000 -Dlonghaul.training="$training" -XX:AOTMode=record -XX:AOTConfiguration="$training/parent.conf"
  for conf in "$training"/*.conf; do
    [ -f "$conf" ] || continue
    cache=${conf##*/}
    cache=$caches/${cache%.conf}.aot
    # shellcheck disable=SC2086 # several words on purpose
    "$java" $permissions -XX:+UseSerialGC -Xmx1g -XX:AOTMode=create -XX:AOTConfiguration="$conf" -XX:AOTCache="$cache" \
      -cp "$jar" >>"$training/caches.log" 2>&1
    rm -f "$conf"
  done
  # Java starts slowest with a cache that is missing.
  for cache in parent broker generator mock-server commands; do
    [ -f "$caches/$cache.aot" ] || rm -rf "$caches"
  done
}

# Returns whether the command only checks or prints something. It ends before the second compiler would help.
is_brief() {
  case ${1:---version} in --version | config | completion | runs) return 0 ;; esac
  for word; do
    case $word in -h | --help | --help=* | --dry-run) return 0 ;; esac
  done
  return 1
}

# Replaces this process by the command that the arguments name.
start() {
  accept_natives

  if is_brief "$@"; then
    cache=commands
    compilers=-XX:TieredStopAtLevel=1
  else
    cache=parent
    # The second compiler starts late: during the start, other threads need the processor.
    compilers="-XX:Tier4InvocationThreshold=50000 -XX:Tier4MinInvocationThreshold=6000 -XX:Tier4CompileThreshold=150000 -XX:Tier4BackEdgeThreshold=400000"
  fi

  interactive=false
  [ -t 2 ] && interactive=true
  shows_results=false
  [ -t 1 ] && shows_results=true

  set -- "-Dlonghaul.program=$0" -Dlonghaul.interactive=$interactive -Dlonghaul.showsResults=$shows_results "-Dlonghaul.plugins=$plugins" -cp "$jar" io.longhaul.cli.Main "$@"
  # A file of another Java version only costs time, so its warning is suppressed. At its own address, the file needs no changes, so
  # that processes share its pages.
  fast="-XX:+UnlockDiagnosticVMOptions -XX:ArchiveRelocationMode=0 -Xlog:disable -Xlog:all=error:stderr"
  # shellcheck disable=SC2086 # several words on purpose
  if [ -f "$archive" ]; then
    set -- $fast "-XX:SharedArchiveFile=$archive" "-Dlonghaul.archive=$archive" "$@"
  elif [ -d "$caches" ] && [ "$version" -ge 25 ]; then
    set -- $fast "-Xlog:aot*=off:stderr" "-XX:AOTCache=$caches/$cache.aot" "-Dlonghaul.caches=$caches" "$@"
  fi

  # shellcheck disable=SC2086 # the options are several words on purpose
  exec "$java" $permissions $compilers -XX:+UseSerialGC -Xmx1g -XX:+ExitOnOutOfMemoryError \
    -Duser.timezone=UTC -Dfile.encoding=UTF-8 ${LONGHAUL_JAVA_OPTS:-} "$@"
}
