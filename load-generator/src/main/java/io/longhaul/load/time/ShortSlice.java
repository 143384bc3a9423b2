package io.longhaul.load.time;

import com.sun.jna.Memory;
import com.sun.jna.NativeLibrary;
import com.sun.jna.Platform;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The time slice of a thread: how long Linux leaves it a processor before another may have it.
 *
 * <p>Whoever wakes up waits for whoever runs to have had its slice, a millisecond or some, whatever
 * their priorities; unless its own slice is the shorter one: then it runs at once, as a rule. An
 * event loop that runs for some microseconds at a time loses nothing by a short slice, and keeps
 * its times. Linux heeds this from version 6.12 on (see sched_setattr(2), {@code sched_runtime});
 * elsewhere nothing changes.
 */
public final class ShortSlice {
  /** The shortest that Linux gives. */
  static final long NANOS = 100_000;

  /** The first version of {@code struct sched_attr}, and where the runtime stands in it. */
  private static final int ATTRIBUTES_BYTES = 48;

  private static final int RUNTIME_AT = 24;
  private static final int THIS_THREAD = 0;
  private static final int NO_FLAGS = 0;

  private ShortSlice() {}

  /**
   * Asks for it, for the thread that calls. The first call of a process loads native code, which
   * takes some time.
   */
  public static void request() {
    try {
      Calls.ofThisMachine().ifPresent(ShortSlice::request);
    } catch (LinkageError e) {
      // Native code cannot be loaded here.
    }
  }

  private static void request(Calls calls) {
    try (Memory attributes = new Memory(ATTRIBUTES_BYTES)) {
      if (calls.get(attributes)) {
        attributes.setLong(RUNTIME_AT, NANOS);
        calls.set(attributes);
      }
    }
  }

  /** What the thread that calls has; empty where nobody tells. */
  static OptionalLong nanos() {
    Calls calls = Calls.ofThisMachine().orElse(null);
    if (calls == null) {
      return OptionalLong.empty();
    }
    try (Memory attributes = new Memory(ATTRIBUTES_BYTES)) {
      return calls.get(attributes)
          ? OptionalLong.of(attributes.getLong(RUNTIME_AT))
          : OptionalLong.empty();
    }
  }

  /**
   * The numbers of two system calls, for which the C library has no names.
   *
   * @param setter sched_setattr
   * @param getter sched_getattr
   */
  private record Calls(long setter, long getter) {

    /** Empty where Linux is not, or its numbers are not known. */
    static Optional<Calls> ofThisMachine() {
      if (!Platform.isLinux()) {
        return Optional.empty();
      }
      return switch (System.getProperty("os.arch")) {
        case "amd64" -> Optional.of(new Calls(314, 315));
        case "aarch64" -> Optional.of(new Calls(274, 275));
        default -> Optional.empty();
      };
    }

    boolean get(Memory attributes) {
      return call(getter, THIS_THREAD, attributes, ATTRIBUTES_BYTES, NO_FLAGS);
    }

    boolean set(Memory attributes) {
      return call(setter, THIS_THREAD, attributes, NO_FLAGS);
    }

    private static boolean call(Object... arguments) {
      return NativeLibrary.getInstance("c").getFunction("syscall").invokeInt(arguments) == 0;
    }
  }
}
