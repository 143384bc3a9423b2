// Percentiles of all slices together: adds up the HdrHistograms of a metric in one Parquet file of the dataset `slices`, or in several.
//
//     npm install hdr-histogram-js hyparquet hyparquet-compressors
//     node merge_sketches.mjs METRIC FILE.parquet...
//
// METRIC is a column of `slices` with a histogram, such as time_to_first_token_ns.
import { asyncBufferFromFile, parquetReadObjects } from "hyparquet";
import { compressors } from "hyparquet-compressors";
import { build, decodeFromCompressedBase64 } from "hdr-histogram-js";
import { deflateSync } from "node:zlib";

// A day in nanoseconds, three digits: the grid of all of Longhaul's histograms.
const GRID = { lowestDiscernibleValue: 1, highestTrackableValue: 86_400_000_000_000, numberOfSignificantValueDigits: 3, bitBucketSize: 64 };
const COMPRESSED_V2 = 0x1c849304;

/** This library reads the compressed form, in Base64: a cookie, a length, and the plain form deflated. */
function decode(histogram) {
  const deflated = deflateSync(histogram);
  const head = Buffer.alloc(8);
  head.writeUInt32BE(COMPRESSED_V2, 0);
  head.writeUInt32BE(deflated.length, 4);
  return decodeFromCompressedBase64(Buffer.concat([head, deflated]).toString("base64"), 64);
}

const [metric, ...files] = process.argv.slice(2);
if (!files.length) {
  console.error("Usage: node merge_sketches.mjs METRIC FILE.parquet...");
  process.exit(2);
}
const merged = build(GRID);
let added = 0;
for (const path of files) {
  const file = await asyncBufferFromFile(path);
  const rows = await parquetReadObjects({ file, compressors, columns: ["label_set", metric], utf8: false });
  for (const row of rows) {
    if (row[metric] && row.label_set.length === 0) {
      merged.add(decode(row[metric].histogram));
      added++;
    }
  }
}
console.log(`${metric}: ${merged.totalCount.toLocaleString("en")} values of ${added} slices`);
for (const percentile of [50, 90, 95, 99, 99.9]) {
  console.log(`p${String(percentile).padEnd(5)} ${merged.getValueAtPercentile(percentile).toLocaleString("en").padStart(16)}`);
}
