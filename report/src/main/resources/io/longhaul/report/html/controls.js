// Draws everything, and moves the time axis.

function drawAll() {
  plots.forEach(plot => plot.destroy());
  plots = [];
  for (const kind in drawings) document.querySelectorAll(`[data-${kind}]`).forEach(drawings[kind]);
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
// Paper shows the metrics of all topics.
let unfolded = [];
addEventListener("beforeprint", () => {
  printing = true;
  unfolded = [...document.querySelectorAll("#metrics details:not([open])")];
  unfolded.forEach(topic => topic.open = true);
  drawAll();
});
addEventListener("afterprint", () => {
  printing = false;
  unfolded.forEach(topic => topic.open = false);
  drawAll();
});
