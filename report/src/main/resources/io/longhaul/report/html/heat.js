// Heat maps: the distribution of a latency over time.

// The map with a pixel for each cell. To draw it scaled is much faster than to draw each cell.
function heatImage(heat) {
  const rows = heat.edges.length - 1, columns = heat.counts.length / rows;
  const image = document.createElement("canvas");
  image.width = columns;
  image.height = rows;
  const pen = image.getContext("2d"), most = mostIn(heat), cell = color(0);
  heat.counts.forEach((count, i) => {
    if (count > 0) {
      pen.fillStyle = withAlpha(cell, 0.12 + 0.88 * Math.log1p(count) / Math.log1p(most)); // as the scale below the map
      pen.fillRect(Math.floor(i / rows), rows - 1 - i % rows, 1, 1);
    }
  });
  return image;
}
const mostIn = heat => heat.counts.reduce((a, b) => Math.max(a, b), 1);

function heatMap(host) {
  const heat = data.heat.find(h => h.id === host.dataset.heat);
  heat.image = undefined;
  const top = () => heat.edges[heat.edges.length - 1];
  const draw = u => {
    const { ctx, bbox } = u;
    const image = heat.image ??= heatImage(heat);
    // Only the columns in view: an image of which most is outside of the chart would be very large.
    const first = Math.max(0, Math.floor(shown.min / heat.width)), end = Math.min(image.width, Math.ceil(shown.max / heat.width));
    if (first < end) {
      const left = u.valToPos(first * heat.width, "x", true), right = u.valToPos(end * heat.width, "x", true);
      const from = u.valToPos(top(), "y", true), to = u.valToPos(heat.edges[0], "y", true);
      ctx.save();
      ctx.beginPath();
      ctx.rect(bbox.left, bbox.top, Math.min(bbox.width, u.valToPos(data.end, "x", true) - bbox.left), bbox.height);
      ctx.clip();
      ctx.imageSmoothingEnabled = right - left < end - first;
      ctx.drawImage(image, first, 0, end - first, image.height, left, from, right - left, to - from);
      ctx.restore();
    }
    drawUntrusted(u);
    drawEvents(u);
  };
  add(host, timeOptions(host, {
    height: 170, legend: { show: false }, series: [{}, { stroke: "transparent", points: { show: false } }],
    axes: axes("", "", timeAxis).map((axis, i) => i ? { ...axis, ...logAxis, grid: { show: false } } : axis),
    scales: { x: { time: false, range: () => [shown.min, shown.max] }, y: { distr: 3, range: () => [heat.edges[0], top()] } },
    hooks: { draw: [draw] },
  }), heatValues(), true);
}
// The image is drawn over a line without values.
const heatValues = () => [xs, xs.map(() => null)];
drawings.heat = heatMap;
