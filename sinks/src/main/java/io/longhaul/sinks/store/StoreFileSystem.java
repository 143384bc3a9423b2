package io.longhaul.sinks.store;

import java.net.URI;
import java.nio.file.FileStore;
import java.nio.file.FileSystem;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.nio.file.WatchService;
import java.nio.file.attribute.UserPrincipalLookupService;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A bucket. It is never closed. */
final class StoreFileSystem extends FileSystem {
  private final String scheme;
  private final String bucket;

  StoreFileSystem(String scheme, String bucket) {
    this.scheme = scheme;
    this.bucket = bucket;
  }

  String scheme() {
    return scheme;
  }

  String bucket() {
    return bucket;
  }

  URI uri() {
    return URI.create(toString());
  }

  @Override
  public StoreProvider provider() {
    return StoreProvider.OF_ALL;
  }

  @Override
  public void close() {
    throw new UnsupportedOperationException("A bucket cannot be closed");
  }

  @Override
  public boolean isOpen() {
    return true;
  }

  @Override
  public boolean isReadOnly() {
    return false;
  }

  @Override
  public String getSeparator() {
    return StorePath.SEPARATOR;
  }

  @Override
  public Iterable<Path> getRootDirectories() {
    return List.of(StorePath.absolute(this, ""));
  }

  @Override
  public Iterable<FileStore> getFileStores() {
    return List.of();
  }

  @Override
  public Set<String> supportedFileAttributeViews() {
    return Set.of("basic");
  }

  @Override
  public Path getPath(String first, String... more) {
    String path = first + StorePath.SEPARATOR + String.join(StorePath.SEPARATOR, more);
    String root = this + StorePath.SEPARATOR;
    return path.startsWith(root)
        ? StorePath.absolute(this, path.substring(root.length()))
        : StorePath.relative(this, path);
  }

  @Override
  public PathMatcher getPathMatcher(String syntaxAndPattern) {
    throw new UnsupportedOperationException("Patterns of paths in object stores");
  }

  @Override
  public UserPrincipalLookupService getUserPrincipalLookupService() {
    throw new UnsupportedOperationException("Objects have no owners");
  }

  @Override
  public WatchService newWatchService() {
    throw new UnsupportedOperationException("Object stores do not report changes");
  }

  @Override
  public String toString() {
    return scheme + "://" + bucket;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof StoreFileSystem files
        && files.scheme.equals(scheme)
        && files.bucket.equals(bucket);
  }

  @Override
  public int hashCode() {
    return Objects.hash(scheme, bucket);
  }
}
