package io.longhaul.cli.compose;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Where the services of a compose file are when there are no containers: every host is 127.0.0.1,
 * every port is one that was free, every folder of the image is one of this machine.
 */
final class OnThisMachine {
  private static final String LOOPBACK = "127.0.0.1";

  /** As in {@code kafka:9092}, {@code port: 6123} and {@code --dcgm-port 9400}. */
  private static final Pattern PORT = Pattern.compile("(?:[a-z0-9]:|port: |port )([0-9]{4,5})\\b");

  private final Map<String, String> replacements = new LinkedHashMap<>();

  /**
   * Looks for free ports.
   *
   * @param texts commands and configuration, in which ports are looked for
   * @param folders of this machine by folder of the image
   */
  static OnThisMachine of(
      Collection<String> hosts, Collection<String> texts, Map<String, String> folders)
      throws IOException {
    OnThisMachine here = new OnThisMachine();
    folders.forEach((image, machine) -> here.replace("(?<![\\w/])" + image + "\\b", machine));
    for (String host : hosts) {
      here.replace("\\b" + host + "(?=[:/][0-9])|(?<=address: )" + host + "\\b", LOOPBACK);
    }
    here.replace("\\b0\\.0\\.0\\.0\\b", LOOPBACK);
    freePorts(portsIn(texts)).forEach((port, free) -> here.replace("\\b" + port + "\\b", free));
    return here;
  }

  /** Translates a command or a configuration file for this machine. */
  String translate(String text) {
    String translated = text;
    for (Map.Entry<String, String> each : replacements.entrySet()) {
      translated = translated.replaceAll(each.getKey(), Matcher.quoteReplacement(each.getValue()));
    }
    return translated;
  }

  private void replace(String pattern, String replacement) {
    replacements.put(pattern, replacement);
  }

  private static Collection<String> portsIn(Collection<String> texts) {
    Collection<String> ports = new TreeSet<>();
    for (String text : texts) {
      PORT.matcher(text).results().map((MatchResult found) -> found.group(1)).forEach(ports::add);
    }
    return ports;
  }

  /**
   * All are bound at the same time, so that they differ; none may equal a port that is still to be
   * replaced.
   */
  private static Map<String, String> freePorts(Collection<String> wanted) throws IOException {
    Map<String, String> free = new HashMap<>();
    List<ServerSocket> held = new ArrayList<>();
    try {
      for (String port : wanted) {
        String found;
        do {
          held.add(new ServerSocket(0, 1, InetAddress.getLoopbackAddress()));
          found = Integer.toString(held.get(held.size() - 1).getLocalPort());
        } while (wanted.contains(found));
        free.put(port, found);
      }
    } finally {
      for (ServerSocket socket : held) {
        socket.close();
      }
    }
    return free;
  }
}
