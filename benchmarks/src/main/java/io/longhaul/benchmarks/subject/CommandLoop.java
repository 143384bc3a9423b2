package io.longhaul.benchmarks.subject;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.longhaul.schema.UnreadableRecordException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** The child's side of {@link Child}. */
final class CommandLoop {
  private static final ObjectMapper JSON = new ObjectMapper();

  private CommandLoop() {}

  /** Executes a command. */
  interface Handler {
    /** Executes a command and returns the response: a value that Jackson writes to one line. */
    Object handle(String command)
        throws IOException,
            UnreadableRecordException,
            ExecutionException,
            TimeoutException,
            InterruptedException;
  }

  /** Executes commands until the parent sends no more, or has ended. */
  static void run(Handler handler)
      throws IOException,
          UnreadableRecordException,
          ExecutionException,
          TimeoutException,
          InterruptedException {
    BufferedReader commands = new BufferedReader(new InputStreamReader(System.in, UTF_8));
    for (String command = next(commands); command != null; command = next(commands)) {
      System.out.println(JSON.writeValueAsString(handler.handle(command)));
      System.out.flush();
    }
  }

  private static @Nullable String next(BufferedReader commands) {
    try {
      return commands.readLine();
    } catch (IOException e) {
      return null;
    }
  }
}
