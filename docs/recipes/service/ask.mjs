// Which documents of an index are like a text? node ask.mjs http://127.0.0.1:7070/v1/indexes/archive essay.txt
import { readFile } from "node:fs/promises";

const [index, path] = process.argv.slice(2);
const headers = { "Content-Type": "text/plain", Authorization: `Bearer ${process.env.TEXTKIN_TOKEN ?? ""}` };
const answer = await fetch(`${index}/query?threshold=0.5`, { method: "POST", body: await readFile(path), headers, redirect: "error" });
if (!answer.ok) throw new Error((await answer.json()).detail);
const rows = (await answer.text()).split("\n").filter(Boolean).map((line) => JSON.parse(line));
for (const row of rows) console.log(`${row.similarity.toFixed(3)}\t${row.b}`);
