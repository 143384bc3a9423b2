package io.longhaul.cli.embedded;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** The TCP sockets on which a process listens, as listed in /proc. */
public final class ListeningSockets {
  /** 127.0.0.1, ::1 and ::ffff:127.0.0.1, as /proc/net/tcp and tcp6 write them. */
  private static final List<String> LOOPBACK =
      List.of("0100007F", "00000000000000000000000001000000", "0000000000000000FFFF00000100007F");

  private static final String LISTENING = "0A";

  private ListeningSockets() {}

  /** Addresses other than loopback. */
  static List<String> notOnLoopback(long pid) throws IOException {
    return all(pid).stream().filter(address -> !isLoopback(address)).toList();
  }

  /** All addresses, as hexadecimal address and port. */
  public static List<String> all(long pid) throws IOException {
    Set<String> sockets = socketInodes(pid);
    List<String> addresses = new ArrayList<>();
    for (String table : List.of("tcp", "tcp6")) {
      for (String line : Files.readAllLines(Path.of("/proc/net", table))) {
        String[] words = line.strip().split("\\s+", -1);
        if (words.length > 9 && words[3].equals(LISTENING) && sockets.contains(words[9])) {
          addresses.add(words[1]);
        }
      }
    }
    return addresses;
  }

  private static boolean isLoopback(String address) {
    return LOOPBACK.contains(address.split(":", -1)[0].toUpperCase(Locale.ROOT));
  }

  private static Set<String> socketInodes(long pid) throws IOException {
    Set<String> inodes = new HashSet<>();
    try (DirectoryStream<Path> descriptors =
        Files.newDirectoryStream(Path.of("/proc", Long.toString(pid), "fd"))) {
      for (Path descriptor : descriptors) {
        try {
          String target = Files.readSymbolicLink(descriptor).toString();
          if (target.startsWith("socket:[")) {
            inodes.add(target.substring("socket:[".length(), target.length() - 1));
          }
        } catch (NoSuchFileException e) {
          // The socket was closed in the meantime.
        }
      }
    }
    return inodes;
  }
}
