// Charts over time, which share an axis.

// Charts that nobody sees may wait.
let isVisible = plot => true;
// Called when the time axis has changed, before it is drawn.
let prepare = () => {};

function showIn(plot) {
  if (!plot.isTime || !isVisible(plot)) return;
  const x = plot.scales.x;
  if (plot.isStale) plot.setData(plot.host.dataset.heat ? heatValues() : valuesOf(data.charts.find(c => c.id === plot.host.dataset.time)), false);
  if (plot.isStale || x.min !== shown.min || x.max !== shown.max) plot.setScale("x", shown);
  plot.isStale = false;
}

function show(range) {
  const smallest = Math.min(data.bucket * 2, whole.max) || 1;
  const length = Math.min(whole.max, Math.max(smallest, range.max - range.min));
  const min = Math.max(0, Math.min(range.min, whole.max - length));
  shown = { min, max: min + length };
  prepare();
  plots.forEach(showIn);
  const text = clock(shown.min) + " to " + clock(shown.max);
  const output = document.getElementById("range");
  if (output && output.textContent !== text) output.textContent = text;
}

const STYLES = ["solid", "dashed", "dotted", "dashed"];
const legend = { markers: { width: 3, dash: (u, i) => STYLES[styleOf([...u.series.keys()].filter(k => u.series[k].class !== "range").indexOf(i) - 1)] } };

// The last label of the time axis is centered below the edge of the chart.
const LABEL_HALF = 30;

function timeOptions(host, extra) {
  return {
    legend,
    ...extra,
    width: widthOf(host),
    padding: [null, LABEL_HALF, null, null],
    cursor: { sync: { key: "time" }, drag: { x: true, y: false, setScale: false }, points: { size: 6 } },
    hooks: {
      ...extra.hooks,
      setScale: [(u, key) => { if (key === "x") host.dataset.range = u.scales.x.min + "-" + u.scales.x.max; }],
      setSelect: [u => {
        if (u.select.width > 2) {
          const range = { min: u.posToVal(u.select.left, "x"), max: u.posToVal(u.select.left + u.select.width, "x") };
          u.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
          show(range);
        }
      }],
    },
  };
}

const widthOf = host => printing ? PRINT_WIDTH : Math.max(200, Math.floor(host.getBoundingClientRect().width));

function add(host, options, values, isTime) {
  host.replaceChildren();
  const plot = new uPlot(options, values, host);
  plot.host = host;
  plot.isTime = isTime;
  if (isTime) plot.over.addEventListener("dblclick", () => show(whole));
  plots.push(plot);
}

// The lines of a chart, each followed by the edges of its band if it has one.
function valuesOf(chart) {
  const values = [xs];
  chart.lines.forEach((line, i) => {
    // A bar stands on those of the lines after it, which are drawn over it.
    values.push(chart.bars ? xs.map((_, at) => chart.lines.slice(i).reduce((sum, each) => sum + each.mean[at], 0)) : line.mean);
    if (line.min && !chart.bars) values.push(line.max, line.min);
  });
  return values;
}

function timeChart(host) {
  const chart = data.charts.find(c => c.id === host.dataset.time);
  const series = [{ label: "Time", value: (u, v) => v === null || v === undefined ? "" : clock(v) }];
  const bands = [];
  chart.lines.forEach((line, i) => {
    const own = series.length;
    const shape = chart.bars
      ? { fill: color(i), width: 0, points: { show: false }, paths: uPlot.paths.bars({ size: [0.8, 60] }) }
      : { width: 2, dash: DASHES[styleOf(i)], spanGaps: false };
    series.push({
      label: line.name, stroke: color(i), ...shape,
      value: (u, v, si, at) => at === null || at === undefined ? "" : v === null || v === undefined ? "–"
        : figure(line.mean[at]) + (line.min && line.min[at] !== line.max[at] ? ` (${figure(line.min[at])} to ${figure(line.max[at])})` : ""),
    });
    if (line.min && !chart.bars) {
      const edge = { label: "", class: "range", stroke: "transparent", width: 0, points: { show: false } };
      series.push(edge, { ...edge });
      bands.push({ series: [own + 1, own + 2], fill: withAlpha(color(i), 0.2) });
    }
  });
  const range = (u, min, max) => {
    if (chart.unit === "%") return [0, 100];
    const most = Math.max(max ?? 0, ...visibleLimits(chart, max ?? 0).map(limit => limit.value));
    return [Math.min(0, min ?? 0), most > 0 ? most * 1.1 : 1];
  };
  add(host, timeOptions(host, {
    height: 210, series, bands,
    axes: axes("", "", timeAxis).map((axis, i) => i && chart.unit === "requests" ? { ...axis, incrs: WHOLE_STEPS } : axis),
    scales: { x: { time: false, range: () => [shown.min, shown.max] }, y: { range } },
    hooks: { drawClear: [drawBackground], draw: [drawUntrusted, u => drawLimits(u, chart), drawEvents] },
  }), valuesOf(chart), true);
}
drawings.time = timeChart;
