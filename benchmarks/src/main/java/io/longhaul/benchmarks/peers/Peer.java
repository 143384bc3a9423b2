package io.longhaul.benchmarks.peers;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** A load tester as its user starts it. */
public interface Peer {
  /** Returns its name in tables. */
  String name();

  /** Returns the command that sends a load and writes its files to a folder. */
  List<String> command(PeerLoad load, Path folder);

  /** Returns its successful requests, in any order, from the files in the folder. */
  List<TimedRequest> requests(Path folder) throws IOException;
}
