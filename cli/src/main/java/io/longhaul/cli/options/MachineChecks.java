package io.longhaul.cli.options;

import io.longhaul.cli.folder.ExistingResults;
import io.longhaul.cli.folder.FreeDiskMonitor;
import io.longhaul.cli.folder.RunFolder;
import io.longhaul.load.dataset.DatasetException;
import io.longhaul.load.dataset.FileContent;
import io.longhaul.load.endpoint.ChatTemplate;
import io.longhaul.load.endpoint.EndpointType;
import io.longhaul.load.media.EncodedClip;
import io.longhaul.load.media.Ffmpeg;
import io.longhaul.load.media.Pictures;
import io.longhaul.load.plan.DatasetPlan;
import io.longhaul.load.plan.MediaPlan;
import io.longhaul.load.plan.TokenizerPlan;
import io.longhaul.load.tokenizer.TokenizerUnavailableException;
import io.longhaul.load.tokenizer.Tokenizers;
import io.longhaul.sinks.ExportLayout;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Looks whether what the options name is there and will do: what only this machine can tell. Starts
 * nothing and leaves nothing behind.
 */
final class MachineChecks {
  private final Tokenizers tokenizers;
  private final FoundOut found;
  private final OptionProblems problems;

  MachineChecks(Tokenizers tokenizers, FoundOut found, OptionProblems problems) {
    this.tokenizers = tokenizers;
    this.found = found;
    this.problems = problems;
  }

  /** How much there is in the file, as far as it is known. */
  Optional<FileContent> promptFile(DatasetPlan plan, EndpointType endpoint, boolean timed) {
    try {
      return found.content(plan, endpoint, timed);
    } catch (DatasetException e) {
      e.problems().forEach(problems::add);
      return Optional.empty();
    }
  }

  void pictures(Path folder) {
    try {
      Pictures.in(folder);
    } catch (IOException e) {
      problems.add(e.getMessage());
    }
  }

  /**
   * Whether clips can be encoded as they are wanted: short ones are.
   *
   * @param path where programs are, as in the variable PATH; null for nowhere
   */
  void clips(MediaPlan plan, String path) {
    try {
      EncodedClip.tryOut(plan, Ffmpeg.onPath(path));
    } catch (IOException e) {
      problems.add(e.getMessage());
    }
  }

  /** Whether it can be had, and makes what is asked. */
  void tokenizer(
      TokenizerPlan plan, boolean serverCounts, DatasetPlan dataset, EndpointType endpoint) {
    try {
      found
          .missedLengths(tokenizers, plan, serverCounts, dataset, endpoint)
          .ifPresent(problems::note);
    } catch (TokenizerUnavailableException e) {
      problems.add(e.getMessage());
    } catch (DatasetException e) {
      e.problems().forEach(problems::add);
    }
  }

  /** Whether there is a template and it can be carried out. */
  void chatTemplate(String option, TokenizerPlan plan) {
    Optional<Path> folder = tokenizers.folder(plan);
    try {
      if (folder.isEmpty() || ChatTemplate.in(folder.get()).isEmpty()) {
        problems.note(option + " says nothing: tokenizer " + plan.name() + " has no chat template");
      }
    } catch (IOException | IllegalArgumentException e) {
      problems.add(
          "Cannot use the chat template in "
              + folder.orElseThrow()
              + ": "
              + e.getMessage()
              + " (leave out "
              + option
              + ")");
    }
  }

  /** Whether a run would stop as soon as it begins. */
  void freeDisk(String option, String typed, Path folder, long leastBytes) {
    FreeDiskMonitor.shortage(folder, leastBytes)
        .ifPresent(shortage -> problems.invalid(option, typed, shortage));
  }

  /** Whether a run could tell there how it goes, and who else may hear it. */
  void api(ApiAddress address) {
    InetSocketAddress wanted;
    try {
      wanted = address.resolved();
    } catch (UnknownHostException e) {
      problems.invalid(ApiOptions.HOST, address.host(), "an address or a name of this machine");
      return;
    }
    if (SeriesPlace.ofThisProcess() != SeriesPlace.LATER) {
      listen(address, wanted);
    }
    if (!wanted.getAddress().isLoopbackAddress()) {
      problems.note(
          ApiOptions.HOST
              + " "
              + address.host()
              + " lets everybody who reaches it read the run's state and end the run: nobody is"
              + " asked who they are");
    }
  }

  /** Tries it; a series that has begun goes on without. */
  private void listen(ApiAddress address, InetSocketAddress wanted) {
    try (ServerSocket tried = new ServerSocket()) {
      tried.setReuseAddress(true);
      tried.bind(wanted);
    } catch (IOException e) {
      problems.add(
          "Cannot listen on "
              + address.host()
              + ", port "
              + address.port()
              + ": "
              + e.getMessage()
              + " (give another "
              + ApiOptions.PORT
              + " or "
              + ApiOptions.HOST
              + ")");
    }
  }

  /**
   * Whether a run may write there.
   *
   * @param leastBytes what must still be free there
   * @param replaces whether it deletes what an earlier run wrote
   */
  void folder(Path folder, long leastBytes, boolean replaces) {
    Optional<String> obstacle =
        RunFolder.problemWith(folder).or(() -> FreeDiskMonitor.shortage(folder, leastBytes));
    if (obstacle.isPresent()) {
      problems.add(
          "Cannot write into " + folder + ": " + obstacle.get() + " (give another --artifact-dir)");
    } else if (!replaces) {
      try {
        new ExistingResults(new ExportLayout(folder)).requireNone();
      } catch (IOException e) {
        problems.add(e.getMessage());
      }
    }
  }
}
