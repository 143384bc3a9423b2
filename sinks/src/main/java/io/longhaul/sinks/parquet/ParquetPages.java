package io.longhaul.sinks.parquet;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32;
import org.apache.parquet.format.PageHeader;
import org.apache.parquet.format.Util;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.metadata.BlockMetaData;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;
import org.apache.parquet.hadoop.metadata.ParquetMetadata;

/**
 * Finds damage in a finished file without decoding its values: reads the footer and compares every
 * page of every column with its checksum. Memory does not depend on the size of the file.
 */
public final class ParquetPages {
  /** Maximum number of damaged places that are listed per file. */
  private static final int MOST_DAMAGES = 10;

  private static final int FOOTER_END_BYTES = 8;
  private static final int BUFFER_BYTES = 64 * 1024;

  private final Path file;
  private final SeekableByteChannel channel;
  private final byte[] buffer = new byte[BUFFER_BYTES];
  private final List<Damage> damages = new ArrayList<>();

  private ParquetPages(Path file, SeekableByteChannel channel) {
    this.file = file;
    this.channel = channel;
  }

  /**
   * A damaged place.
   *
   * @param offset of its first byte in the file
   * @param what what is wrong, as the end of a sentence about the file
   */
  public record Damage(long offset, String what) {}

  /**
   * Reads a file.
   *
   * @return the first damaged places, by row group and column; empty if there are none
   * @throws IOException if the file cannot be read, for example because it does not exist
   */
  public static List<Damage> damages(Path file) throws IOException {
    try (SeekableByteChannel channel = Files.newByteChannel(file)) {
      ParquetPages pages = new ParquetPages(file, channel);
      pages.read();
      return List.copyOf(pages.damages);
    }
  }

  private void read() throws IOException {
    ParquetMetadata footer;
    try (ParquetFileReader reader =
        ParquetFileReader.open(InputFiles.of(file), ReadOptions.ofFooters())) {
      footer = reader.getFooter();
    } catch (IOException | RuntimeException e) {
      long end = Math.max(0, channel.size() - FOOTER_END_BYTES);
      damages.add(new Damage(end, "its footer cannot be read: " + e.getMessage()));
      return;
    }
    for (BlockMetaData block : footer.getBlocks()) {
      for (ColumnChunkMetaData column : block.getColumns()) {
        if (damages.size() < MOST_DAMAGES) {
          readPages(column);
        }
      }
    }
  }

  private void readPages(ColumnChunkMetaData column) throws IOException {
    String name = "column " + column.getPath().toDotString();
    long start = column.getStartingPos();
    long end = start + column.getTotalSize();
    if (start < 0 || end > channel.size()) {
      damages.add(new Damage(start, name + " extends beyond the end of the file"));
      return;
    }
    Pages in = new Pages(start);
    while (in.position < end) {
      long page = in.position;
      PageHeader header;
      try {
        header = Util.readPageHeader(in);
      } catch (IOException | RuntimeException e) {
        damages.add(new Damage(page, "a page header of " + name + " cannot be read"));
        return;
      }
      int bytes = header.getCompressed_page_size();
      if (bytes < 0 || bytes > end - in.position) {
        damages.add(new Damage(page, "a page of " + name + " extends beyond its column"));
        return;
      }
      int checksum = in.checksumOf(bytes);
      if (header.isSetCrc() && header.getCrc() != checksum) {
        damages.add(new Damage(page, "the checksum of a page of " + name + " is wrong"));
        return;
      }
    }
  }

  /** The pages of a column, one after another. */
  private final class Pages extends InputStream {
    private final InputStream in;
    private long position;

    Pages(long start) throws IOException {
      channel.position(start);
      in = new BufferedInputStream(Channels.newInputStream(channel), BUFFER_BYTES);
      position = start;
    }

    @Override
    public int read() throws IOException {
      int next = in.read();
      position += next < 0 ? 0 : 1;
      return next;
    }

    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
      int read = in.read(into, offset, length);
      position += Math.max(0, read);
      return read;
    }

    /** Reads the content of a page; one that ends early has the checksum of its rest. */
    int checksumOf(int bytes) throws IOException {
      CRC32 crc = new CRC32();
      int left = bytes;
      while (left > 0) {
        int read = read(buffer, 0, Math.min(left, buffer.length));
        if (read < 0) {
          return (int) crc.getValue();
        }
        crc.update(buffer, 0, read);
        left -= read;
      }
      return (int) crc.getValue();
    }
  }
}
