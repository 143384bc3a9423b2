package io.longhaul.load.dataset.synthetic;

import static java.util.Objects.requireNonNull;

import io.longhaul.load.dataset.prompt.DatasetException;
import io.longhaul.load.media.EncodedClip;
import io.longhaul.load.media.Ffmpeg;
import io.longhaul.load.plan.RunPlan;
import io.longhaul.load.plan.check.SeededRandom;
import io.longhaul.load.plan.media.VideoPlan;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Videos that are encoded before the load starts and used in turn. Thread-safe. */
record SyntheticVideos(String prefix, List<String> clips, MediaIndex index) {

  /**
   * Encodes the videos of a run; a single one if all would be identical.
   *
   * @param ffmpeg null if there are no videos
   * @throws DatasetException if a video cannot be encoded
   */
  static SyntheticVideos of(RunPlan run, @Nullable Ffmpeg ffmpeg) {
    VideoPlan plan = run.dataset().media().videos();
    MediaIndex index = new MediaIndex(run.dataset().sessions().turnsMean(), plan.perRequest());
    long wanted = plan.isAlwaysTheSame() ? 1 : index.of(run.dataset().entries(), 0, 0);
    SeededRandom random = SeededRandom.named(run.seed(), "video");
    List<String> clips =
        plan.perRequest() == 0
            ? List.of()
            : EncodedClips.encodeAll(
                wanted,
                number -> EncodedClip.video(plan, random.split(number), requireNonNull(ffmpeg)));
    return new SyntheticVideos("data:video/" + plan.format().word() + ";base64,", clips, index);
  }

  /** Returns the videos of one turn of an entry, as {@code data:} URLs. */
  List<String> of(int entry, int turn) {
    return IntStream.range(0, index.perTurn())
        .mapToObj(number -> (int) (index.of(entry, turn, number) % clips.size()))
        .map(clip -> prefix + clips.get(clip))
        .toList();
  }
}
