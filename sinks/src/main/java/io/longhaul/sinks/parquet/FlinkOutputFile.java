package io.longhaul.sinks.parquet;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import org.apache.flink.core.fs.FSDataOutputStream;
import org.apache.parquet.io.OutputFile;
import org.apache.parquet.io.PositionOutputStream;

/** A stream of Flink as the file of a writer. Flink closes the stream when it commits the file. */
record FlinkOutputFile(FSDataOutputStream stream) implements OutputFile {
  private static final long BLOCK_BYTES = 64 * 1024 * 1024;

  /** A footer consists of thousands of small writes. */
  private static final int BUFFER_BYTES = 64 * 1024;

  @Override
  public PositionOutputStream create(long blockSizeHint) throws IOException {
    return new Buffered(new BufferedOutputStream(stream, BUFFER_BYTES), stream.getPos());
  }

  @Override
  public PositionOutputStream createOrOverwrite(long blockSizeHint) throws IOException {
    return create(blockSizeHint);
  }

  @Override
  public boolean supportsBlockSize() {
    return false;
  }

  @Override
  public long defaultBlockSize() {
    return BLOCK_BYTES;
  }

  private static final class Buffered extends PositionOutputStream {
    private final OutputStream out;
    private long position;

    Buffered(OutputStream out, long position) {
      this.out = out;
      this.position = position;
    }

    @Override
    public long getPos() {
      return position;
    }

    @Override
    public void write(int b) throws IOException {
      out.write(b);
      position++;
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      out.write(bytes, offset, length);
      position += length;
    }

    @Override
    public void flush() throws IOException {
      out.flush();
    }

    @Override
    public void close() throws IOException {
      flush();
    }
  }
}
