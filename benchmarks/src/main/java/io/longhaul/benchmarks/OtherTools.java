package io.longhaul.benchmarks;

import io.longhaul.benchmarks.peers.AiperfPeer;
import io.longhaul.benchmarks.peers.GuideLlmPeer;
import io.longhaul.benchmarks.peers.NyannPeer;
import io.longhaul.benchmarks.peers.Peer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options with the executables of other load testers. */
final class OtherTools {
  @Option(names = "--aiperf", description = "Executable of AIPerf")
  private @Nullable Path aiperf;

  @Option(names = "--nyann", description = "Executable of nyann-bench")
  private @Nullable Path nyann;

  @Option(names = "--guidellm", description = "Executable of GuideLLM")
  private @Nullable Path guidellm;

  /** Returns AIPerf's executable; null if it is not given. */
  @Nullable Path aiperf() {
    return aiperf;
  }

  /** Returns the tools that are given. */
  List<Peer> peers() {
    List<Peer> peers = new ArrayList<>();
    if (aiperf != null) {
      peers.add(AiperfPeer.aiperf(aiperf));
    }
    if (nyann != null) {
      peers.add(new NyannPeer(nyann));
    }
    if (guidellm != null) {
      peers.add(new GuideLlmPeer(guidellm));
    }
    return peers;
  }

  /** Returns the options that give the same tools. */
  List<String> toArguments() {
    List<String> arguments = new ArrayList<>();
    add(arguments, "--aiperf", aiperf);
    add(arguments, "--nyann", nyann);
    add(arguments, "--guidellm", guidellm);
    return arguments;
  }

  private static void add(List<String> arguments, String option, @Nullable Path value) {
    if (value != null) {
      arguments.addAll(List.of(option, value.toString()));
    }
  }
}
