// Code-point bounds of Python to words in JavaScript and back, with the page's own module. JSON in, JSON out.
import { Offsets } from "../../../static/js/annotator/offsets.js";

let input = "";
for await (const chunk of process.stdin) input += chunk;
const out = JSON.parse(input).map(({ text, spans }) => {
  const offsets = new Offsets(text);
  return spans.map(([start, end]) => {
    const s = offsets.toU(start);
    const e = offsets.toU(end);
    return { words: text.slice(s, e), back: [offsets.toCp(s), offsets.toCp(e)] };
  });
});
process.stdout.write(JSON.stringify(out));
