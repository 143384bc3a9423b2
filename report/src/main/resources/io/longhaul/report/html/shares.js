// Charts without time: cumulative distributions and dots.

function distribution(host) {
  const { curves } = data.cdf.find(c => c.id === host.dataset.cdf);
  // Each curve has times of its own: all of them in one ascending list.
  // Below the first percentiles there is nothing to see, but on a logarithmic axis it would take most of the space.
  const first = data.percents.findIndex(percent => percent >= 1);
  const lowest = Math.min(...curves.map(curve => curve.value[first]).filter(v => v > 0)) / 2;
  const all = [...new Set(curves.flatMap(curve => curve.value.filter(v => v > 0 && v >= lowest)))].sort((a, b) => a - b);
  if (all.length < 2) return;
  const values = [all], series = [{ label: "At most", value: (u, v) => v === null || v === undefined ? "" : figure(v) + " ms" }];
  curves.forEach((curve, i) => {
    let at = 0;
    values.push(all.map(v => {
      while (at < curve.value.length && curve.value[at] <= v) at++;
      return at === 0 ? (curve.value[0] > v ? 0 : null) : at === curve.value.length ? 100 : data.percents[at - 1];
    }));
    series.push({ label: curve.name, stroke: color(i), width: 2, dash: DASHES[styleOf(i)], points: { show: false }, value: (u, v) => v === null || v === undefined ? "" : v.toFixed(2) + " %" });
  });
  add(host, {
    width: widthOf(host), height: 260, series, cursor: { drag: { x: false, y: false } },
    axes: axes("latency, ms (logarithmic)", "% of the requests", logAxis), legend,
    scales: { x: { time: false, distr: 3, range: () => [all[0], all[all.length - 1]] }, y: { range: [0, 100] } },
  }, values, false);
}

function scatter(host) {
  const dots = data.scatter.find(s => s.id === host.dataset.scatter);
  if (dots.x.length === 0) return;
  const least = dots.x.reduce((a, b) => Math.min(a, b)), most = dots.x.reduce((a, b) => Math.max(a, b));
  const room = (most - least) * 0.04 || Math.abs(most) * 0.1 || 1;
  const order = dots.x.map((_, i) => i).sort((a, b) => dots.x[a] - dots.x[b]);
  const series = [{}, { stroke: color(0), paths: () => null, points: { show: true, size: dots.level ? 8 : 5, stroke: withAlpha(color(0), 0.7), fill: withAlpha(color(0), 0.35) } }];
  const values = [order.map(i => dots.x[i]), order.map(i => dots.y[i])];
  // A line through the dots, which changes only at a dot.
  if (dots.level) {
    series.push({ stroke: color(1), width: 2, points: { show: false }, paths: uPlot.paths.stepped({ align: 1 }) });
    values.push(order.map(i => dots.level[i]));
  }
  const numbers = { values: (u, ticks) => ticks.map(figure), space: 50, ...(dots.level ? { incrs: WHOLE_STEPS } : {}) };
  add(host, {
    width: widthOf(host), height: 260, legend: { show: false }, cursor: { drag: { x: false, y: false } },
    series, axes: axes(dots.xName, dots.yName, numbers),
    scales: { x: { time: false, range: () => [least - room, most + room] }, y: { range: (u, min, max) => [0, (max ?? 1) * 1.08] } },
  }, values, false);
}
Object.assign(drawings, { cdf: distribution, scatter });
