package io.longhaul.config.options;

import io.longhaul.config.binding.OptionProblems;
import io.longhaul.config.value.ApiAddress;
import io.longhaul.config.value.SeriesPosition;
import io.longhaul.load.dataset.prompt.DatasetException;
import io.longhaul.load.dataset.trace.PromptFileSummary;
import io.longhaul.load.endpoint.dialect.EndpointType;
import io.longhaul.load.endpoint.template.ChatTemplate;
import io.longhaul.load.media.EncodedClip;
import io.longhaul.load.media.Ffmpeg;
import io.longhaul.load.media.ImageFolder;
import io.longhaul.load.plan.dataset.DatasetPlan;
import io.longhaul.load.plan.media.MediaPlan;
import io.longhaul.load.plan.server.TokenizerPlan;
import io.longhaul.load.tokenizer.TokenizerUnavailableException;
import io.longhaul.load.tokenizer.Tokenizers;
import io.longhaul.sinks.ExportLayout;
import io.longhaul.sinks.folder.ExistingResults;
import io.longhaul.sinks.folder.FreeDiskMonitor;
import io.longhaul.sinks.folder.RunFolder;
import io.longhaul.sinks.folder.WriteProblem;
import io.longhaul.sinks.lake.Lake;
import io.longhaul.sinks.lake.SharedLake;
import io.longhaul.sinks.manifest.Manifest;
import io.longhaul.sinks.store.StoreException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.UnknownHostException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Checks files, tokenizers, programs and ports that options name on this machine. Starts nothing
 * and leaves nothing behind.
 */
record MachineChecks(Tokenizers tokenizers, PreflightCache found, OptionProblems problems) {
  /** Returns the size of the content of the file, as far as it is known. */
  Optional<PromptFileSummary> promptFile(DatasetPlan plan, EndpointType endpoint, boolean timed) {
    try {
      return found.content(plan, endpoint, timed);
    } catch (DatasetException e) {
      e.problems().forEach(problems::add);
      return Optional.empty();
    }
  }

  void pictures(Path folder) {
    try {
      ImageFolder.in(folder);
    } catch (IOException e) {
      problems.addMessageOf(e);
    }
  }

  /**
   * Checks that media can be encoded as requested, by encoding short ones.
   *
   * @param path the folders of programs, as in the variable PATH, or null
   */
  void clips(MediaPlan plan, @Nullable String path) {
    try {
      EncodedClip.verify(plan, Ffmpeg.onPath(path));
    } catch (IOException e) {
      problems.addMessageOf(e);
    }
  }

  /** Checks that the tokenizer is available and that prompts have the requested lengths. */
  void tokenizer(
      TokenizerPlan plan, boolean serverCounts, DatasetPlan dataset, EndpointType endpoint) {
    try {
      found
          .missedLengths(tokenizers, plan, serverCounts, dataset, endpoint)
          .ifPresent(problems::note);
    } catch (TokenizerUnavailableException e) {
      problems.addMessageOf(e);
    } catch (DatasetException e) {
      e.problems().forEach(problems::add);
    }
  }

  /** Checks that there is a chat template and that it can be rendered. */
  void chatTemplate(String option, TokenizerPlan plan) {
    Optional<Path> folder = tokenizers.folder(plan);
    try {
      if (folder.isEmpty() || ChatTemplate.in(folder.get()).isEmpty()) {
        problems.note(
            option + " has no effect: tokenizer " + plan.name() + " has no chat" + " template");
      }
    } catch (IOException | IllegalArgumentException e) {
      problems.add(
          "Cannot use the chat template in %s: %s (leave out %s)"
              .formatted(folder.orElseThrow(), e.getMessage(), option));
    }
  }

  /** Checks that the address of the API is available, and notes who can reach it. */
  void api(ApiAddress address) {
    InetSocketAddress wanted;
    try {
      wanted = address.resolved();
    } catch (UnknownHostException e) {
      problems.invalid(ApiOptions.HOST, address.host(), "an address or a name of this machine");
      return;
    }
    if (SeriesPosition.ofThisProcess() != SeriesPosition.LATER) {
      listen(address, wanted);
    }
    if (!wanted.getAddress().isLoopbackAddress()) {
      problems.note(
          "%s %s lets anyone who can reach it read the state of the run and stop it: there is no authentication"
              .formatted(ApiOptions.HOST, address.host()));
    }
  }

  /** Binds to the address; a series that has started continues without the API. */
  private void listen(ApiAddress address, InetSocketAddress wanted) {
    try (ServerSocket tried = new ServerSocket()) {
      tried.setReuseAddress(true);
      tried.bind(wanted);
    } catch (IOException e) {
      problems.add(
          "Cannot listen on %s, port %d: %s (give another %s or %s)"
              .formatted(
                  address.host(),
                  address.port(),
                  e.getMessage(),
                  ApiOptions.PORT,
                  ApiOptions.HOST));
    }
  }

  /**
   * Checks that a run can write to a folder.
   *
   * @param leastBytes the required free space
   * @param replaces whether the run deletes the results of an earlier run
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
        problems.addMessageOf(e);
      }
    }
  }

  /**
   * Checks the lake to which a run of this machine adds its rows.
   *
   * @param leastBytes the required free space
   * @param runId name of the run
   * @param artifacts folder for the results of the run
   */
  void lake(Path folder, long leastBytes, String runId, Path artifacts) {
    SharedLake lake = new SharedLake(new Lake(folder));
    try {
      Optional<String> wrong = lake.problem(artifacts);
      if (wrong.isPresent()) {
        problems.invalid("--lake", folder, wrong.get());
        return;
      }
      Optional<String> obstacle =
          writeProblem(lake).or(() -> FreeDiskMonitor.shortage(folder, leastBytes));
      if (obstacle.isPresent()) {
        problems.add(
            "Cannot write into %s: %s (give another --lake)".formatted(folder, obstacle.get()));
        return;
      }
      if (lake.contains(runId, artifacts)) {
        problems.invalid("--run-id", runId, "a name that no run in " + folder + " has");
      } else if (!Manifest.open(lake.lake(), runId).isEmpty()) {
        problems.invalid(
            "--run-id", runId, "a new name: " + folder + " contained a run of this name");
      }
    } catch (AccessDeniedException e) {
      problems.add(
          "Cannot read %s: this user cannot read %s (give another --lake)"
              .formatted(folder, e.getFile()));
    } catch (StoreException e) {
      problems.add("Cannot access %s: %s".formatted(e.getFile(), e.getReason()));
    } catch (IOException e) {
      problems.add("Cannot read %s: %s (give another --lake)".formatted(folder, e.getMessage()));
    }
  }

  /** Tries each folder of a lake, because other users may have created some of them. */
  private static Optional<String> writeProblem(SharedLake lake) {
    Path root = lake.lake().folder();
    Optional<String> inRoot = WriteProblem.to(root);
    if (inRoot.isPresent()) {
      return inRoot;
    }
    for (Path each : lake.folders()) {
      Optional<String> problem = WriteProblem.to(each);
      if (problem.isPresent()) {
        return Optional.of("%s: %s".formatted(root.relativize(each), problem.get()));
      }
    }
    Path manifest = ExportLayout.manifest(root);
    return Files.exists(manifest) && !Files.isWritable(manifest)
        ? Optional.of("this user cannot write " + root.relativize(manifest))
        : Optional.empty();
  }
}
