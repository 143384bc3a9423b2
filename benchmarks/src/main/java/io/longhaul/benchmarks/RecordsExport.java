package io.longhaul.benchmarks;

import io.longhaul.benchmarks.MeasuredFigures.Better;
import io.longhaul.benchmarks.subject.BareJsonMain;
import io.longhaul.benchmarks.subject.Child;
import io.longhaul.benchmarks.subject.DocumentsMain;
import io.longhaul.benchmarks.subject.FiguresMain;
import io.longhaul.benchmarks.subject.SyntheticLake;
import io.longhaul.benchmarks.subject.TemporaryFolder;
import io.longhaul.benchmarks.subject.Throughput;
import io.longhaul.sinks.ExportLayout;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Compares the time to write all documents of a run, including a line for each request, from
 * Parquet rows with that of a bare Jackson loop that writes the same lines from memory; measures
 * the live heap meanwhile; and prints what a request costs at the end of a run.
 */
@Command(name = "RecordsExport", mixinStandardHelpOptions = true)
public final class RecordsExport extends RepeatedBenchmark {
  /** JVM options with which the launcher starts {@code longhaul report}. */
  private static final List<String> JVM =
      List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xmx1g");

  @Option(names = "--requests", defaultValue = "300000", description = "Requests in the lake")
  private int requests;

  @Option(names = "--chunks", defaultValue = "32", description = "Chunks per response, 2 or more")
  private int chunks;

  public static void main(String[] args) {
    new RecordsExport().execute(args);
  }

  @Override
  void run() throws Exception {
    try (TemporaryFolder folder = TemporaryFolder.create()) {
      SyntheticLake.write(folder.path(), requests, chunks);
      List<String> lake = List.of(folder.path().toString(), Integer.toString(requests));
      try (Child documents = Child.start(DocumentsMain.class, JVM, lake);
          Child ofFigures = Child.start(FiguresMain.class, JVM, lake)) {
        write(documents, folder.path());
        Path lines = new ExportLayout(folder.path()).recordsJsonl();
        List<String> same = List.of(lines.toString(), Integer.toString(requests));
        try (Child bareLoop = Child.start(BareJsonMain.class, JVM, same)) {
          System.out.print(compare(inTurns(bareLoop, documents, rounds)));
          System.out.print(costOfTheEnd(inTurns(ofFigures, documents, rounds)));
        }
        System.out.print(heapOf(documents));
      }
    }
  }

  private String compare(Throughputs measured) {
    double bare = perSecond("bare Jackson loop", measured.bare());
    double ours = perSecond("all documents", measured.ours());
    Table table = new Table("Parquet to JSON lines", "requests/s", "time");
    table.add("bare Jackson loop, from memory", bare, 1.0);
    table.add("all documents, from Parquet", ours, bare / ours);
    table.add("goal", "", "≤ 1.5");
    return "%,d requests of %d chunks; medians of %d%n%n%s%n"
        .formatted(requests, chunks, rounds, table);
  }

  private double perSecond(String subject, List<Throughput> measured) {
    return figures.add(
        subject + ": requests_per_second", "1/s", Better.HIGHER, measured, Throughput::perSecond);
  }

  private String costOfTheEnd(Throughputs measured) {
    double ofFigures = microsPerRequest("end: figures", measured.bare());
    double documents = microsPerRequest("end: documents", measured.ours());
    Table table = new Table("Cost of the end of a run", "µs per request");
    table.add("figures, from Parquet", ofFigures);
    table.add("all documents, from Parquet", documents);
    table.add("both", ofFigures + documents);
    return table + System.lineSeparator();
  }

  private double microsPerRequest(String part, List<Throughput> measured) {
    return figures.add(
        part + "_per_request", "µs", Better.LOWER, measured, round -> 1e6 / round.perSecond());
  }

  private static String heapOf(Child documents) throws IOException {
    double before = LiveHeap.megabytes(documents.pid());
    List<Double> duringWriting = new ArrayList<>();
    try (TemporaryFolder folder = TemporaryFolder.create()) {
      CompletableFuture<Throughput> writing =
          CompletableFuture.supplyAsync(() -> write(documents, folder.path()));
      while (!writing.isDone()) {
        duringWriting.add(LiveHeap.megabytes(documents.pid()));
      }
      writing.join();
    }
    Table table = new Table("Live MB after collection", "");
    table.add("before", before);
    table.add("while writing, first half", max(duringWriting.subList(0, duringWriting.size() / 2)));
    table.add(
        "while writing, second half",
        max(duringWriting.subList(duringWriting.size() / 2, duringWriting.size())));
    return table.toString();
  }

  private static double max(List<Double> values) {
    return SortedSample.of(values, Double::doubleValue).percentile(100);
  }
}
