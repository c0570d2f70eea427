// Requests to the server that this page is from, and what went wrong, in one line. The token of who asks is kept in this
// tab alone.
const tokenKey = "textkin token";
const who = {role: "writer", name: ""}; // what the server lets this person do
const mayWrite = () => who.role !== "reader";

// What a person is told; `status` 0: the server does not answer.
class Trouble extends Error {
  constructor(message, status) {
    super(message);
    this.status = status;
  }
}

const query = (parameters) => {
  const parts = new URLSearchParams();
  for (const [name, value] of parameters) parts.append(name, value);
  const text = parts.toString();
  return text === "" ? "" : "?" + text;
};
const ofIndex = (rest, parameters = []) => "v1/indexes/" + encodeURIComponent(at("index").value) + rest + query(parameters);

async function troubleOf(response) {
  const text = await response.text();
  try {
    return new Trouble(JSON.parse(text).detail, response.status);
  } catch (error) {
    return new Trouble("the server answered " + response.status, response.status);
  }
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
// A busy server (503) is asked again, a few times.
async function askPatiently(path, how = {}) {
  for (let turn = 0; ; ++turn) {
    try {
      return await ask(path, how);
    } catch (error) {
      if (error.status !== 503 || turn === 5) throw error;
      await new Promise((later) => setTimeout(later, 1000));
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
