// What is drawn behind and over the lines of charts over time.

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

// Calls a function with the position and the width of each period, given as starts and ends in turn.
function eachPeriod(u, periods, draw) {
  const { ctx, bbox } = u;
  ctx.save();
  ctx.beginPath();
  ctx.rect(bbox.left, bbox.top, bbox.width, bbox.height);
  ctx.clip();
  for (let i = 0; i < periods.length; i += 2) {
    const left = u.valToPos(periods[i], "x", true);
    draw(ctx, left, Math.max(2, u.valToPos(periods[i + 1], "x", true) - left), bbox);
  }
  ctx.restore();
}

// Behind the lines: slices that are only partly under load, and slices that were heavily disturbed.
function drawBackground(u) {
  eachPeriod(u, data.partial, (ctx, left, width, bbox) => {
    ctx.fillStyle = css("--partial");
    ctx.fillRect(left, bbox.top, width, bbox.height);
  });
  const pattern = hatch(u.ctx);
  eachPeriod(u, data.heavy, (ctx, left, width, bbox) => {
    ctx.fillStyle = pattern;
    ctx.fillRect(left, bbox.top, width, bbox.height);
  });
}

// At the upper edge: slices that cannot be trusted, twice as high if they were heavily disturbed.
function drawUntrusted(u) {
  for (const [periods, height] of [[data.untrusted, 4], [data.heavy, 9]])
    eachPeriod(u, periods, (ctx, left, width, bbox) => {
      ctx.fillStyle = css("--untrusted");
      ctx.fillRect(left, bbox.top, width, height * devicePixelRatio);
    });
}

const COLORS = { fault: "--c8", shift: "--c4", mark: "--accent", load: "--ink" };
const WIDEST_TEXT = 170;

// As much of a text as fits into a width; empty if that is not worth reading.
function fitting(ctx, text, width) {
  if (ctx.measureText(text).width <= width) return text;
  let length = Math.floor(text.length * width / ctx.measureText(text).width);
  while (length > 3 && ctx.measureText(text.slice(0, length) + "…").width > width) length--;
  return length > 3 ? text.slice(0, length) + "…" : "";
}

// Over the lines: events, each with its number in the table, and marks also with as much of their text as fits.
function drawEvents(u) {
  const { ctx, bbox } = u, ratio = devicePixelRatio, edge = bbox.left + bbox.width;
  ctx.save();
  ctx.font = `bold ${11 * ratio}px ` + getComputedStyle(document.body).fontFamily;
  ctx.textAlign = "left";
  ctx.textBaseline = "middle";
  const flags = [];
  let last = -Infinity, row = 0;
  data.events.forEach((event, i) => {
    const left = u.valToPos(event.from, "x", true), right = u.valToPos(event.until, "x", true);
    if (right < bbox.left || left > edge) return;
    const from = Math.max(left, bbox.left), color = css(COLORS[event.kind]);
    ctx.fillStyle = withAlpha(color, 0.14);
    ctx.fillRect(from, bbox.top, Math.min(right, edge) - from, bbox.height);
    ctx.strokeStyle = color;
    ctx.lineWidth = 1.5 * ratio;
    ctx.setLineDash(event.kind === "fault" || event.kind === "mark" ? [] : [5 * ratio, 3 * ratio]);
    ctx.beginPath();
    ctx.moveTo(from, bbox.top);
    ctx.lineTo(from, bbox.top + bbox.height);
    ctx.stroke();
    // Flags of neighbouring events are below each other.
    row = from - last < 18 * ratio ? (row + 1) % 4 : 0;
    last = from;
    flags.push({ from, row, color, number: String((data.events_dropped ?? 0) + i + 1), text: event.kind === "mark" ? event.text : "" });
  });
  const next = [edge, edge, edge, edge];
  for (const flag of flags.reverse()) {
    const padding = 3 * ratio, room = Math.min(next[flag.row] - flag.from, WIDEST_TEXT * ratio) - 2 * padding;
    const text = flag.text && fitting(ctx, flag.text, room - ctx.measureText(flag.number + " ").width);
    const label = text ? flag.number + " " + text : flag.number;
    const y = bbox.top + (9 + 15 * flag.row) * ratio;
    ctx.fillStyle = flag.color;
    ctx.fillRect(flag.from, y - 7 * ratio, ctx.measureText(label).width + 2 * padding, 14 * ratio);
    ctx.fillStyle = css("--paper");
    ctx.fillText(label, flag.from + padding, y + ratio);
    next[flag.row] = flag.from;
  }
  ctx.restore();
}

// Limits that are far above all values are only in the caption, since they would flatten the lines.
const FAR = 2;
const visibleLimits = (chart, max) => chart.limits.filter(limit => !(limit.value > FAR * max));

function drawLimits(u, chart) {
  const { ctx, bbox } = u, ratio = devicePixelRatio;
  ctx.save();
  ctx.beginPath();
  ctx.rect(bbox.left, bbox.top, bbox.width, bbox.height);
  ctx.clip();
  ctx.fillStyle = css("--bad");
  ctx.lineJoin = "round";
  ctx.font = `${11 * ratio}px ` + getComputedStyle(document.body).fontFamily;
  ctx.textAlign = "left";
  chart.limits.forEach((limit, i) => {
    const y = u.valToPos(limit.value, "y", true);
    if (y < bbox.top || y > bbox.top + bbox.height) return;
    ctx.strokeStyle = css("--bad");
    ctx.lineWidth = 1.5 * ratio;
    ctx.setLineDash([10 * ratio, 4 * ratio]);
    ctx.beginPath();
    ctx.moveTo(bbox.left, y);
    ctx.lineTo(bbox.left + bbox.width, y);
    ctx.stroke();
    // Texts of neighbouring limits are above and below their lines; none is in the strip of the slices that cannot be trusted.
    const isBelow = i % 2 > 0 || y - bbox.top < 24 * ratio;
    ctx.textBaseline = isBelow ? "top" : "bottom";
    ctx.strokeStyle = css("--paper");
    ctx.lineWidth = 3 * ratio;
    ctx.setLineDash([]);
    for (const write of ["strokeText", "fillText"]) ctx[write](limit.text, bbox.left + 4 * ratio, y + (isBelow ? 2 : -2) * ratio);
  });
  ctx.restore();
}
