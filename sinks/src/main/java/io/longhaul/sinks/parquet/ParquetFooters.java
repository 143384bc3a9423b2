package io.longhaul.sinks.parquet;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.parquet.ParquetReadOptions;
import org.apache.parquet.column.statistics.Statistics;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.metadata.BlockMetaData;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;
import org.apache.parquet.hadoop.metadata.FileMetaData;
import org.apache.parquet.hadoop.metadata.ParquetMetadata;
import org.apache.parquet.io.InputFile;
import org.apache.parquet.io.SeekableInputStream;
import org.apache.parquet.schema.PrimitiveType;

/**
 * Caches the footers of finished files, which never change, so that reading one column after
 * another parses each footer once. A cached footer has no statistics, and equal schemas are stored
 * once, since a long run has many small files. Caches up to {@link #MAX_CHUNKS} column chunks in
 * total (about 100 MB); further footers are parsed whenever they are needed. For one thread; {@link
 * #forAnotherThread} shares the cache.
 */
public final class ParquetFooters {
  static final int MAX_CHUNKS = 1_000_000;

  private final ParquetReadOptions verifying = ReadOptions.verifying();

  private final Cache cache;

  public ParquetFooters() {
    this(MAX_CHUNKS);
  }

  ParquetFooters(int maxChunks) {
    this(new Cache(maxChunks));
  }

  private ParquetFooters(Cache cache) {
    this.cache = cache;
  }

  /** Returns an instance for another thread with the same cache. */
  public ParquetFooters forAnotherThread() {
    return new ParquetFooters(cache);
  }

  /** Returns the number of rows of a finished file. */
  public long rows(Path file) throws IOException {
    return whole(file).rows();
  }

  /** Returns all row groups of a finished file. */
  public FilePart whole(Path file) throws IOException {
    List<BlockMetaData> groups = footer(file).getBlocks();
    long rows = groups.stream().mapToLong(BlockMetaData::getRowCount).sum();
    return new FilePart(file, 0, groups.size(), rows);
  }

  /** Returns all row groups of some files, in their order. */
  public List<FilePart> whole(List<Path> files) throws IOException {
    List<FilePart> parts = new ArrayList<>();
    for (Path file : files) {
      parts.add(whole(file));
    }
    return List.copyOf(parts);
  }

  /**
   * Divides files into blocks.
   *
   * @param maxRows maximum number of rows of a block; a larger row group is a block of its own
   */
  public List<List<FilePart>> blocks(List<Path> files, long maxRows) throws IOException {
    List<List<FilePart>> blocks = new ArrayList<>();
    List<FilePart> block = new ArrayList<>();
    long rows = 0;
    for (Path file : files) {
      List<BlockMetaData> groups = footer(file).getBlocks();
      int first = 0;
      long inPart = 0;
      for (int group = 0; group < groups.size(); group++) {
        long more = groups.get(group).getRowCount();
        if (rows > 0 && rows + more > maxRows) {
          addPart(block, file, first, group, inPart);
          blocks.add(List.copyOf(block));
          block.clear();
          first = group;
          inPart = 0;
          rows = 0;
        }
        inPart += more;
        rows += more;
      }
      addPart(block, file, first, groups.size(), inPart);
    }
    blocks.add(List.copyOf(block));
    blocks.removeIf(List::isEmpty);
    return List.copyOf(blocks);
  }

  private static void addPart(List<FilePart> block, Path file, int first, int end, long rows) {
    if (end > first) {
      block.add(new FilePart(file, first, end, rows));
    }
  }

  /** Returns whether a finished file has this column. */
  public boolean hasColumn(Path file, String column) throws IOException {
    return footer(file).getFileMetaData().getSchema().containsField(column);
  }

  /** Returns the number of cached footers. */
  int kept() {
    return cache.footers.size();
  }

  private ParquetMetadata footer(Path file) throws IOException {
    ParquetMetadata footer = cache.footers.get(file);
    if (footer != null) {
      return footer;
    }
    try (ParquetFileReader reader = ParquetFileReader.open(InputFiles.of(file), verifying)) {
      return cache.keep(file, reader.getFooter());
    } catch (IOException | RuntimeException e) {
      throw ReadFailure.of(file, e);
    }
  }

  /** Opens a reader of the file that verifies the checksum of every page. */
  ParquetFileReader open(Path file) throws IOException {
    ParquetMetadata footer = footer(file);
    InputFile input = InputFiles.of(file);
    SeekableInputStream stream = input.newStream();
    try {
      return ParquetFileReader.open(input, footer, verifying, stream);
    } catch (IOException | RuntimeException e) {
      stream.close();
      throw e;
    }
  }

  /** The cached footers of all threads. */
  private static final class Cache {
    private final int maxChunks;
    private final Map<Path, ParquetMetadata> footers = new ConcurrentHashMap<>();
    private final List<FileMetaData> schemas = new ArrayList<>();
    private final Map<PrimitiveType, Statistics<?>> noStatistics = new ConcurrentHashMap<>();
    private long chunks;

    Cache(int maxChunks) {
      this.maxChunks = maxChunks;
    }

    synchronized ParquetMetadata keep(Path file, ParquetMetadata read) {
      long more = read.getBlocks().stream().mapToLong(group -> group.getColumns().size()).sum();
      if (chunks + more > maxChunks) {
        return read;
      }
      chunks += more;
      ParquetMetadata compact =
          new ParquetMetadata(
              shared(read.getFileMetaData()),
              read.getBlocks().stream().map(this::withoutStatistics).toList());
      footers.put(file, compact);
      return compact;
    }

    private FileMetaData shared(FileMetaData read) {
      for (FileMetaData schema : schemas) {
        if (schema.getKeyValueMetaData().equals(read.getKeyValueMetaData())
            && schema.getCreatedBy().equals(read.getCreatedBy())
            && schema.getSchema().equals(read.getSchema())) {
          return schema;
        }
      }
      schemas.add(read);
      return read;
    }

    private BlockMetaData withoutStatistics(BlockMetaData group) {
      BlockMetaData copy = new BlockMetaData();
      copy.setRowCount(group.getRowCount());
      copy.setTotalByteSize(group.getTotalByteSize());
      copy.setRowIndexOffset(group.getRowIndexOffset());
      copy.setOrdinal(group.getOrdinal());
      group.getColumns().forEach(chunk -> copy.addColumn(withoutStatistics(chunk)));
      return copy;
    }

    private ColumnChunkMetaData withoutStatistics(ColumnChunkMetaData chunk) {
      return ColumnChunkMetaData.get(
          chunk.getPath(),
          chunk.getPrimitiveType(),
          chunk.getCodec(),
          null,
          chunk.getEncodings(),
          noStatistics.computeIfAbsent(chunk.getPrimitiveType(), Statistics::createStats),
          chunk.getFirstDataPageOffset(),
          chunk.getDictionaryPageOffset(),
          chunk.getValueCount(),
          chunk.getTotalSize(),
          chunk.getTotalUncompressedSize());
    }
  }
}
