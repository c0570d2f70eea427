// Requests to the server that this page is from, and what went wrong, in one line. The token of who asks is kept in this
// tab alone.
const tokenKey = "textkin token";
const who = {role: "writer", name: ""}; // what the server lets this person do
const mayWrite = () => who.role !== "reader";

// What a person is told; `status` 0: the server does not answer.
class Trouble extends Error {
  constructor(message, status, seconds = 0) {
    super(message);
    this.status = status;
    this.seconds = seconds; // after which the server may be asked again; 0: it does not say
  }
}

const query = (parameters) => {
  const parts = new URLSearchParams();
  for (const [name, value] of parameters) parts.append(name, value);
  const text = parts.toString();
  return text === "" ? "" : "?" + text;
};
const ofIndex = (rest, parameters = []) => "v1/indexes/" + encodeURIComponent(at("index").value) + rest + query(parameters);

const tooLong = "Take fewer texts at once, or ask who runs the server for a longer --deadline.";
// What took too long (504), in words of this page.
function troubleOfDeadline(detail) {
  if (detail === "") return "The server, or what stands before it, gave up waiting (504); whether anything was changed is not known. " + tooLong;
  return "This took longer than the server lets anything take, and " + (detail.includes("nothing of it was made") ? "nothing was changed. " : "was stopped. ") + tooLong;
}
async function troubleOf(response) {
  const text = await response.text();
  const seconds = Number(response.headers.get("Retry-After")) || 0;
  let detail = "";
  try {
    detail = JSON.parse(text).detail;
  } catch (error) {
    // no server of ours says it
  }
  if (response.status === 504) return new Trouble(troubleOfDeadline(detail), 504);
  return new Trouble(detail || "the server answered " + response.status, response.status, seconds);
}
// `how`: method, body, type (of the body), signal. Throws a Trouble, or what `signal` throws.
async function ask(path, how = {}) {
  const headers = {};
  const token = sessionStorage.getItem(tokenKey);
  if (token !== null) headers.Authorization = "Bearer " + token;
  if (how.type !== undefined) headers["Content-Type"] = how.type;
  let response;
  try {
    response = await fetch(path, {
      method: how.method || "GET",
      body: how.body,
      headers,
      signal: how.signal,
      cache: "no-store",
      credentials: "omit",
      redirect: "error",
    });
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Trouble("the server does not answer; see whether it runs, and try again", 0);
  }
  if (response.ok) return response;
  const trouble = await troubleOf(response);
  if (response.status === 401) showSignIn(token === null ? "" : trouble.message);
  throw trouble;
}
const later = (seconds, signal) =>
  new Promise((done, stopped) => {
    const timer = setTimeout(done, 1000 * seconds);
    if (signal === undefined) return;
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      stopped(new DOMException("stopped", "AbortError"));
    });
  });
const mostTurns = 5; // of a server that is busy
const mostSeconds = 120; // that is waited for a token's turn
// A busy server (503) is asked again, a few times; one that a token asks too often (429), when its turn has come.
async function askPatiently(path, how = {}) {
  let waited = 0;
  for (let turn = 0; ; ++turn) {
    try {
      return await ask(path, how);
    } catch (error) {
      const seconds = Math.max(error.seconds, 1);
      waited += seconds;
      const goesOn = error.status === 503 ? turn < mostTurns : error.status === 429 && waited <= mostSeconds;
      if (!goesOn) throw error;
      const told = "The server is asked more often than it lets you; this goes on by itself in " + seconds + (seconds === 1 ? " second." : " seconds.");
      if (error.status === 429) tell(told);
      try {
        await later(seconds, how.signal);
      } finally {
        if (at("trouble").textContent === told) tell("");
      }
    }
  }
}
// The lines of an answer, one after the other as they come.
async function eachLine(response, take) {
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let parts = []; // of the line that is not all there
  for (;;) {
    const {done, value} = await reader.read().catch((error) => {
      throw error.name === "AbortError" ? error : new Trouble("the server ended before it was done; see whether it runs, and try again", 0);
    });
    if (done) return;
    const lines = value.split("\n");
    for (const end of lines.slice(0, -1)) {
      take(JSON.parse(parts.join("") + end));
      parts = [];
    }
    parts.push(lines[lines.length - 1]);
  }
}
// What long work came to; told({stage, done, total}) hears how far it is. Who stops it ends it on the server too, for
// then the connection is closed.
async function lastOfWork(response, told) {
  let last = null;
  await eachLine(response, (line) => {
    if (line.stage === undefined) last = line;
    else told(line);
  });
  if (last === null) throw new Trouble("the server ended before it was done; see whether it runs, and try again", 0);
  if (last.problem !== undefined) throw new Trouble(last.problem.detail, last.problem.status);
  return last.answer;
}
const rowsIn = (text) => text.split("\n").filter((line) => line !== "").map((line) => JSON.parse(line));
const rowsOf = async (response) => rowsIn(await response.text());

function tell(message) {
  at("trouble").textContent = message;
  at("trouble").hidden = message === "";
}
// What `act` throws is told; nothing where a person stopped it.
const telling = (act) => async (event) => {
  if (event !== undefined && event.preventDefault !== undefined && event.type === "submit") event.preventDefault();
  tell("");
  try {
    return await act(event);
  } catch (error) {
    if (error.name !== "AbortError") tell(error.message);
  }
};
