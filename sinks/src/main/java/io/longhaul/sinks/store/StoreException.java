package io.longhaul.sinks.store;

import java.nio.file.FileSystemException;
import java.util.ArrayList;
import java.util.List;

/** An object store cannot be accessed, or refuses an operation. */
public final class StoreException extends FileSystemException {
  private static final long serialVersionUID = 1;

  /** Clients repeat their whole configuration in messages about credentials. */
  private static final int LONGEST_MESSAGE = 250;

  private static final String NO_CREDENTIALS = "Unable to load credentials";

  /**
   * @param path folder or object
   * @param reason what is wrong, and what to do about it in parentheses
   */
  StoreException(String path, String reason) {
    super(path, null, reason);
  }

  /** Returns the failure of an operation. */
  public static StoreException of(String path, Throwable failure) {
    StoreException exception = new StoreException(path, reason(failure));
    exception.initCause(failure);
    return exception;
  }

  /**
   * Returns the messages of a failure and its causes, without repetitions: the reason is often only
   * in the last of them, such as {@code Connection refused}.
   */
  private static String reason(Throwable failure) {
    List<String> messages = new ArrayList<>();
    for (Throwable each = failure; each != null; each = each.getCause()) {
      String message = String.valueOf(each.getMessage());
      if (message.contains(NO_CREDENTIALS)) {
        return "no credentials were found (set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or"
            + " AWS_PROFILE, or give this machine a role)";
      }
      if (each.getMessage() != null && messages.stream().noneMatch(one -> one.contains(message))) {
        messages.add(
            message.length() > LONGEST_MESSAGE
                ? message.substring(0, LONGEST_MESSAGE) + "…"
                : message);
      }
    }
    String all =
        messages.isEmpty() ? failure.getClass().getSimpleName() : String.join(": ", messages);
    return all + " (check the bucket, the permissions and AWS_ENDPOINT_URL)";
  }
}
