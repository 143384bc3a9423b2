package io.longhaul.load.scrape.nvml;

import com.sun.jna.Function;
import com.sun.jna.Memory;
import com.sun.jna.Native;
import com.sun.jna.NativeLibrary;
import com.sun.jna.Pointer;
import com.sun.jna.ptr.IntByReference;
import com.sun.jna.ptr.LongByReference;
import com.sun.jna.ptr.PointerByReference;
import io.longhaul.load.scrape.result.ScrapeException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.LongSupplier;
import java.util.function.ToIntFunction;
import java.util.function.ToLongFunction;

/**
 * NVIDIA's management library, which comes with the driver. Names, numbers and layouts are those of
 * {@code nvml.h} (<a href="https://docs.nvidia.com/deploy/nvml-api/">NVML API Reference</a>).
 */
final class NativeNvml implements GpuDriver {
  private static final String LINUX_LIBRARY = "libnvidia-ml.so.1";

  private static final int SUCCESS = 0;
  private static final int NOT_SUPPORTED = 3;
  private static final int GPU_IS_LOST = 15;

  private static final int UUID_BYTES = 96;
  private static final int NAME_BYTES = 96;

  /** Size of {@code nvmlPciInfo_t}, and the offset of its bus ID. */
  private static final int PCI_INFO_BYTES = 68;

  private static final int BUS_ID_AT = 36;

  /** Size of {@code nvmlMemory_v2_t}, and its version: the size and the number of the version. */
  private static final int MEMORY_BYTES = 40;

  private static final int MEMORY_VERSION = MEMORY_BYTES | 2 << 24;
  private static final int MEMORY_TOTAL_AT = 8;
  private static final int MEMORY_FREE_AT = 24;
  private static final int MEMORY_USED_AT = 32;

  /** Size of {@code nvmlFieldValue_t}, and the offsets of the result and of the value. */
  private static final int FIELD_BYTES = 40;

  private static final int FIELD_RESULT_AT = 28;
  private static final int FIELD_VALUE_AT = 32;
  private static final int MEMORY_TEMPERATURE_FIELD = 82;

  private static final int GPU_SENSOR = 0;
  private static final int SM_CLOCK = 1;
  private static final int MEMORY_CLOCK = 2;
  private static final int POWER_POLICY = 0;
  private static final int THERMAL_POLICY = 1;

  private final NativeLibrary library;
  private final Map<String, Function> functions = new HashMap<>();

  private NativeNvml(NativeLibrary library) {
    this.library = library;
  }

  /**
   * Loads and initializes the library.
   *
   * @throws ScrapeException if this machine has no NVIDIA driver, or it does not work
   */
  static NativeNvml load() throws ScrapeException {
    return load(LINUX_LIBRARY);
  }

  static NativeNvml load(String name) throws ScrapeException {
    NativeNvml nvml;
    try {
      nvml = new NativeNvml(NativeLibrary.getInstance(name));
    } catch (LinkageError e) {
      throw ScrapeException.nvml(
          "no_nvml", "this machine has no %s, which the NVIDIA driver contains".formatted(name));
    }
    nvml.require("nvmlInit_v2");
    return nvml;
  }

  @Override
  public List<Gpu> gpus() throws ScrapeException {
    IntByReference count = new IntByReference();
    require("nvmlDeviceGetCount_v2", count);
    List<Gpu> gpus = new ArrayList<>();
    for (int index = 0; index < count.getValue(); index++) {
      PointerByReference handle = new PointerByReference();
      require("nvmlDeviceGetHandleByIndex_v2", index, handle);
      gpus.add(new NativeGpu(handle.getValue()));
    }
    return gpus;
  }

  @Override
  public void close() {
    call("nvmlShutdown");
  }

  private void require(String function, Object... arguments) throws ScrapeException {
    int result = call(function, arguments);
    if (result != SUCCESS) {
      throw ScrapeException.nvml(
          "nvml_" + result, "%s failed: %s".formatted(function, meaningOf(result)));
    }
  }

  private String meaningOf(int result) {
    Pointer text = function("nvmlErrorString").invokePointer(new Object[] {result});
    return text == null ? "error " + result : text.getString(0, StandardCharsets.UTF_8.name());
  }

  /** Calls a function; a driver that is too old to have it does not support it. */
  private int call(String function, Object... arguments) {
    try {
      return function(function).invokeInt(arguments);
    } catch (UnsatisfiedLinkError e) {
      return NOT_SUPPORTED;
    }
  }

  private Function function(String name) {
    return functions.computeIfAbsent(name, library::getFunction);
  }

  /** A GPU by its handle, which stays valid until the library is shut down. */
  private final class NativeGpu implements Gpu {
    private final Pointer handle;

    NativeGpu(Pointer handle) {
      this.handle = handle;
    }

    @Override
    public String uuid() {
      return text("nvmlDeviceGetUUID", UUID_BYTES);
    }

    @Override
    public String model() {
      return text("nvmlDeviceGetName", NAME_BYTES);
    }

    @Override
    public String pciBusId() {
      try (Memory info = new Memory(PCI_INFO_BYTES)) {
        return call("nvmlDeviceGetPciInfo_v3", handle, info) == SUCCESS
            ? info.getString(BUS_ID_AT, StandardCharsets.US_ASCII.name())
            : "";
      }
    }

    private String text(String function, int bytes) {
      byte[] text = new byte[bytes];
      return call(function, handle, text, bytes) == SUCCESS ? Native.toString(text) : "";
    }

    @Override
    public OptionalLong read(Reading reading) throws ScrapeException {
      return switch (reading) {
        case POWER_MILLIWATTS -> number("nvmlDeviceGetPowerUsage");
        case ENERGY_MILLIJOULES -> energy();
        case POWER_LIMIT_MILLIWATTS -> number("nvmlDeviceGetPowerManagementLimit");
        case GPU_UTILIZATION_PERCENT -> utilization(0);
        case MEMORY_UTILIZATION_PERCENT -> utilization(Integer.BYTES);
        case ENCODER_UTILIZATION_PERCENT -> codecUtilization("nvmlDeviceGetEncoderUtilization");
        case DECODER_UTILIZATION_PERCENT -> codecUtilization("nvmlDeviceGetDecoderUtilization");
        case MEMORY_USED_BYTES -> memory(MEMORY_USED_AT);
        case MEMORY_FREE_BYTES -> memory(MEMORY_FREE_AT);
        case MEMORY_TOTAL_BYTES -> memory(MEMORY_TOTAL_AT);
        case TEMPERATURE_CELSIUS -> number("nvmlDeviceGetTemperature", GPU_SENSOR);
        case MEMORY_TEMPERATURE_CELSIUS -> memoryTemperature();
        case SM_CLOCK_MEGAHERTZ -> number("nvmlDeviceGetClockInfo", SM_CLOCK);
        case MEMORY_CLOCK_MEGAHERTZ -> number("nvmlDeviceGetClockInfo", MEMORY_CLOCK);
        case POWER_VIOLATION_NANOS -> violation(POWER_POLICY);
        case THERMAL_VIOLATION_NANOS -> violation(THERMAL_POLICY);
        case PCIE_REPLAYS -> number("nvmlDeviceGetPcieReplayCounter");
      };
    }

    /** Reads an unsigned int. */
    private OptionalLong number(String function) throws ScrapeException {
      IntByReference value = new IntByReference();
      return valueOf(call(function, handle, value), () -> Integer.toUnsignedLong(value.getValue()));
    }

    private OptionalLong number(String function, int which) throws ScrapeException {
      IntByReference value = new IntByReference();
      return valueOf(
          call(function, handle, which, value), () -> Integer.toUnsignedLong(value.getValue()));
    }

    private OptionalLong energy() throws ScrapeException {
      LongByReference millijoules = new LongByReference();
      return valueOf(
          call("nvmlDeviceGetTotalEnergyConsumption", handle, millijoules), millijoules::getValue);
    }

    private OptionalLong codecUtilization(String function) throws ScrapeException {
      IntByReference percent = new IntByReference();
      IntByReference periodMicros = new IntByReference();
      return valueOf(call(function, handle, percent, periodMicros), percent::getValue);
    }

    private OptionalLong utilization(int at) throws ScrapeException {
      return from(
          2 * Integer.BYTES,
          rates -> call("nvmlDeviceGetUtilizationRates", handle, rates),
          rates -> rates.getInt(at));
    }

    private OptionalLong memory(int at) throws ScrapeException {
      return from(
          MEMORY_BYTES,
          info -> {
            info.setInt(0, MEMORY_VERSION);
            return call("nvmlDeviceGetMemoryInfo_v2", handle, info);
          },
          info -> info.getLong(at));
    }

    /** The structure contains a reference time, and then the time of the violation. */
    private OptionalLong violation(int policy) throws ScrapeException {
      return from(
          2 * Long.BYTES,
          times -> call("nvmlDeviceGetViolationStatus", handle, policy, times),
          times -> times.getLong(Long.BYTES));
    }

    private OptionalLong memoryTemperature() throws ScrapeException {
      return from(
          FIELD_BYTES,
          field -> {
            field.setInt(0, MEMORY_TEMPERATURE_FIELD);
            int result = call("nvmlDeviceGetFieldValues", handle, 1, field);
            return result == SUCCESS ? field.getInt(FIELD_RESULT_AT) : result;
          },
          field -> field.getInt(FIELD_VALUE_AT));
    }

    private OptionalLong from(int bytes, ToIntFunction<Memory> call, ToLongFunction<Memory> value)
        throws ScrapeException {
      try (Memory structure = new Memory(bytes)) {
        structure.clear();
        return valueOf(call.applyAsInt(structure), () -> value.applyAsLong(structure));
      }
    }

    /** Returns a value, or empty unless the call succeeded. */
    private OptionalLong valueOf(int result, LongSupplier value) throws ScrapeException {
      if (result == GPU_IS_LOST) {
        throw ScrapeException.nvml("gpu_lost", meaningOf(result));
      }
      return result == SUCCESS ? OptionalLong.of(value.getAsLong()) : OptionalLong.empty();
    }
  }
}
