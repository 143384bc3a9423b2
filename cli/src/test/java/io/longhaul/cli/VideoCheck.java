package io.longhaul.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Checks the videos of requests against the command that specified them, with ffprobe. */
final class VideoCheck {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Pattern VIDEO = Pattern.compile("data:video/(\\w+);base64,([^\"]+)\"");

  private final DocumentedCommand command;
  private final Path folder;

  /** Checked files; clips are used repeatedly. */
  private final Map<String, JsonNode> probed = new HashMap<>();

  VideoCheck(DocumentedCommand command, Path folder) {
    this.command = command;
    this.folder = folder;
  }

  static boolean canJudge() {
    return List.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator)).stream()
        .anyMatch(
            one ->
                Files.isExecutable(Path.of(one, "ffmpeg"))
                    && Files.isExecutable(Path.of(one, "ffprobe")));
  }

  void judge(LoggedRequest seen) throws Exception {
    List<String> videos = new ArrayList<>();
    Matcher found = VIDEO.matcher(seen.field("body"));
    while (found.find()) {
      assertThat(found.group(1)).isEqualTo(command.value("--video-format").orElse("webm"));
      videos.add(found.group(2));
    }
    assertThat(videos).hasSize(command.number("--video-batch-size").orElse(1.0).intValue());
    for (String video : videos) {
      if (!probed.containsKey(video)) {
        probed.put(video, probe(Base64.getDecoder().decode(video)));
      }
      assertAsRequested(probed.get(video));
    }
  }

  private void assertAsRequested(JsonNode file) {
    JsonNode pictures = stream(file, "video");
    assertThat(pictures.path("width").asDouble()).isEqualTo(number("--video-width", 0));
    assertThat(pictures.path("height").asDouble()).isEqualTo(number("--video-height", 0));
    assertThat(pictures.path("nb_read_packets").asDouble())
        .isEqualTo(number("--video-fps", 4) * number("--video-duration", 5));
    assertThat(pictures.path("codec_name").asText())
        .isEqualTo(codecOf(command.value("--video-codec").orElse("libvpx-vp9")));
    assertThat(file.at("/format/duration").asDouble())
        .isCloseTo(number("--video-duration", 5), within(0.3));
    JsonNode sound = stream(file, "audio");
    assertThat(sound.path("channels").asDouble())
        .isEqualTo(number("--video-audio-num-channels", 0));
    if (!sound.isMissingNode()) {
      boolean webm = command.value("--video-format").orElse("webm").equals("webm");
      assertThat(sound.path("codec_name").asText())
          .isEqualTo(
              codecOf(command.value("--video-audio-codec").orElse(webm ? "libvorbis" : "libopus")));
    }
  }

  private double number(String option, double usual) {
    return command.number(option).orElse(usual);
  }

  /** Returns ffprobe's name of this encoder's format. */
  private static String codecOf(String encoder) {
    return switch (encoder) {
      case "libvpx" -> "vp8";
      case "libx264" -> "h264";
      case "libx265" -> "hevc";
      default -> encoder.replaceFirst("lib(vpx-)?", "");
    };
  }

  private static JsonNode stream(JsonNode file, String kind) {
    for (JsonNode stream : file.path("streams")) {
      if (stream.path("codec_type").asText().equals(kind)) {
        return stream;
      }
    }
    return JSON.missingNode();
  }

  private JsonNode probe(byte[] video) throws IOException, InterruptedException {
    Path file = Files.write(Files.createTempFile(folder, "seen", ".video"), video);
    Process ffprobe =
        new ProcessBuilder(
                "ffprobe",
                "-v",
                "error",
                "-of",
                "json",
                "-count_packets",
                "-show_streams",
                "-show_format",
                file.toString())
            .redirectErrorStream(true)
            .start();
    String output = new String(ffprobe.getInputStream().readAllBytes(), UTF_8);
    assertThat(ffprobe.waitFor()).as(output).isZero();
    return JSON.readTree(output);
  }
}
