package io.longhaul.load.dataset;

import io.longhaul.load.endpoint.Media;
import io.longhaul.load.endpoint.Medium;
import java.util.List;
import java.util.function.Function;

/** What a line of a file names beside text. Files are read when it is loaded. */
record NamedMedia(List<NamedMedium> all) implements PromptMedia {
  NamedMedia {
    all = List.copyOf(all);
  }

  @Override
  public Media load() {
    return new Media(
        each(Medium.IMAGE, NamedMedium::url),
        each(Medium.AUDIO, NamedMedium::clip),
        each(Medium.VIDEO, NamedMedium::url));
  }

  private <T> List<T> each(Medium medium, Function<NamedMedium, T> form) {
    return all.stream().filter(one -> one.medium() == medium).map(form).toList();
  }

  @Override
  public List<String> identities() {
    return all.stream().map(NamedMedium::name).toList();
  }

  @Override
  public int images() {
    return (int) all.stream().filter(one -> one.medium() == Medium.IMAGE).count();
  }

  /** Files are sent as they are: nobody looks how long they last. */
  @Override
  public long audioNanos() {
    return 0;
  }

  boolean isEmpty() {
    return all.isEmpty();
  }

  long charsHeld() {
    return all.stream().mapToLong(NamedMedium::charsHeld).sum();
  }
}
