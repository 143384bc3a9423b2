package io.longhaul.sinks.store;

import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import org.apache.flink.core.fs.FileStatus;
import org.jspecify.annotations.Nullable;

/**
 * The attributes of an object or folder. All times are that of the last change.
 *
 * @param size in bytes; 0 for a folder
 */
record StoreAttributes(boolean isDirectory, long size, FileTime lastModifiedTime)
    implements BasicFileAttributes {

  /** Of a bucket, which need not contain an object. */
  static final StoreAttributes OF_BUCKET = new StoreAttributes(true, 0, FileTime.fromMillis(0));

  static StoreAttributes of(FileStatus status) {
    return new StoreAttributes(
        status.isDir(), status.getLen(), FileTime.fromMillis(status.getModificationTime()));
  }

  @Override
  public FileTime lastAccessTime() {
    return lastModifiedTime;
  }

  @Override
  public FileTime creationTime() {
    return lastModifiedTime;
  }

  @Override
  public boolean isRegularFile() {
    return !isDirectory;
  }

  @Override
  public boolean isSymbolicLink() {
    return false;
  }

  @Override
  public boolean isOther() {
    return false;
  }

  @Override
  public @Nullable Object fileKey() {
    return null;
  }
}
