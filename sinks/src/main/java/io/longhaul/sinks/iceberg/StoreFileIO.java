package io.longhaul.sinks.iceberg;

import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.CREATE_NEW;
import static java.nio.file.StandardOpenOption.TRUNCATE_EXISTING;
import static java.nio.file.StandardOpenOption.WRITE;

import io.longhaul.sinks.store.ObjectStores;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.util.Map;
import org.apache.iceberg.exceptions.AlreadyExistsException;
import org.apache.iceberg.exceptions.NotFoundException;
import org.apache.iceberg.io.FileIO;
import org.apache.iceberg.io.InputFile;
import org.apache.iceberg.io.OutputFile;
import org.apache.iceberg.io.PositionOutputStream;
import org.apache.iceberg.io.SeekableInputStream;

/**
 * The files of tables on disks and in object stores, through the same clients with which the lake
 * is read. Locations are written as other programs with Iceberg write them: {@code file:///folder},
 * {@code s3://bucket/folder}, without escaped characters. Thread-safe.
 */
final class StoreFileIO implements FileIO {
  private static final long serialVersionUID = 1;

  private static final String FILE = "file:";
  private static final String FILE_ROOT = "file://";

  /** Returns the location of a file or folder. */
  static String location(Path path) {
    return ObjectStores.contains(path)
        ? path.toString()
        : FILE_ROOT + path.toAbsolutePath().normalize();
  }

  /** Returns the file or folder of a location. */
  static Path path(String location) {
    if (!location.startsWith(FILE)) {
      return ObjectStores.folder(location);
    }
    String path = location.substring(FILE.length());
    return Path.of(path.startsWith("///") ? path.substring(2) : path);
  }

  @Override
  public InputFile newInputFile(String location) {
    return new StoredFile(location);
  }

  @Override
  public OutputFile newOutputFile(String location) {
    return new StoredFile(location);
  }

  @Override
  public void deleteFile(String location) {
    try {
      Files.delete(path(location));
    } catch (NoSuchFileException e) {
      throw new NotFoundException(e, "There is no file %s", location);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns no properties: the clients have the settings of the process. */
  @Override
  public Map<String, String> properties() {
    return Map.of();
  }

  /** A file that is read or written. */
  private record StoredFile(String location) implements InputFile, OutputFile {

    @Override
    public long getLength() {
      try {
        return Files.size(path(location));
      } catch (NoSuchFileException e) {
        throw new NotFoundException(e, "There is no file %s", location);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    @Override
    public boolean exists() {
      try {
        return ObjectStores.exists(path(location));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    @Override
    public InputFile toInputFile() {
      return this;
    }

    @Override
    public SeekableInputStream newStream() {
      try {
        return new Read(Files.newByteChannel(path(location)));
      } catch (NoSuchFileException e) {
        throw new NotFoundException(e, "There is no file %s", location);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    @Override
    public PositionOutputStream create() {
      return open(CREATE_NEW, WRITE);
    }

    @Override
    public PositionOutputStream createOrOverwrite() {
      return open(CREATE, TRUNCATE_EXISTING, WRITE);
    }

    private PositionOutputStream open(OpenOption... options) {
      Path file = path(location);
      try {
        Files.createDirectories(file.getParent());
        return ObjectStores.contains(file)
            ? new Written(Files.newOutputStream(file, options), () -> {})
            : durable(FileChannel.open(file, options));
      } catch (FileAlreadyExistsException e) {
        throw new AlreadyExistsException(e, "There is a file %s already", location);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    /** A catalog names a file as soon as it is closed. */
    private static PositionOutputStream durable(FileChannel channel) {
      return new Written(Channels.newOutputStream(channel), () -> channel.force(true));
    }
  }

  private static final class Read extends SeekableInputStream {
    private final SeekableByteChannel channel;
    private final InputStream stream;

    Read(SeekableByteChannel channel) {
      this.channel = channel;
      this.stream = Channels.newInputStream(channel);
    }

    @Override
    public long getPos() throws IOException {
      return channel.position();
    }

    @Override
    public void seek(long position) throws IOException {
      channel.position(position);
    }

    @Override
    public int read() throws IOException {
      return stream.read();
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
      return stream.read(bytes, offset, length);
    }

    @Override
    public void close() throws IOException {
      channel.close();
    }
  }

  private static final class Written extends PositionOutputStream {
    private final OutputStream stream;
    private final Completion beforeClose;
    private long position;
    private boolean closed;

    /** What makes the content durable. */
    private interface Completion {
      void run() throws IOException;
    }

    Written(OutputStream stream, Completion beforeClose) {
      this.stream = new BufferedOutputStream(stream);
      this.beforeClose = beforeClose;
    }

    @Override
    public long getPos() {
      return position;
    }

    @Override
    public void write(int one) throws IOException {
      stream.write(one);
      position++;
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      stream.write(bytes, offset, length);
      position += length;
    }

    @Override
    public void flush() throws IOException {
      stream.flush();
    }

    @Override
    public void close() throws IOException {
      if (closed) {
        return;
      }
      closed = true;
      try (stream) {
        stream.flush();
        beforeClose.run();
      }
    }
  }
}
