package io.longhaul.cli;

import io.longhaul.config.binding.InvalidOptionsException;
import io.longhaul.config.binding.OptionValue;
import io.longhaul.control.ExitCode;
import io.longhaul.report.picture.Picture;
import io.longhaul.report.picture.PictureFormat;
import io.longhaul.report.picture.PicturePage;
import io.longhaul.report.plot.SwimLane;
import io.longhaul.sinks.folder.AtomicFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Draws the sessions of runs, as AIPerf's command of this name does. */
@Command(
    name = "swim-lane",
    description = {
      "Draws the sessions of runs as lanes, with their requests.",
      "Below the lanes are the numbers of sessions and of requests in flight over time."
    },
    sortOptions = false,
    footer = {"", "longhaul analyze swim-lane artifacts/demo -c 16"})
final class SwimLaneCommand implements CheckedAction {
  @SuppressWarnings("NullAway") // required, so the parser sets it
  @Parameters(
      arity = "1..*",
      paramLabel = "FOLDER",
      description = "Folders of runs of Longhaul or AIPerf that contain profile_export.jsonl.")
  List<Path> folders;

  @Option(
      names = {"-o", "--out"},
      paramLabel = "FILE",
      description =
          "File of the picture, as PNG or, if it ends in .svg, as SVG; only with one FOLDER. Default:"
              + " FOLDER/swim_lane.png")
  @Nullable Path out;

  @Option(
      names = {"-c", "--concurrency"},
      description = "Intended concurrency, drawn as a line.")
  OptionValue.@Nullable Count concurrency;

  @Option(
      names = "--ramp",
      description =
          "End of the ramp, drawn as a line. Default: the ramp in the summary of the run, if there"
              + " is one")
  OptionValue.@Nullable LengthInSeconds ramp;

  @Option(
      names = "--html",
      description = "Also write the picture as a page for a browser, with the extension .html.")
  boolean html;

  @Override
  public ExitCode run(Terminal terminal) throws InvalidOptionsException {
    return new RunViews(folders, out, "swim_lane.png", "longhaul report FOLDER writes it")
        .write(this::write, terminal);
  }

  private void write(Path folder, Path file) throws IOException {
    OptionalInt target =
        OptionValue.of(concurrency).map(OptionalInt::of).orElse(OptionalInt.empty());
    OptionalDouble end =
        OptionValue.of(ramp).map(OptionalDouble::of).orElse(OptionalDouble.empty());
    Picture picture = SwimLane.of(folder, SwimLane.Markers.read(folder, target, end));
    String name = file.getFileName().toString();
    PictureFormat format =
        name.endsWith(PictureFormat.SVG.ending()) ? PictureFormat.SVG : PictureFormat.PNG;
    AtomicFile.replace(file, written -> format.write(picture, written));
    if (html) {
      String stem = name.contains(".") ? name.substring(0, name.lastIndexOf('.')) : name;
      AtomicFile.replace(
          file.resolveSibling(stem + ".html"), written -> PicturePage.write(picture, written));
    }
  }
}
