package io.longhaul.sinks.store;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.NonReadableChannelException;
import java.nio.channels.SeekableByteChannel;

/**
 * A small object that is written from its start to its end. It is uploaded as a whole when the
 * channel is closed.
 */
final class StoreWriteChannel implements SeekableByteChannel {
  private static final String IN_ORDER = "Objects are written from their start to their end";

  private final Upload upload;
  private final ByteArrayOutputStream written = new ByteArrayOutputStream();
  private boolean open = true;

  StoreWriteChannel(Upload upload) {
    this.upload = upload;
  }

  /** Stores the object. */
  @FunctionalInterface
  interface Upload {
    void store(byte[] content) throws IOException;
  }

  @Override
  public int write(ByteBuffer from) throws IOException {
    if (!open) {
      throw new ClosedChannelException();
    }
    byte[] bytes = new byte[from.remaining()];
    from.get(bytes);
    written.writeBytes(bytes);
    return bytes.length;
  }

  @Override
  public int read(ByteBuffer into) {
    throw new NonReadableChannelException();
  }

  @Override
  public long position() {
    return written.size();
  }

  @Override
  public SeekableByteChannel position(long newPosition) {
    throw new UnsupportedOperationException(IN_ORDER);
  }

  @Override
  public long size() {
    return written.size();
  }

  @Override
  public SeekableByteChannel truncate(long newSize) {
    throw new UnsupportedOperationException(IN_ORDER);
  }

  @Override
  public boolean isOpen() {
    return open;
  }

  @Override
  public void close() throws IOException {
    if (open) {
      open = false;
      upload.store(written.toByteArray());
    }
  }
}
