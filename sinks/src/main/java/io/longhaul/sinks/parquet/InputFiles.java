package io.longhaul.sinks.parquet;

import io.longhaul.sinks.store.ObjectStores;
import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.parquet.io.DelegatingSeekableInputStream;
import org.apache.parquet.io.InputFile;
import org.apache.parquet.io.LocalInputFile;
import org.apache.parquet.io.SeekableInputStream;

/** Files of rows as the input of Parquet's readers. */
final class InputFiles {
  private InputFiles() {}

  static InputFile of(Path file) {
    return ObjectStores.contains(file) ? new StoredObject(file) : new LocalInputFile(file);
  }

  /** A file of rows in an object store. */
  private static final class StoredObject implements InputFile {
    private static final long UNKNOWN = -1;

    private final Path file;
    private long length = UNKNOWN;

    StoredObject(Path file) {
      this.file = file;
    }

    @Override
    public long getLength() throws IOException {
      if (length == UNKNOWN) {
        length = Files.size(file);
      }
      return length;
    }

    @Override
    public SeekableInputStream newStream() throws IOException {
      SeekableByteChannel channel = Files.newByteChannel(file);
      length = channel.size();
      return new DelegatingSeekableInputStream(Channels.newInputStream(channel)) {
        @Override
        public long getPos() throws IOException {
          return channel.position();
        }

        @Override
        public void seek(long position) throws IOException {
          channel.position(position);
        }
      };
    }
  }
}
