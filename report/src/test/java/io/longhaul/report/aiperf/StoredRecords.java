package io.longhaul.report.aiperf;

import io.longhaul.kept.KeptExchange;
import io.longhaul.schema.StoredExchangeFile;
import io.longhaul.schema.WireCodec;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Files of lanes as generators leave them. */
record StoredRecords(Path folder) {
  void add(String lane, long planIndex, KeptExchange exchange) throws IOException {
    Files.createDirectories(folder);
    byte[] record = new WireCodec<>(KeptExchange.class).encode(exchange);
    try (DataOutputStream file =
        new DataOutputStream(
            Files.newOutputStream(
                folder.resolve(StoredExchangeFile.nameOf(lane)),
                StandardOpenOption.CREATE,
                StandardOpenOption.APPEND))) {
      file.writeLong(planIndex);
      file.writeInt(record.length);
      file.write(record);
    }
  }
}
