package io.longhaul.load.dataset.synthetic;

import io.longhaul.load.dataset.prompt.DatasetException;
import io.longhaul.load.dataset.prompt.PromptMedia;
import io.longhaul.load.endpoint.request.MessageMedia;
import io.longhaul.load.media.Ffmpeg;
import io.longhaul.load.plan.RunPlan;
import io.longhaul.load.plan.media.MediaPlan;
import java.io.IOException;
import java.util.List;

/**
 * Generates the media of synthetic prompts. The same turn always has the same media. Thread-safe.
 */
record SyntheticMedia(
    long seed,
    boolean isEmpty,
    SyntheticImages images,
    SyntheticAudio audio,
    SyntheticVideos videos) {

  /**
   * Creates the generator of a run. Clips that need an external encoder are encoded now.
   *
   * @throws DatasetException if the image folder or ffmpeg is unavailable
   */
  static SyntheticMedia of(RunPlan run) {
    MediaPlan plan = run.dataset().media();
    try {
      Ffmpeg ffmpeg = plan.needsFfmpeg() ? Ffmpeg.onPath(System.getenv("PATH")) : null;
      return new SyntheticMedia(
          run.seed(),
          plan.isEmpty(),
          SyntheticImages.of(run),
          SyntheticAudio.of(run, ffmpeg),
          SyntheticVideos.of(run, ffmpeg));
    } catch (IOException e) {
      throw new DatasetException(e);
    }
  }

  /** Returns the media of one turn of an entry. */
  PromptMedia of(int entry, int turn) {
    return isEmpty ? PromptMedia.NONE : new OfTurn(this, entry, turn);
  }

  private record OfTurn(SyntheticMedia media, int entry, int turn) implements PromptMedia {
    @Override
    public MessageMedia load() {
      return new MessageMedia(
          media.images.of(entry, turn), media.audio.of(entry, turn), media.videos.of(entry, turn));
    }

    @Override
    public int images() {
      return media.images.plan().perRequest();
    }

    @Override
    public long audioNanos() {
      return media.audio.nanosOfFirst(entry, turn);
    }

    @Override
    public List<String> identities() {
      return List.of(entry + "." + turn + " of " + media.seed);
    }
  }
}
