package io.longhaul.sinks.store;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.NonWritableChannelException;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Path;
import org.apache.flink.core.fs.FSDataInputStream;
import org.apache.flink.core.fs.FileSystem;

/**
 * An object that is read. A small one is fetched as a whole, because each change of the position
 * would cost a request; of a large one, only what is read is fetched. For one thread.
 */
final class StoreReadChannel implements SeekableByteChannel {
  /** Most files of rows are smaller. */
  static final int WHOLE_BYTES = 8 * 1024 * 1024;

  private static final int COPY_BYTES = 64 * 1024;

  private final Content content;
  private final long size;
  private long position;
  private boolean open = true;

  private StoreReadChannel(Content content, long size) {
    this.content = content;
    this.size = size;
  }

  /** The bytes of an object. */
  private interface Content extends Closeable {
    /**
     * Reads some bytes.
     *
     * @param from position of the first one, which the object has
     * @return their number
     */
    int read(long from, ByteBuffer into) throws IOException;
  }

  /**
   * Opens an object.
   *
   * @param size of the object in bytes
   */
  static StoreReadChannel open(Path path, FileSystem files, long size) throws IOException {
    FSDataInputStream stream =
        StoreProvider.attempt(path, () -> files.open(StoreProvider.flinkPath(path)));
    if (size > WHOLE_BYTES) {
      return new StoreReadChannel(new Streamed(path, stream), size);
    }
    try (stream) {
      byte[] bytes = StoreProvider.attempt(path, () -> stream.readNBytes((int) size));
      return new StoreReadChannel(new Fetched(bytes), bytes.length);
    }
  }

  @Override
  public int read(ByteBuffer into) throws IOException {
    requireOpen();
    if (!into.hasRemaining()) {
      return 0;
    }
    if (position >= size) {
      return -1;
    }
    int read = content.read(position, into);
    position += Math.max(0, read);
    return read;
  }

  @Override
  public int write(ByteBuffer from) {
    throw new NonWritableChannelException();
  }

  @Override
  public long position() {
    return position;
  }

  @Override
  public SeekableByteChannel position(long newPosition) throws IOException {
    requireOpen();
    position = newPosition;
    return this;
  }

  @Override
  public long size() {
    return size;
  }

  @Override
  public SeekableByteChannel truncate(long newSize) {
    throw new NonWritableChannelException();
  }

  @Override
  public boolean isOpen() {
    return open;
  }

  @Override
  public void close() throws IOException {
    open = false;
    content.close();
  }

  private void requireOpen() throws IOException {
    if (!open) {
      throw new ClosedChannelException();
    }
  }

  /** A small object. */
  private static final class Fetched implements Content {
    private final byte[] bytes;

    Fetched(byte[] bytes) {
      this.bytes = bytes;
    }

    @Override
    public int read(long from, ByteBuffer into) {
      int length = (int) Math.min(into.remaining(), bytes.length - from);
      into.put(bytes, (int) from, length);
      return length;
    }

    @Override
    public void close() {}
  }

  /** A large object. */
  private static final class Streamed implements Content {
    private final Path path;
    private final FSDataInputStream stream;
    private final byte[] copied = new byte[COPY_BYTES];

    Streamed(Path path, FSDataInputStream stream) {
      this.path = path;
      this.stream = stream;
    }

    @Override
    public int read(long from, ByteBuffer into) throws IOException {
      int wanted = Math.min(into.remaining(), copied.length);
      int read =
          StoreProvider.attempt(
              path,
              () -> {
                if (stream.getPos() != from) {
                  stream.seek(from);
                }
                return stream.read(copied, 0, wanted);
              });
      if (read > 0) {
        into.put(copied, 0, read);
      }
      return read;
    }

    @Override
    public void close() throws IOException {
      stream.close();
    }
  }
}
