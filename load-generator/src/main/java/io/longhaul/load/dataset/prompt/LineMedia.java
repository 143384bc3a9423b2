package io.longhaul.load.dataset.prompt;

import io.longhaul.load.endpoint.request.MediaKind;
import io.longhaul.load.endpoint.request.MessageMedia;
import java.util.List;
import java.util.function.Function;

/** The media of a line. Files are read by {@link #load}. */
public record LineMedia(List<MediaReference> all) implements PromptMedia {
  public LineMedia {
    all = List.copyOf(all);
  }

  @Override
  public MessageMedia load() {
    return new MessageMedia(
        select(MediaKind.IMAGE, MediaReference::url),
        select(MediaKind.AUDIO, MediaReference::clip),
        select(MediaKind.VIDEO, MediaReference::url));
  }

  private <T> List<T> select(MediaKind kind, Function<MediaReference, T> convert) {
    return all.stream().filter(reference -> reference.kind() == kind).map(convert).toList();
  }

  @Override
  public List<String> identities() {
    return all.stream().map(MediaReference::name).toList();
  }

  @Override
  public int images() {
    return (int) all.stream().filter(reference -> reference.kind() == MediaKind.IMAGE).count();
  }

  /** Files are sent unchanged; their duration is not determined. */
  @Override
  public long audioNanos() {
    return 0;
  }

  public boolean isEmpty() {
    return all.isEmpty();
  }

  public long charsHeld() {
    return all.stream().mapToLong(MediaReference::charsHeld).sum();
  }
}
