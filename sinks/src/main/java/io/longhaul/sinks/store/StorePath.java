package io.longhaul.sinks.store;

import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.nio.file.ProviderMismatchException;
import java.nio.file.WatchEvent;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The path of a folder or an object. An absolute one begins with the URI of its bucket. */
final class StorePath implements Path {
  static final String SEPARATOR = "/";
  private static final Pattern NAME = Pattern.compile("[^/]+");
  private static final String HERE = ".";
  private static final String PARENT = "..";

  private final StoreFileSystem files;
  private final boolean absolute;
  private final List<String> names;

  private StorePath(StoreFileSystem files, boolean absolute, List<String> names) {
    this.files = files;
    this.absolute = absolute;
    this.names = List.copyOf(names);
  }

  static StorePath absolute(StoreFileSystem files, String path) {
    return new StorePath(files, true, namesOf(path));
  }

  static StorePath relative(StoreFileSystem files, String path) {
    return new StorePath(files, false, namesOf(path));
  }

  private static List<String> namesOf(String path) {
    return NAME.matcher(path).results().map(MatchResult::group).toList();
  }

  private StorePath of(List<String> otherNames) {
    return new StorePath(files, absolute, otherNames);
  }

  /** Returns another path of an object store. */
  static StorePath of(Path path) {
    if (path instanceof StorePath store) {
      return store;
    }
    throw new ProviderMismatchException(path + " is not in an object store");
  }

  @Override
  public StoreFileSystem getFileSystem() {
    return files;
  }

  @Override
  public boolean isAbsolute() {
    return absolute;
  }

  @Override
  public @Nullable Path getRoot() {
    return absolute ? of(List.of()) : null;
  }

  @Override
  public @Nullable Path getFileName() {
    return names.isEmpty() ? null : getName(names.size() - 1);
  }

  @Override
  public @Nullable Path getParent() {
    boolean hasParent = absolute ? !names.isEmpty() : names.size() > 1;
    return hasParent ? of(names.subList(0, names.size() - 1)) : null;
  }

  @Override
  public int getNameCount() {
    return names.size();
  }

  @Override
  public Path getName(int index) {
    return subpath(index, index + 1);
  }

  @Override
  public Path subpath(int beginIndex, int endIndex) {
    if (beginIndex < 0 || endIndex > names.size() || beginIndex >= endIndex) {
      throw new IllegalArgumentException(
          "No names " + beginIndex + " to " + endIndex + ": " + this);
    }
    return new StorePath(files, false, names.subList(beginIndex, endIndex));
  }

  @Override
  public boolean startsWith(Path other) {
    return isLike(other)
        && names.size() >= other.getNameCount()
        && names.subList(0, other.getNameCount()).equals(of(other).names);
  }

  @Override
  public boolean endsWith(Path other) {
    if (!(other instanceof StorePath end) || end.names.size() > names.size()) {
      return false;
    }
    return end.absolute
        ? equals(end)
        : names.subList(names.size() - end.names.size(), names.size()).equals(end.names);
  }

  private boolean isLike(Path other) {
    return other instanceof StorePath store
        && store.files.equals(files)
        && store.absolute == absolute;
  }

  @Override
  public Path normalize() {
    List<String> normal = new ArrayList<>();
    for (String name : names) {
      boolean returns = name.equals(PARENT) && !normal.isEmpty() && !last(normal).equals(PARENT);
      if (returns) {
        normal.remove(normal.size() - 1);
      } else if (!name.equals(HERE) && !(absolute && name.equals(PARENT))) {
        normal.add(name);
      }
    }
    return of(normal);
  }

  private static String last(List<String> names) {
    return names.get(names.size() - 1);
  }

  @Override
  public Path resolve(Path other) {
    if (other.isAbsolute()) {
      return other;
    }
    List<String> joined = new ArrayList<>(names);
    other.forEach(name -> joined.addAll(namesOf(name.toString())));
    return of(joined);
  }

  @Override
  public Path relativize(Path other) {
    if (!isLike(other)) {
      throw new IllegalArgumentException(other + " is not in the bucket of " + this);
    }
    List<String> target = of(other).names;
    int shared = 0;
    while (shared < Math.min(names.size(), target.size())
        && names.get(shared).equals(target.get(shared))) {
      shared++;
    }
    List<String> way = new ArrayList<>();
    for (int up = shared; up < names.size(); up++) {
      way.add(PARENT);
    }
    way.addAll(target.subList(shared, target.size()));
    return new StorePath(files, false, way);
  }

  /** Returns the URI, in which characters are escaped as necessary. */
  @Override
  public URI toUri() {
    StorePath whole = of(toAbsolutePath());
    try {
      return new URI(
          files.scheme(),
          files.bucket(),
          SEPARATOR + String.join(SEPARATOR, whole.names),
          null,
          null);
    } catch (URISyntaxException e) {
      throw new IllegalArgumentException("Invalid path: " + this + " (a URI)", e);
    }
  }

  @Override
  public Path toAbsolutePath() {
    return absolute ? this : new StorePath(files, true, names);
  }

  /** Returns the same path: object stores have no links. */
  @Override
  public Path toRealPath(java.nio.file.LinkOption... options) {
    return toAbsolutePath().normalize();
  }

  @Override
  public WatchKey register(
      WatchService watcher, WatchEvent.Kind<?>[] events, WatchEvent.Modifier... modifiers)
      throws IOException {
    throw new UnsupportedOperationException("Object stores do not report changes");
  }

  @Override
  public int compareTo(Path other) {
    return toString().compareTo(other.toString());
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof StorePath path && isLike(path) && names.equals(path.names);
  }

  @Override
  public int hashCode() {
    return Objects.hash(files, absolute, names);
  }

  @Override
  public String toString() {
    String path = String.join(SEPARATOR, names);
    return absolute ? files + SEPARATOR + path : path;
  }
}
