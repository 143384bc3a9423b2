// Heat maps: the distribution of a latency over time.

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
          ctx.fillStyle = withAlpha(color(0), 0.12 + 0.88 * Math.log1p(count) / Math.log1p(most)); // as the scale below the map
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
drawings.heat = heatMap;
