"use strict";
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const root = document.documentElement;
  root.classList.add("js");
  for (const table of document.querySelectorAll("figure details[open]")) table.open = false;

  const PRINT_WIDTH = 680;
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const DASHES = [[], [7, 4], [2, 3], [10, 3, 2, 3], [], [7, 4], [2, 3], [10, 3, 2, 3]];
  const SECOND_STEPS = [0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14400, 21600, 43200, 86400, 172800, 604800];
  const xs = Array.from({ length: data.buckets }, (_, i) => (i * data.bucket + Math.min((i + 1) * data.bucket, data.end)) / 2);
  const whole = { min: 0, max: data.end };
  let shown = { ...whole };
  let plots = [];
  let printing = false;

  const css = name => getComputedStyle(root).getPropertyValue(name).trim();
  const color = i => css("--c" + (i % 8 + 1));

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

  function withAlpha(rgb, alpha) {
    const n = parseInt(rgb.slice(1), 16);
    return `rgba(${n >> 16 & 255}, ${n >> 8 & 255}, ${n & 255}, ${alpha})`;
  }

  function axes(xName, yName, xValues) {
    const stroke = css("--soft"), grid = { stroke: css("--line"), width: 1 };
    const font = "12px " + getComputedStyle(document.body).fontFamily;
    return [
      { stroke, grid, ticks: grid, font, labelFont: font, label: xName, labelSize: xName ? 18 : 0, ...xValues },
      { stroke, grid, ticks: grid, font, labelFont: font, label: yName, labelSize: yName ? 16 : 0, size: 58, values: (u, ticks) => ticks.map(t => t === null ? "" : figure(t)) },
    ];
  }

  // Round numbers within a range, such as 1, 2, 5, 10, 20; uPlot would start at its end.
  function logSplits(u, axis, min, max) {
    for (const digits of [[1, 2, 5], [1, 1.5, 2, 3, 4, 5, 6, 8]]) {
      const splits = [];
      for (let power = Math.floor(Math.log10(min)); power <= Math.log10(max); power++)
        for (const digit of digits) splits.push(Number(digit + "e" + power));
      const inside = splits.filter(v => v >= min && v <= max);
      if (inside.length >= 3) return inside;
    }
    return [min, max];
  }
  const logAxis = { splits: logSplits, filter: (u, splits) => splits, values: (u, ticks) => ticks.map(t => t === null ? "" : figure(t)) };

  const timeAxis = { incrs: SECOND_STEPS, space: 80, values: (u, ticks) => ticks.map(clock) };

  function hatch(context) {
    const tile = document.createElement("canvas");
    tile.width = tile.height = 12;
    const pen = tile.getContext("2d");
    pen.strokeStyle = css("--hatch");
    pen.lineWidth = 1.6;
    pen.beginPath();
    for (const offset of [-12, 0, 12]) {
      pen.moveTo(offset, 12);
      pen.lineTo(offset + 12, 0);
    }
    pen.stroke();
    return context.createPattern(tile, "repeat");
  }

  // Behind the lines: slices that cannot be trusted. Over them: events.
  function drawUntrusted(u) {
    const { ctx, bbox } = u;
    ctx.save();
    ctx.beginPath();
    ctx.rect(bbox.left, bbox.top, bbox.width, bbox.height);
    ctx.clip();
    ctx.fillStyle = hatch(ctx);
    for (let i = 0; i < data.untrusted.length; i += 2) {
      const left = u.valToPos(data.untrusted[i], "x", true);
      ctx.fillRect(left, bbox.top, Math.max(2, u.valToPos(data.untrusted[i + 1], "x", true) - left), bbox.height);
    }
    ctx.restore();
  }

  function drawEvents(u) {
    const { ctx, bbox } = u;
    ctx.save();
    ctx.beginPath();
    ctx.rect(bbox.left, bbox.top, bbox.width, bbox.height);
    ctx.clip();
    for (const event of data.events) {
      const left = u.valToPos(event.from, "x", true);
      const right = u.valToPos(event.until, "x", true);
      ctx.fillStyle = withAlpha(css("--c8"), 0.16);
      ctx.fillRect(left, bbox.top, right - left, bbox.height);
      ctx.fillStyle = css("--c8");
      ctx.fillRect(left - devicePixelRatio, bbox.top, 2 * devicePixelRatio, bbox.height);
    }
    ctx.restore();
  }

  function show(range) {
    const smallest = Math.min(data.bucket * 2, whole.max) || 1;
    const length = Math.min(whole.max, Math.max(smallest, range.max - range.min));
    const min = Math.max(0, Math.min(range.min, whole.max - length));
    shown = { min, max: min + length };
    for (const plot of plots) {
      const x = plot.scales.x;
      if (plot.isTime && (x.min !== shown.min || x.max !== shown.max)) plot.setScale("x", shown);
    }
    const text = clock(shown.min) + " to " + clock(shown.max);
    const output = document.getElementById("range");
    if (output && output.textContent !== text) output.textContent = text;
  }

  const STYLES = ["solid", "dashed", "dotted", "dashed"];
  const legend = { markers: { width: 3, dash: (u, i) => STYLES[[...u.series.keys()].filter(k => u.series[k].class !== "range").indexOf(i) - 1 & 3] } };

  function timeOptions(host, extra) {
    return {
      legend,
      ...extra,
      width: widthOf(host),
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

  function timeChart(host) {
    const chart = data.charts.find(c => c.id === host.dataset.time);
    const series = [{ label: "Time", value: (u, v) => v === null || v === undefined ? "" : clock(v) }];
    const values = [xs];
    const bands = [];
    chart.lines.forEach((line, i) => {
      const own = values.length;
      series.push({
        label: line.name, stroke: color(i), width: 2, dash: DASHES[i % 8], spanGaps: false,
        value: (u, v, si, at) => at === null || at === undefined ? "" : v === null || v === undefined ? "–"
          : figure(v) + (line.min && line.min[at] !== line.max[at] ? ` (${figure(line.min[at])} to ${figure(line.max[at])})` : ""),
      });
      values.push(line.mean);
      if (line.min) {
        const edge = { label: "", class: "range", stroke: "transparent", width: 0, points: { show: false } };
        series.push(edge, { ...edge });
        values.push(line.max, line.min);
        bands.push({ series: [own + 1, own + 2], fill: withAlpha(color(i), 0.2) });
      }
    });
    add(host, timeOptions(host, {
      height: 210, series, bands, axes: axes("", "", timeAxis),
      scales: { x: { time: false, range: () => [shown.min, shown.max] }, y: { range: (u, min, max) => chart.unit === "%" ? [0, 100] : [Math.min(0, min ?? 0), (max ?? 1) > 0 ? max * 1.08 : 1] } },
      hooks: { drawClear: [drawUntrusted], draw: [drawEvents] },
    }), values, true);
  }

  function heatMap(host) {
    const heat = data.heat.find(h => h.id === host.dataset.heat);
    const rows = heat.edges.length - 1, columns = heat.counts.length / rows;
    const most = heat.counts.reduce((a, b) => Math.max(a, b), 1);
    const draw = u => {
      const { ctx, bbox } = u;
      ctx.save();
      ctx.beginPath();
      ctx.rect(bbox.left, bbox.top, bbox.width, bbox.height);
      ctx.clip();
      const ys = heat.edges.map(edge => Math.round(u.valToPos(edge, "y", true)));
      for (let column = 0; column < columns; column++) {
        const left = Math.round(u.valToPos(column * heat.width, "x", true));
        const right = Math.round(u.valToPos(Math.min((column + 1) * heat.width, data.end), "x", true));
        if (right < bbox.left || left > bbox.left + bbox.width) continue;
        for (let row = 0; row < rows; row++) {
          const count = heat.counts[column * rows + row];
          if (count > 0) {
            ctx.fillStyle = withAlpha(color(0), 0.12 + 0.88 * Math.log1p(count) / Math.log1p(most));
            ctx.fillRect(left, ys[row + 1], Math.max(1, right - left), Math.max(1, ys[row] - ys[row + 1]));
          }
        }
      }
      ctx.restore();
      drawUntrusted(u);
      drawEvents(u);
    };
    add(host, timeOptions(host, {
      height: 170, legend: { show: false }, series: [{}, { stroke: "transparent", points: { show: false } }],
      axes: axes("", "", timeAxis).map((axis, i) => i ? { ...axis, ...logAxis, grid: { show: false } } : axis),
      scales: { x: { time: false, range: () => [shown.min, shown.max] }, y: { distr: 3, range: () => [heat.edges[0], heat.edges[rows]] } },
      hooks: { draw: [draw] },
    }), [xs, xs.map(() => null)], true);
  }

  function distribution(host) {
    // Each curve has times of its own: all of them in one ascending list.
    // Below the first percentiles there is nothing to see, but on a logarithmic axis it would take most of the space.
    const first = data.percents.findIndex(percent => percent >= 1);
    const lowest = Math.min(...data.cdf.map(curve => curve.value[first]).filter(v => v > 0)) / 2;
    const all = [...new Set(data.cdf.flatMap(curve => curve.value.filter(v => v > 0 && v >= lowest)))].sort((a, b) => a - b);
    if (all.length < 2) return;
    const values = [all], series = [{ label: "At most", value: (u, v) => v === null || v === undefined ? "" : figure(v) + " ms" }];
    data.cdf.forEach((curve, i) => {
      let at = 0;
      values.push(all.map(v => {
        while (at < curve.value.length && curve.value[at] <= v) at++;
        return at === 0 ? (curve.value[0] > v ? 0 : null) : at === curve.value.length ? 100 : data.percents[at - 1];
      }));
      series.push({ label: curve.name, stroke: color(i), width: 2, dash: DASHES[i], points: { show: false }, value: (u, v) => v === null || v === undefined ? "" : v.toFixed(2) + " %" });
    });
    add(host, {
      width: widthOf(host), height: 260, series, cursor: { drag: { x: false, y: false } },
      axes: axes("latency, ms", "% of the requests", logAxis), legend,
      scales: { x: { time: false, distr: 3, range: () => [all[0], all[all.length - 1]] }, y: { range: [0, 100] } },
    }, values, false);
  }

  function scatter(host) {
    const dots = data.scatter.find(s => s.id === host.dataset.scatter);
    const least = dots.x.reduce((a, b) => Math.min(a, b)), most = dots.x.reduce((a, b) => Math.max(a, b));
    const room = (most - least) * 0.04 || Math.abs(most) * 0.1 || 1;
    const order = dots.x.map((_, i) => i).sort((a, b) => dots.x[a] - dots.x[b]);
    add(host, {
      width: widthOf(host), height: 260, legend: { show: false }, cursor: { drag: { x: false, y: false } },
      series: [{}, { stroke: color(0), paths: () => null, points: { show: true, size: 5, stroke: withAlpha(color(0), 0.7), fill: withAlpha(color(0), 0.35) } }],
      axes: axes(dots.xName, dots.yName, { values: (u, ticks) => ticks.map(figure), space: 50 }),
      scales: { x: { time: false, range: () => [least - room, most + room] }, y: { range: (u, min, max) => [0, (max ?? 1) * 1.08] } },
    }, [order.map(i => dots.x[i]), order.map(i => dots.y[i])], false);
  }

  function drawAll() {
    plots.forEach(plot => plot.destroy());
    plots = [];
    const kinds = [["time", timeChart], ["heat", heatMap], ["cdf", distribution], ["scatter", scatter]];
    for (const [kind, draw] of kinds) document.querySelectorAll(`[data-${kind}]`).forEach(draw);
    root.dataset.plots = plots.length;
  }

  const ZOOMS = {
    in: r => ({ min: r.min + (r.max - r.min) / 4, max: r.max - (r.max - r.min) / 4 }),
    out: r => ({ min: r.min - (r.max - r.min) / 2, max: r.max + (r.max - r.min) / 2 }),
    earlier: r => ({ min: r.min - (r.max - r.min) / 2, max: r.max - (r.max - r.min) / 2 }),
    later: r => ({ min: r.min + (r.max - r.min) / 2, max: r.max + (r.max - r.min) / 2 }),
    all: () => whole,
  };
  const toolbar = document.querySelector(".toolbar");
  if (toolbar) {
    toolbar.hidden = false;
    toolbar.addEventListener("click", event => {
      const zoom = event.target.dataset.zoom;
      if (zoom) show(ZOOMS[zoom](shown));
    });
  }

  // Charts keep their place in the window when it is resized; paper has a width of its own.
  let width = 0;
  new ResizeObserver(() => {
    if (printing || document.body.clientWidth === width) return;
    width = document.body.clientWidth;
    plots.forEach(plot => plot.setSize({ width: widthOf(plot.host), height: plot.height }));
  }).observe(document.body);
  dark.addEventListener("change", drawAll);
  addEventListener("beforeprint", () => { printing = true; drawAll(); });
  addEventListener("afterprint", () => { printing = false; drawAll(); });

  width = document.body.clientWidth;
  drawAll();
  show(whole);
})();
