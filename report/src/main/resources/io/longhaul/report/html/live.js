// The page of a run in progress: reads what has happened so far, and adds each finished slice.

const AGAIN_MS = 1000, MOST_SLICES = 1024, ROWS = 12, NEWEST_SECONDS = 600, MOST_WARNINGS = 3;
const STAGES = { starting: "Starting", preparing: "Building prompts and rehearsing", ready: "Ready", warming_up: "Warming up", running: "Running",
  stopping: "Stopping: waiting for requests in flight", counting: "Writing the results", done: "Done", failed: "Failed" };
const READ_ONLY = "All figures, also those of GPUs and servers, are read from the lake of the run. They appear when its job has written them, every "
  + "5 to 60 seconds. The final ones are in the report of the run.";
const MARKABLE = ["running", "stopping"];
const STOPPABLE = ["preparing", "ready", "warming_up", "running"];
const TILES = [
  ["Time to first token", "time_to_first_token", "p99", "p50"],
  ["Inter-token latency", "inter_token_latency", "p99", "p50"],
  ["Request latency", "request_latency", "p99", "p50"],
  ["Valid requests", "requests", "valid"],
  ["Goodput", "requests", "good"],
  ["Failed requests", "requests", "failed"],
  ["Output tokens", "tokens", "arrived"],
  ["In flight", "in-flight", "in flight, mean"],
  ["Waiting to be sent", "in-flight", "waiting in the client, maximum"],
];
// The run's API demands the token of the page's own address.
const token = new URLSearchParams(location.search).get("token");
// A server of many runs has each run's API below the path of the run.
const base = location.pathname.replace(/\/(dashboard)?$/, "");
const api = path => base + (token ? `${path}?token=${encodeURIComponent(token)}` : path);
const at = id => document.getElementById(id);
let elapsed, run = "", mode = "whole", slices = [], pending = [], loading = false, isStale = false, isDrawing = false, isReadOnly = false;

function element(tag, attributes, ...content) {
  const created = document.createElement(tag);
  for (const name in attributes) created.setAttribute(name, attributes[name]);
  created.append(...content);
  return created;
}

// Charts outside of the window are drawn when they come into view.
const inView = new Set();
isVisible = plot => inView.has(plot.host);
const watcher = new IntersectionObserver(entries => {
  for (const entry of entries) {
    if (entry.isIntersecting) inView.add(entry.target);
    else inView.delete(entry.target);
  }
  plots.forEach(showIn);
}, { rootMargin: "300px" });

// The times of points of equal length, the last of which may not be complete.
const middles = starts => starts.map((start, i) => (start + (i + 1 < starts.length ? starts[i + 1] : data.end)) / 2);

// The newest slices one by one if the time axis shows no others, else points of equal length: both in one chart would look as if the
// values varied more in the end.
function select() {
  const isSingle = data.slices_per_point > 1 && shown.min >= data.slices.starts[0];
  const chosen = isSingle ? data.slices : data.points;
  if (data.chosen === chosen && xs.length === chosen.starts.length) return false;
  data.chosen = chosen;
  Object.assign(data, { starts: chosen.starts, severities: chosen.severities });
  for (const chart of data.charts)
    for (const line of chart.lines) {
      line.mean = isSingle ? line.single : line.points.mean;
      line.min = isSingle ? line.single : line.points.min;
      line.max = isSingle ? line.single : line.points.max;
    }
  xs = middles(chosen.starts);
  mark();
  return true;
}
prepare = () => {
  if (select()) plots.forEach(plot => plot.isStale = true);
};

// Starts and ends of the periods with points of at least this severity, in turn.
function periods(least) {
  const found = [];
  data.severities.forEach((severity, i) => {
    if (severity < least) return;
    const end = i + 1 < data.starts.length ? data.starts[i + 1] : data.end;
    if (found.length && found[found.length - 1] === data.starts[i]) found[found.length - 1] = end;
    else found.push(data.starts[i], end);
  });
  return found;
}

function mark() {
  data.untrusted = periods(1);
  data.heavy = periods(2);
  data.partial = [];
}

async function load() {
  isStale = true;
  if (loading) return;
  loading = true;
  try {
    while (isStale) {
      isStale = false;
      try {
        const answer = await fetch(api("/api/charts"));
        if (answer.ok) replace(await answer.json());
        else isStale = true;
      } catch (e) {
        isStale = true;
      }
      if (isStale) await new Promise(done => setTimeout(done, AGAIN_MS));
    }
  } finally {
    loading = false;
  }
  const waiting = pending;
  pending = [];
  waiting.filter(m => m.newest > data.newest).forEach(addValues);
}

function replace(fresh) {
  const followed = !data || isFollowed(), before = shown;
  use(fresh, []);
  shown = followed && before && before.min > 0 ? { min: Math.max(0, whole.max - (before.max - before.min)), max: whole.max }
    : followed || !before ? { ...whole } : before;
  select();
  layOut();
}

function layOut() {
  const hasPoints = data.newest >= 0;
  at("waiting").hidden = hasPoints;
  at("waiting").dataset.loaded = "yes";
  at("time").hidden = !hasPoints;
  events();
  if (!hasPoints) return;
  const box = at("charts");
  const wanted = new Set();
  let section;
  for (const chart of data.charts) {
    const id = "group-" + chart.group.toLowerCase().replaceAll(" ", "-");
    section = at(id);
    if (!section) {
      section = element("section", { id, "aria-label": chart.group }, element("h3", { class: "group" }, chart.group));
      box.append(section);
    }
    wanted.add(id).add(chart.id);
    const head = `${chart.title} (${chart.unit})`;
    if (at(chart.id) && at(chart.id).querySelector("h4").textContent !== head) at(chart.id).remove();
    if (!at(chart.id)) {
      const limits = chart.limits.length ? ` Dashed horizontal line${chart.limits.length > 1 ? "s" : ""}: ` + chart.limits.map(limit => limit.text).join("; ") + "." : "";
      section.append(element("figure", { id: chart.id },
        element("figcaption", {}, element("h4", {}, head), element("p", {}, chart.explanation + limits)),
        element("div", { class: "plot", "data-time": chart.id, role: "img" })));
    }
    for (const heat of data.heat.filter(each => each.chart === chart.id)) {
      wanted.add(heat.id);
      if (!at(heat.id)) at(chart.id).after(heatFigure(heat));
    }
  }
  box.querySelectorAll("section, figure").forEach(each => { if (!wanted.has(each.id)) each.remove(); });
  drawAll();
  plots.forEach(plot => watcher.observe(plot.host));
  show(shown);
  describe();
  verdicts();
}

function heatFigure(heat) {
  return element("figure", { id: heat.id },
    element("figcaption", {}, element("h4", {}, `${heat.title} (${heat.unit})`), element("p", {}, heat.explanation)),
    element("div", { class: "plot", "data-heat": heat.id, role: "img",
      "aria-label": `${heat.title} over time as a heat map. The chart before it has its percentiles.` }),
    element("p", { class: "scale" }, "1 value ", element("span", { class: "gradient" }), " ", element("span", { class: "most" })));
}

// What screen readers say about the charts, and the tiles.
function describe() {
  const newest = (id, name) => {
    const line = data.charts.find(c => c.id === id)?.lines.find(l => l.name === name);
    return line && line.single[line.single.length - 1];
  };
  for (const chart of data.charts) {
    const host = at(chart.id).querySelector(".plot");
    host.setAttribute("aria-label", `${chart.title} over time, in ${chart.unit}. Newest slice: `
      + chart.lines.map(line => `${line.name} ${figure(line.single[line.single.length - 1])}`).join(", "));
  }
  for (const heat of data.heat) at(heat.id).querySelector(".most").textContent = figure(mostIn(heat)) + (mostIn(heat) === 1 ? " value" : " values") + " per cell";
  at("tiles").replaceChildren(...TILES.filter(([, id, name]) => newest(id, name) !== undefined).map(([title, id, name, also]) => {
    const unit = data.charts.find(c => c.id === id).unit;
    const value = element("span", { class: "value" }, figure(newest(id, name)), element("span", { class: "unit" }, unit));
    const more = also && newest(id, also) !== undefined ? [element("span", { class: "also" }, `${also} ${figure(newest(id, also))}`)] : [];
    return element("li", {}, element("span", { class: "name" }, title + (name.startsWith("p") ? ", " + name : "")), value, ...more);
  }));
}

function events() {
  at("events").hidden = !data.events.length;
  at("event-rows").replaceChildren(...data.events.map((event, i) =>
    element("tr", {}, element("th", { scope: "row" }, String(data.events_dropped + i + 1)), element("td", {}, clock(event.from)), element("td", {}, (event.kind === "mark" ? "Mark: " : "") + event.text))));
}

// A mark appears immediately, not only with the next slice.
function addMark(message) {
  if (!data || loading) {
    load();
    return;
  }
  data.events = message.events;
  data.events_dropped = message.events_dropped;
  events();
  plots.filter(plot => plot.isTime).forEach(plot => plot.redraw(false));
}

// Whether the figures are steady, those that are not first.
function verdicts() {
  const rank = { shift: 0, drift: 1, possible_shift: 2 };
  const changed = data.verdicts.filter(v => v.state in rank).sort((a, b) => rank[a.state] - rank[b.state]);
  const count = state => data.verdicts.filter(v => v.state === state).length;
  const counted = (n, what) => n + " " + what + (n === 1 ? "" : "s");
  const others = ["steady", "settling"].filter(count).map(state => `${counted(count(state), changed.length ? "other" : "figure")} ${state}`).join(", ");
  const texts = [...changed.map(v => `${v.name}: ${v.text}`), ...others ? ["Stability: " + others] : []];
  if (at("verdicts").dataset.texts === texts.join("\n")) return;
  at("verdicts").dataset.texts = texts.join("\n");
  at("verdicts").replaceChildren(...texts.map((text, i) =>
    element("p", { class: i < changed.length && changed[i].state !== "possible_shift" ? "bad" : "" }, text)));
}

const isFollowed = () => shown && shown.max >= whole.max - 1e-6;

// Adds the values of a finished slice.
function addValues(message) {
  if (!data || loading) {
    // Many of them arrive only if the page cannot load: then it loads again.
    if (pending.push(message) > 100) {
      pending = [];
      isStale = true;
    }
    return;
  }
  if (data.newest < 0 || message.version !== data.version || message.newest !== data.newest + 1) {
    load();
    return;
  }
  data.newest = message.newest;
  data.end = message.end;
  data.slices.starts.push(message.slice.start);
  data.slices.severities.push(message.slice.severity);
  const isFull = data.slices.starts.length > MOST_SLICES;
  if (isFull) {
    data.slices.starts.shift();
    data.slices.severities.shift();
  }
  data.events = message.events;
  data.verdicts = message.verdicts;
  data.events_dropped = message.events_dropped;
  const { starts, severities } = data.points;
  const at = starts[starts.length - 1] === message.point.start ? starts.length - 1 : starts.length;
  starts[at] = message.point.start;
  severities[at] = message.point.severity;
  for (const chart of data.charts) {
    const values = message.charts.find(c => c.id === chart.id);
    chart.lines.forEach((line, i) => {
      line.single.push(values.single[i]);
      if (isFull) line.single.shift();
      for (const figure of ["mean", "min", "max"]) line.points[figure][at] = values[figure][i];
    });
  }
  for (const heat of data.heat) {
    const { column, counts } = message.heat.find(h => h.id === heat.id), rows = heat.edges.length - 1;
    counts.forEach((count, row) => heat.counts[column * rows + row] = count);
    heat.image = undefined;
  }
  if (!isDrawing) requestAnimationFrame(drawNewest);
  isDrawing = true;
}

// Once per frame, and not at all while nobody sees the page.
function drawNewest() {
  isDrawing = false;
  if (!data || !shown) return; // another run has begun
  const followed = isFollowed(), length = shown.max - shown.min;
  if (shown.min > 0 && mode === "whole") mode = "part";
  if (shown.min <= 0 && followed && mode === "part") mode = "whole";
  whole.max = data.end;
  if (followed) shown = mode === "newest" ? ZOOMS.newest() : { min: mode === "whole" ? 0 : whole.max - length, max: whole.max };
  data.chosen = undefined;
  show(shown);
  describe();
  events();
  verdicts();
}

// "whole" and "newest" follow the run with the period of this name, "part" with the length that the user has selected.
toolbar.addEventListener("click", event => {
  if (event.target.dataset.zoom) mode = { all: "whole", newest: "newest" }[event.target.dataset.zoom] ?? "part";
});
ZOOMS.newest = () => ({ min: Math.max(0, whole.max - NEWEST_SECONDS), max: whole.max });

// The table of the newest slices.

function row(slice) {
  const stat = (tag, name) => slice.metrics[tag] && slice.metrics[tag][name];
  const cells = [clock(slice.start_seconds), figure(slice.valid_requests / slice.covered_seconds), figure(stat("time_to_first_token", "p50")),
    figure(stat("time_to_first_token", "p99")), figure(stat("request_latency", "p50")), figure(stat("request_latency", "p99")),
    figure(slice.output_tokens_arrived / slice.covered_seconds), figure(slice.error_requests), figure(slice.in_flight_mean)];
  const trusted = slice.empty ? "no requests" : slice.trusted ? "yes" : "no: " + slice.distrust.join("; ");
  return element("tr", {}, element("th", { scope: "row" }, String(slice.slice)), ...cells.map(cell => element("td", {}, cell)),
    element("td", { class: slice.empty || slice.trusted ? "text" : "text bad" }, trusted));
}

// Which slice the tiles show, whether it can be trusted, and whether later ones are overdue.
function newestSlice() {
  const slice = slices[slices.length - 1];
  at("newest").hidden = !slice;
  if (!slice) return;
  const end = slice.start_seconds + slice.covered_seconds, age = (elapsed ?? end) - end;
  const isLate = age > 2 * slice.covered_seconds + 30, isTrusted = slice.empty || slice.trusted;
  at("newest").textContent = `Slice ${slice.slice}, from ${clock(slice.start_seconds)} to ${clock(end)}`
    + (isLate ? `. No slice was finished in the ${clock(Math.round(age))} since then` : "")
    + (slice.empty ? ". It has no requests" : isTrusted ? "" : ". It cannot be trusted: " + slice.distrust.join("; "));
  at("newest").classList.toggle("bad", isLate || !isTrusted);
}

function addSlices(more) {
  slices = slices.concat(more.filter(s => !slices.length || s.slice > slices[slices.length - 1].slice)).slice(-ROWS);
  at("slices").hidden = !slices.length;
  at("rows").replaceChildren(...[...slices].reverse().map(row));
  newestSlice();
}

// The head of the page.

// Another run has begun.
function clear() {
  slices = [];
  pending = [];
  data = shown = undefined;
  mode = "whole";
  plots.forEach(plot => plot.destroy());
  plots = [];
  for (const id of ["charts", "tiles", "event-rows", "rows", "verdicts"]) at(id).replaceChildren();
  at("verdicts").dataset.texts = "";
  for (const id of ["time", "events", "slices"]) at(id).hidden = true;
  at("waiting").hidden = false;
}

function progress(state) {
  if (state.benchmark_id !== run) {
    run = state.benchmark_id;
    clear();
    subscribe("slice");
    fetch(api("/api/metrics")).then(r => r.json()).then(m => {
      at("title").textContent = `Load test of ${m.model || "a server"} (${m.endpoint_type}), run ${run}`;
      document.title = `${m.model || "Load test"} – Longhaul`;
    });
    load();
  }
  const phase = state.phases.profiling || state.phases.warmup || {};
  const parts = [[phase.requests_completed, phase.total_expected_requests], [phase.elapsed_sec, phase.expected_duration_sec]]
    .filter(([done, all]) => done !== undefined && all > 0).map(([done, all]) => Math.min(1, done / all));
  const done = parts.length ? Math.max(...parts) : undefined;
  at("stage").textContent = STAGES[state.stage] || state.stage;
  const isLoad = state.stage === "running" || state.stage === "warming_up";
  elapsed = state.stage === "running" && state.phases.profiling ? state.phases.profiling.elapsed_sec : undefined;
  newestSlice();
  const left = isLoad && done > 0.02 && phase.elapsed_sec > 0 ? phase.elapsed_sec / done - phase.elapsed_sec : undefined;
  at("elapsed").textContent = [
    phase.elapsed_sec === undefined ? "" : "for " + clock(Math.round(phase.elapsed_sec)),
    left === undefined ? "" : "about " + clock(Math.round(left)) + " left",
    phase.requests_sent === undefined ? "" : figure(phase.requests_sent) + " requests sent",
    phase.error_records ? figure(phase.error_records) + " failed" : "",
  ].filter(text => text).join(", ");
  at("progress").hidden = done === undefined;
  at("progress").value = 100 * (done ?? 0);
  isReadOnly = state.read_only === true;
  if (isReadOnly) at("source").textContent = READ_ONLY;
  at("mark").hidden = isReadOnly || !MARKABLE.includes(state.stage);
  at("stop").hidden = isReadOnly || !STOPPABLE.includes(state.stage);
  if (isReadOnly && state.stage === "done" && !at("link").childElementCount) {
    at("link").classList.remove("bad");
    at("link").replaceChildren("The run has ended: ", element("a", { href: api("/report") }, "report"));
  }
  const earlier = state.warnings.length - MOST_WARNINGS;
  const notes = [state.failure, state.stop_condition ? "Stopping early: " + state.stop_condition : "",
    state.slices_missing ? state.slices_missing + " slices were not received" : "", ...state.warnings.slice(-MOST_WARNINGS),
    earlier > 0 ? `${earlier} earlier warning${earlier > 1 ? "s" : ""}; those since the start of the load are in the table of events` : ""].filter(note => note);
  const texts = notes.join("\n");
  if (at("notes").dataset.texts !== texts) {
    at("notes").dataset.texts = texts;
    at("notes").replaceChildren(...notes.map(note => element("p", { class: "bad" }, note)));
  }
}

at("mark").addEventListener("click", () => {
  at("mark-text").value = at("mark-problem").textContent = "";
  at("marking").showModal();
});
at("mark-cancel").addEventListener("click", () => at("marking").close());
at("marking").querySelector("form").addEventListener("submit", async event => {
  event.preventDefault();
  const text = at("mark-text").value;
  let problem = "";
  try {
    const answer = await fetch(api("/api/marks"), { method: "POST", body: JSON.stringify({ text, added_by: "live_view" }) });
    if (!answer.ok) problem = (await answer.json()).detail;
  } catch (e) {
    problem = "Cannot add a mark: " + e.message;
  }
  at("mark-problem").textContent = problem;
  if (problem) return;
  at("marked").textContent = "The mark was added: " + text;
  at("marking").close();
});

at("stop").addEventListener("click", () => {
  at("confirm").returnValue = "";
  at("confirm").showModal();
});
at("confirm").addEventListener("close", async () => {
  if (at("confirm").returnValue !== "yes") return;
  let problem = "";
  try {
    const answer = await fetch(api("/api/shutdown"), { method: "POST" });
    if (!answer.ok) problem = (await answer.json()).detail;
  } catch (e) {
    problem = e.message;
  }
  at("link").textContent = problem && "The load was not stopped: " + problem;
});

let socket;
const subscribe = (...types) => socket.send(JSON.stringify({ type: "subscribe", message_types: types }));

function listen() {
  socket = new WebSocket(location.protocol.replace("http", "ws") + "//" + location.host + api("/ws"));
  socket.onopen = () => {
    at("link").textContent = "";
    run = "";
    subscribe("progress", "system_state_changed", "chart_values", "mark");
  };
  socket.onmessage = event => {
    const m = JSON.parse(event.data);
    if (m.message_type === "progress") progress(m);
    else if (run === "") return; // the next message about progress names it
    else if (m.message_type === "chart_values") addValues(m);
    else if (m.message_type === "mark") addMark(m);
    else if (m.message_type === "slice") addSlices([m.slice]);
    else if (m.message_type === "slices") addSlices(m.slices);
    else if (m.message_type === "system_state_changed") at("stage").textContent = STAGES[m.stage] || m.stage;
    else if (m.type === "dropped") load();
  };
  socket.onclose = () => {
    const hasEnded = ["done", "failed"].some(stage => at("stage").textContent === STAGES[stage]);
    // The link to the report remains.
    if (!isReadOnly || !hasEnded) {
      at("link").classList.add("bad");
      at("link").textContent = hasEnded
        ? "The run has ended. The results are in its folder." : "The connection to the run is lost; trying again.";
    }
    setTimeout(listen, AGAIN_MS);
  };
}
listen();
