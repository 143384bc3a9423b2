package io.longhaul.load.time;

import com.sun.jna.Memory;
import com.sun.jna.NativeLibrary;
import com.sun.jna.Platform;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Requests a short scheduler time slice for a thread.
 *
 * <p>On Linux, a thread that wakes up waits until the running thread has used its slice, about a
 * millisecond, whatever their priorities. If its own slice is shorter, it usually runs immediately.
 * An event loop runs for a few microseconds at a time, so a short slice costs it nothing and keeps
 * its timers accurate. Linux supports this from version 6.12 (see sched_setattr(2), {@code
 * sched_runtime}); on other systems nothing changes.
 */
public final class ShortSlice {
  /** The shortest slice that Linux supports. */
  static final long NANOS = 100_000;

  /** Size of the first version of {@code struct sched_attr}, and the offset of its runtime. */
  private static final int ATTRIBUTES_BYTES = 48;

  private static final int RUNTIME_AT = 24;
  private static final int THIS_THREAD = 0;
  private static final int NO_FLAGS = 0;

  private ShortSlice() {}

  /**
   * Requests a short slice for the calling thread. The first call of a process loads native code,
   * which takes some time.
   */
  public static void request() {
    try {
      Calls.forThisSystem().ifPresent(ShortSlice::request);
    } catch (LinkageError e) {
      // Native code cannot be loaded on this system.
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

  /** Returns the slice of the calling thread; empty if the system does not report it. */
  static OptionalLong nanos() {
    Calls calls = Calls.forThisSystem().orElse(null);
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
   * The numbers of two system calls that have no function in the C library.
   *
   * @param setter number of sched_setattr
   * @param getter number of sched_getattr
   */
  private record Calls(long setter, long getter) {

    /** Returns empty if this is not Linux, or the numbers are unknown. */
    static Optional<Calls> forThisSystem() {
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
