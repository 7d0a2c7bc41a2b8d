// What does this page do? It puts a question, follows the session's events from where it stands, and draws what they say.
// Every word of a model reaches the page as text, never as markup. Numbers come from the server; none is computed here.
"use strict";

const $ = (id) => document.getElementById(id);
const make = (tag, text, cls) => Object.assign(document.createElement(tag), { textContent: text ?? "", className: cls ?? "" });
const show = (node, on) => { node.hidden = !on; };
// A text with **strong** and `code` set as such; everything else stays the text it is.
function written(node, text) {
  node.replaceChildren(...text.split(/(\*\*[^*\n]+\*\*|`[^`\n]+`)/).map((part) =>
    part.length > 4 && part.startsWith("**") ? make("strong", part.slice(2, -2)) : part.length > 2 && part.startsWith("`") ? make("code", part.slice(1, -1)) : part));
}
const STATES = { running: "Deliberating…", waiting: "Waiting for a person", interrupted: "Interrupted", verdict: "Verdict",
  inconclusive: "Verdict withheld", failed: "Failed", stopped: "Stopped", out_of_budget: "Out of budget" };

let source = null;   // the stream that is open
let view = null;     // the session that is shown

async function api(path, options) {
  const answer = await fetch(path, options);
  const body = answer.status === 204 ? {} : await answer.json();
  if (!answer.ok) throw new Error([body.error?.message, body.error?.remedy].filter(Boolean).join(" "));
  return body;
}
const post = (path, body, headers) => api(path, {
  method: "POST", headers: { "Content-Type": "application/json", ...headers }, body: JSON.stringify(body) });

// --- the session that is shown -----------------------------------------------------------------------------------

function open(session) {
  source?.close();
  view = { session, seats: new Map(), shown: new Map(), over: false, labels: {} };
  for (const id of ["stages", "seats", "places", "degraded", "files", "found", "ruling"]) $(id).replaceChildren();
  for (const id of ["verdict", "standing", "scripted", "stop", "found"]) show($(id), false);
  for (const id of ["asked", "words", "by", "figures", "where"]) $(id).textContent = "";
  show($("session"), true);
  source = new EventSource(`/api/sessions/${encodeURIComponent(session)}/events`);
  source.onmessage = (message) => { const event = JSON.parse(message.data); (draw[event.kind] ?? (() => {}))(event.body ?? event, event); };
  source.addEventListener("end", () => { source.close(); finish(session); });
  source.onerror = () => { if (source.readyState === EventSource.CLOSED) $("where").textContent = "The stream broke off; open the session again."; };
  listed();
}

const stageOf = (key) => key.split("/")[0];

function seatCard(id) {
  if (view.shown.has(id)) return view.shown.get(id);
  const card = $("seat").content.firstElementChild.cloneNode(true);
  const seat = view.seats.get(id);
  card.querySelector(".name").textContent = seat?.title ?? id;
  card.querySelector(".model").textContent = seat?.model ?? "";
  view.shown.set(id, card);
  $("seats").append(card);
  return card;
}

function saying(id, what, cls, text) {
  const card = seatCard(id);
  card.className = `seat ${cls}`;
  card.querySelector(".what").textContent = what;
  if (text === undefined) return;
  const said = card.querySelector(".said");
  written(said, text);
  said.scrollTop = cls === "speaking" ? said.scrollHeight : 0;
}

// What is being said: (key, attempt) names a speech, `offset` its place; a later attempt begins anew.
const speeches = new Map();
function heard(piece) {
  const name = `${piece.session} ${piece.key} ${piece.reasoning}`;
  const had = speeches.get(name);
  const before = had?.attempt === piece.attempt ? had.text.slice(0, piece.offset) : "";
  speeches.set(name, { attempt: piece.attempt, text: before + piece.text });
  return before + piece.text;
}

const plainStage = (stage) => stage.replace(/\.(\d+)$/, " $1");
const doing = (stage) => ({ opinions: "answering", discovery: "answering", review: "reviewing", synthesis: "concluding" })[stage] ?? plainStage(stage);
// A seat that fills in a form writes JSON: what it answers is shown where the form has an answer, else nothing.
function spoken(text) {
  if (text.includes("<ballot>")) return undefined;
  if (!text.trimStart().startsWith("{")) return text;
  try { return JSON.parse(text).answer; } catch { return undefined; }
}

const draw = {
  SessionOpened(body) {
    $("asked").textContent = body.question.text;
    const members = body.roster.seats.map((seat, n) => ({ ...seat, title: `Answer ${n + 1}` }));
    const offices = body.roster.offices.map((seat) => ({ ...seat, title: seat.id === "chair" ? "Chair" : seat.id.replaceAll("-", " ") }));
    for (const seat of [...members, ...offices]) view.seats.set(seat.id, seat);
    for (const seat of members) saying(seat.id, "", "");
    for (const stage of body.stages) { const item = make("li", plainStage(stage)); item.dataset.stage = stage; $("stages").append(item); }
    if ([...view.seats.values()].some((seat) => seat.scripted)) {
      $("scripted").textContent = "These are scripted voices, not a language model: they show how a council works.";
      show($("scripted"), true);
    }
    $("where").textContent = STATES.running;
    show($("stop"), true);
  },
  StageEntered(body) {
    for (const item of $("stages").children) {
      if (item.classList.contains("now")) item.className = "done";
      if (item.dataset.stage === body.stage) { item.className = "now"; item.setAttribute("aria-current", "step"); } else item.removeAttribute("aria-current");
    }
  },
  SeatAsked(body, event) { if (stageOf(event.key) !== "title") saying(body.seat, `${doing(stageOf(event.key))}…`, "speaking"); },
  SeatSpeaking(piece) {
    const text = heard(piece);
    const stage = stageOf(piece.key);
    if (piece.verdict && !piece.reasoning) { verdict(text, "is being written"); return; }
    // Ballots are written in private labels that mean nothing outside; the standing tells what came of them.
    if (!piece.reasoning && spoken(text) === text) saying(piece.seat, `${doing(stage)}…`, "speaking", text);
  },
  SeatSpoke(body, event) {
    const stage = stageOf(event.key);
    if (stage === "title" || event.key.includes(":")) return;
    const words = spoken(body.text);
    const member = view.seats.get(body.seat)?.title.startsWith("Answer");
    saying(body.seat, stage === "review" ? "reviewed" : stage === "synthesis" ? "concluded" : words === undefined ? `${plainStage(stage)} done` : "answered", "", member ? words : undefined);
  },
  SeatFailed(body, event) { if (body.final && stageOf(event.key) !== "title") saying(body.seat, `${body.failed}: ${body.cause}`, "failed"); },
  BallotSpoiled(body) { saying(body.reader, "spoiled ballot", "failed"); },
  FindingMade(body) { if (body.finding.type === "standing") standing(body.finding); },
  VerdictReached(body) {
    view.over = true;
    const by = view.seats.get(body.verdict.by);
    const who = by ? `${by.title} (${by.model})` : "";
    if (body.verdict.text !== null) verdict(body.verdict.text, body.verdict.verbatim ? `The words of ${who}, as they were given` : `Written by ${who}`);
    else verdict(body.verdict.reason, "The council withholds a verdict");
    $("degraded").replaceChildren(...body.verdict.degraded.map((line) => make("li", line)));
    for (const item of $("stages").children) if (item.className === "now") item.className = "done"; // rounds not needed stay open
  },
  SessionStopped(body) { $("where").textContent = `${STATES[body.outcome]}: ${body.message} ${body.remedy}`; show($("stop"), false); },
  SessionResumed() { $("where").textContent = STATES.running; show($("stop"), true); },
};

function verdict(text, by) {
  show($("verdict"), true);
  written($("words"), text);
  $("by").textContent = by;
}

function standing(found) {
  show($("standing"), true);
  if (!found.rankable) { $("certificate").textContent = found.reason; return; }
  const least = found.k_exact ? "" : "at least ";
  const sure = found.winner === null ? `No single winner. ${found.reason}` : found.separable ? "The winner stands apart from the rest." : "The winner cannot be told apart from the next.";
  $("certificate").textContent = `${sure} Ballots that would have to change to change the winner: ${least}${found.k_replaced}.`;
  $("places").replaceChildren(...found.places.map((place, n) => {
    const seat = view.seats.get(place.seat);
    const row = make("tr");
    for (const cell of [n + 1, `${seat?.title ?? place.seat} · ${seat?.model ?? ""}`, place.median_rank, place.mean_rank.toFixed(2), place.votes]) row.append(make("td", cell));
    return row;
  }));
}

// Findings in words, as the server tells them: those that answer the question in full, the evidence folded away.
function told(found) {
  const list = make("ul");
  for (const line of found.lines) {
    const under = line.startsWith("  ") && list.lastElementChild;
    const item = make("li", line.trim());
    if (under) (under.querySelector("ul") ?? under.appendChild(make("ul"))).append(item); else list.append(item);
  }
  return list;
}

function findings(result) {
  const shown = result.told.filter((found) => found.kind !== "standing");
  show($("found"), shown.length > 0);
  $("found").replaceChildren(...shown.filter((found) => found.first).flatMap((found) => [make("h3", found.title), told(found)]),
    ...shown.filter((found) => !found.first).map((found) => {
      const folded = make("details");
      folded.append(make("summary", found.title), told(found));
      return folded;
    }));
  const sure = result.ruling && `${result.ruling.verdict_class.replaceAll("_", " ")}${result.ruling.certainty ? `, ${result.ruling.certainty} certainty` : ""}`;
  const confident = result.confidence === null ? "" : `confidence ${Math.round(100 * result.confidence)} %`;
  $("ruling").textContent = [sure, confident].filter(Boolean).join(" · ");
}

async function finish(session) {
  const result = await api(`/api/sessions/${session}`);
  if (view.session !== session) return;
  findings(result);
  show($("stop"), false);
  if (!result.message) $("where").textContent = STATES[result.outcome];
  const cost = result.cost === null ? "cost unknown" : `$${result.cost.toFixed(4)}`;
  $("figures").textContent = `${result.usage.calls} calls · ${(result.usage.input + result.usage.output).toLocaleString()} tokens · ${cost} · ${result.seconds.toFixed(1)} s`;
  const link = (form, words) => Object.assign(make("a", words), { href: `/api/sessions/${session}/export?format=${form}`, download: "" });
  $("files").replaceChildren(make("span", "Keep it:"), link("md", "Markdown"), link("html", "Web page"), link("json", "JSON"), link("jsonl", "Transcript"));
  listed();
}

// --- asking, and the list -----------------------------------------------------------------------------------------

$("ask").addEventListener("submit", async (event) => {
  event.preventDefault();
  const button = event.submitter ?? $("ask").querySelector("button");
  const body = { question: $("question").value };
  if ($("council").value) body.council = $("council").value;
  if ($("protocol").value) body.protocol = $("protocol").value;
  button.disabled = true;
  show($("problem"), false);
  try {
    location.hash = (await post("/api/sessions", body, { "Idempotency-Key": crypto.randomUUID() })).session;
    $("question").value = "";
  } catch (error) {
    $("problem").textContent = error.message;
    show($("problem"), true);
  } finally { button.disabled = false; }
});
$("question").addEventListener("keydown", (event) => { if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) $("ask").requestSubmit(); });
$("stop").addEventListener("click", () => post(`/api/sessions/${view.session}/stop`, {}).catch((error) => { $("where").textContent = error.message; }));
addEventListener("hashchange", () => { if (location.hash.length > 1) open(location.hash.slice(1)); });

async function listed() {
  const { sessions } = await api("/api/sessions?limit=30");
  show($("none"), !sessions.length);
  $("sessions").replaceChildren(...sessions.map((row) => {
    const item = make("li"), link = make("a");
    link.href = `#${row.session}`;
    if (row.session === view?.session) link.setAttribute("aria-current", "true");
    const when = new Date(row.created).toLocaleString([], { dateStyle: "medium", timeStyle: "short" });
    link.append(make("strong", row.title || row.question), make("span", `${STATES[row.state] ?? row.state} · ${row.protocol} · ${when}${row.scripted ? " · scripted voices" : ""}`));
    item.append(link);
    return item;
  }));
}

async function begin() {
  const health = await api("/api/health");
  $("health").textContent = `Moot ${health.version} · ${health.status}`;
  const shelf = await api("/api/councils");
  for (const row of shelf.councils) {
    const choice = make("option", row.council.title ? `${row.council.name} — ${row.council.title}` : row.council.name);
    choice.value = row.council.name;
    $("council").append(choice);
  }
  for (const row of (await api("/api/protocols")).protocols) {
    const choice = Object.assign(make("option", row.protocol), { value: row.protocol, title: row.title });
    $("protocol").append(choice);
  }
  written($("why"), shelf.why);
  await listed();
  if (location.hash.length > 1) open(location.hash.slice(1));
}

begin().catch((error) => { $("problem").textContent = error.message; show($("problem"), true); });
