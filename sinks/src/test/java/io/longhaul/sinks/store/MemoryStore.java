package io.longhaul.sinks.store;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.URI;
import java.util.Map;
import java.util.NavigableMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.flink.core.fs.BlockLocation;
import org.apache.flink.core.fs.FSDataInputStream;
import org.apache.flink.core.fs.FSDataOutputStream;
import org.apache.flink.core.fs.FileStatus;
import org.apache.flink.core.fs.FileSystem;
import org.apache.flink.core.fs.FileSystemFactory;
import org.apache.flink.core.fs.Path;

/**
 * An object store in memory, for the scheme {@code memory}. As in Flink's file system for S3, a
 * folder exists while it contains an object, an object exists when its stream is closed, and an
 * empty object is not found.
 */
public final class MemoryStore extends FileSystem {
  private static final Map<String, MemoryStore> BUCKETS = new ConcurrentHashMap<>();

  private final NavigableMap<String, byte[]> objects = new ConcurrentSkipListMap<>();
  private volatile String outage = "";
  private volatile Runnable observer = () -> {};
  private final AtomicLong opened = new AtomicLong();

  /** Creates the buckets, each of which is empty at first. */
  public static final class Factory implements FileSystemFactory {
    @Override
    public String getScheme() {
      return "memory";
    }

    @Override
    public FileSystem create(URI bucket) {
      return bucket(bucket.getHost());
    }
  }

  /** Returns a bucket. */
  public static MemoryStore bucket(String name) {
    return BUCKETS.computeIfAbsent(name, any -> new MemoryStore());
  }

  /** From now on, each operation fails like those of the client of S3; empty for none. */
  public void fail(String message) {
    outage = message;
  }

  /** Returns how often an object was opened. */
  public long opened() {
    return opened.get();
  }

  /** Returns the names of all objects. */
  public Iterable<String> names() {
    return objects.keySet();
  }

  /** Calls this before each operation. */
  public void onEachOperation(Runnable observer) {
    this.observer = observer;
  }

  /** Stores an object. */
  public void put(String name, byte[] content) {
    objects.put(name, content);
  }

  /** Returns whether there is an object of this name. */
  public boolean contains(String name) {
    return objects.containsKey(name);
  }

  private void attempt() {
    observer.run();
    if (!outage.isEmpty()) {
      throw new IllegalStateException("Unable to execute HTTP request", new IOException(outage));
    }
  }

  private static String key(Path path) {
    String name = path.toUri().getPath();
    return name.startsWith("/") ? name.substring(1) : name;
  }

  @Override
  public FileStatus getFileStatus(Path path) throws IOException {
    attempt();
    byte[] object = objects.get(key(path));
    if (object != null && object.length > 0) {
      return new Status(path, object.length, false);
    }
    String start = key(path) + "/";
    String next = objects.ceilingKey(start);
    if (next != null && next.startsWith(start)) {
      return new Status(path, 0, true);
    }
    throw new FileNotFoundException("File not found: " + path);
  }

  @Override
  public FileStatus[] listStatus(Path path) {
    attempt();
    String start = key(path).isEmpty() ? "" : key(path) + "/";
    return objects.tailMap(start).keySet().stream()
        .takeWhile(name -> name.startsWith(start))
        .map(name -> name.substring(start.length()))
        .map(name -> name.contains("/") ? name.substring(0, name.indexOf('/') + 1) : name)
        .distinct()
        .map(name -> new Status(new Path(path, name), 0, name.endsWith("/")))
        .toArray(FileStatus[]::new);
  }

  @Override
  public FSDataInputStream open(Path path) throws IOException {
    attempt();
    byte[] object = objects.get(key(path));
    if (object == null) {
      throw new FileNotFoundException("File not found: " + path);
    }
    opened.incrementAndGet();
    return new Input(object);
  }

  @Override
  public FSDataInputStream open(Path path, int bufferSize) throws IOException {
    return open(path);
  }

  @Override
  public FSDataOutputStream create(Path path, WriteMode mode) {
    attempt();
    objects.remove(key(path));
    return new Output(key(path));
  }

  @Override
  public boolean delete(Path path, boolean recursive) {
    attempt();
    return objects.remove(key(path)) != null;
  }

  @Override
  public boolean rename(Path from, Path to) {
    attempt();
    byte[] object = objects.remove(key(from));
    if (object != null) {
      objects.put(key(to), object);
    }
    return object != null;
  }

  @Override
  public boolean mkdirs(Path path) {
    return true;
  }

  @Override
  public Path getWorkingDirectory() {
    return new Path("/");
  }

  @Override
  public Path getHomeDirectory() {
    return new Path("/");
  }

  @Override
  public URI getUri() {
    return URI.create("memory:///");
  }

  @Override
  public BlockLocation[] getFileBlockLocations(FileStatus file, long start, long length) {
    return new BlockLocation[0];
  }

  @Override
  public boolean isDistributedFS() {
    return true;
  }

  private record Status(Path getPath, long getLen, boolean isDir) implements FileStatus {
    @Override
    public long getBlockSize() {
      return getLen;
    }

    @Override
    public short getReplication() {
      return 1;
    }

    @Override
    public long getModificationTime() {
      return 1_000;
    }

    @Override
    public long getAccessTime() {
      return 0;
    }
  }

  private final class Input extends FSDataInputStream {
    private final byte[] object;
    private ByteArrayInputStream rest;

    Input(byte[] object) {
      this.object = object;
      this.rest = new ByteArrayInputStream(object);
    }

    @Override
    public void seek(long position) {
      int from = Math.toIntExact(position);
      rest = new ByteArrayInputStream(object, from, object.length - from);
    }

    @Override
    public long getPos() {
      return (long) object.length - rest.available();
    }

    @Override
    public int read() {
      attempt();
      return rest.read();
    }

    @Override
    public int read(byte[] into, int offset, int length) {
      attempt();
      return rest.read(into, offset, length);
    }
  }

  private final class Output extends FSDataOutputStream {
    private final String key;
    private final ByteArrayOutputStream written = new ByteArrayOutputStream();

    Output(String key) {
      this.key = key;
    }

    @Override
    public long getPos() {
      return written.size();
    }

    @Override
    public void write(int value) {
      attempt();
      written.write(value);
    }

    @Override
    public void flush() {}

    @Override
    public void sync() {}

    @Override
    public void close() {
      attempt();
      objects.put(key, written.toByteArray());
    }
  }
}
