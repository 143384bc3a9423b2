// The data of the page, and how numbers and times are written.
let data, xs, whole, shown;
let plots = [];
// How the charts of each kind are drawn.
const drawings = {};
let printing = false;

// Sets what is drawn, and the times of its points.
function use(newData, times) {
  data = newData;
  xs = times;
  whole = { min: 0, max: data.end };
}

const root = document.documentElement;
root.classList.add("js");
for (const table of document.querySelectorAll("figure details[open]")) table.open = false;

const PRINT_WIDTH = 680;
const dark = matchMedia("(prefers-color-scheme: dark)");
const DASHES = [[], [7, 4], [2, 3], [10, 3, 2, 3]];
const SECOND_STEPS = [0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14400, 21600, 43200, 86400, 172800, 604800];

const css = name => getComputedStyle(root).getPropertyValue(name).trim();
const color = i => css("--c" + (i % 8 + 1));
// Lines of the same color have different styles.
const styleOf = i => i + Math.floor(i / 8) & 3;

// The same format as in the tables: docs of the Java class Durations.
function clock(seconds) {
  const tenths = Math.round(seconds * 10), all = Math.floor(tenths / 10), days = Math.floor(all / 86400);
  const two = n => String(n).padStart(2, "0");
  return (days > 0 ? days + "d " : "") + Math.floor(all % 86400 / 3600) + ":" + two(Math.floor(all % 3600 / 60)) + ":" + two(all % 60)
    + (tenths % 10 ? "." + tenths % 10 : "");
}

function figure(value) {
  if (value === null || value === undefined || !isFinite(value)) return "–";
  const size = Math.abs(value);
  const digits = size >= 1000 ? 0 : size >= 100 ? 1 : size === 0 || size >= 1 ? 2 : 4;
  return value.toLocaleString("en", { minimumFractionDigits: 0, maximumFractionDigits: digits });
}

// An axis has room for six characters, such as 99,999 or 125.2k.
function axisFigure(value) {
  if (value === null) return "";
  const size = Math.abs(value);
  const [unit, suffix] = size < 1e5 ? [1, ""] : size < 1e6 ? [1e3, "k"] : size < 1e9 ? [1e6, "M"] : [1e9, "G"];
  return unit === 1 ? figure(value) : (value / unit).toLocaleString("en", { maximumSignificantDigits: 4 }) + suffix;
}

function withAlpha(rgb, alpha) {
  const n = parseInt(rgb.slice(1), 16);
  return `rgba(${n >> 16 & 255}, ${n >> 8 & 255}, ${n & 255}, ${alpha})`;
}

function axes(xName, yName, xValues) {
  const stroke = css("--soft"), grid = { stroke: css("--line"), width: 1 };
  const font = "12px " + getComputedStyle(document.body).fontFamily;
  return [
    { stroke, grid, ticks: grid, font, labelFont: font, label: xName, labelSize: xName ? 18 : 0, size: 32, ...xValues },
    { stroke, grid, ticks: grid, font, labelFont: font, label: yName, labelSize: yName ? 16 : 0, size: 58, values: (u, ticks) => ticks.map(axisFigure) },
  ];
}

// Round numbers within a range, such as 1, 2, 5, 10, 20: at least four of them if possible, and at most nine, so that their labels do not
// overlap. uPlot would start at the end of the range.
function logSplits(u, axis, min, max) {
  let inside;
  for (const digits of [[1, 2, 5], [1, 1.5, 2, 3, 4, 5, 6, 8], Array.from({ length: 90 }, (_, i) => 1 + i / 10)]) {
    const splits = [];
    for (let power = Math.floor(Math.log10(min)); power <= Math.log10(max); power++)
      for (const digit of digits) splits.push(Number((digit * 10 ** power).toPrecision(3)));
    inside = splits.filter(v => v >= min && v <= max);
    if (inside.length >= 4) break;
  }
  if (inside.length < 2) return [min, max];
  const least = Math.log10(max / min) / 8;
  let last = 0;
  return inside.filter(v => Math.log10(v / last) >= least && (last = v));
}
const logAxis = { splits: logSplits, filter: (u, splits) => splits, values: (u, ticks) => ticks.map(axisFigure) };

// Steps of counts: there is no half a request.
const WHOLE_STEPS = Array.from({ length: 36 }, (_, i) => [1, 2, 5][i % 3] * 10 ** Math.floor(i / 3));

const timeAxis = { incrs: SECOND_STEPS, space: 80, values: (u, ticks) => ticks.map(clock) };
