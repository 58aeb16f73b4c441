// The section: form, answer, and a place for files.

// The classes that are shown, of many.
const SHOWN = 6;
// whether the scores are unfolded, which changes with every answer
let isOpen = false;

const short = (number, digits = 6) => number.toLocaleString("en", { maximumSignificantDigits: digits });
const percent = (share) => `${(100 * share).toFixed(1)} %`;
const thousands = (count) => count.toLocaleString("en");

// A bar: a name, its share of the track, and a figure.
const bar = (name, share, figure, isFirst) => make("div", { class: isFirst ? "try-bar try-first" : "try-bar" },
  make("span", { class: "try-name", title: name }, name),
  make("span", { class: "try-track" }, make("span", { class: "try-fill", style: `width:${(100 * Math.min(1, Math.max(0, share))).toFixed(1)}%` })),
  make("span", { class: "try-figure" }, figure));

// The classes by their probabilities, or else by their scores.
const bars = (found) => {
  const { labels } = facts.target;
  const scores = found.outputs.map((output) => output.score);
  const low = Math.min(...scores), high = Math.max(...scores);
  let rows;
  if (facts.probability) rows = probabilitiesOf(found).map((share) => [share, percent(share)]);
  else if (scores.length > 1) rows = scores.map((score) => [(score - low) / (high - low || 1), scoreText(score)]);
  else {
    const lean = Math.min(1, Math.max(-1, scores[0] * facts.scale));
    rows = [[(1 - lean) / 2, ""], [(1 + lean) / 2, ""]];
  }
  const all = rows.map(([share, figure], at) => ({ share, figure, at }));
  const shown = labels.length <= SHOWN ? all : all.sort((one, two) => two.share - one.share || one.at - two.at).slice(0, SHOWN);
  const others = labels.length - shown.length;
  return [
    make("div", { class: "try-bars" }, ...shown.map(({ share, figure, at }) => bar(labels[at], share, figure, at === found.class))),
    ...(others > 0 ? [make("p", { class: "try-note" }, `and ${others} other ${others === 1 ? "class" : "classes"}`)] : []),
  ];
};

const valueOf = ({ value, low, high }, name) => {
  const level = Number.isFinite(facts.interval) && facts.interval !== null ? `${Math.round(100 * facts.interval)} % of values` : "values";
  const ends = facts.interval === null ? [] : [make("p", { class: "try-note" }, `${level} lie between ${short(low)} and ${short(high)}`)];
  return make("div", { class: "try-value" },
    make("p", { class: "try-kicker" }, name), make("p", { class: "try-verdict" }, short(value)), ...ends);
};

// The scores, as the device computes them.
const bits = ({ outputs }) => {
  const names = scoredNames();
  const texts = outputs.map((output) => make("code", {}, scoreText(output.score)));
  if (outputs.length === 1) return make("p", { class: "try-note try-bits" }, "The device’s score: ", ...texts);
  const lines = texts.map((text, at) => make("span", {}, names[at], text));
  return make("details", { class: "try-note try-bits", open: isOpen, ontoggle: ({ target }) => { isOpen = target.open; } },
    make("summary", {}, "The device’s scores"), make("div", {}, ...lines));
};

// All that the model says of one row.
const answerOf = (found) => {
  const { labels, names } = facts.target;
  const own = labels
    ? [make("p", { class: "try-kicker" }, names[0]), make("p", { class: "try-verdict" }, labelOf(found)), ...bars(found)]
    : found.outputs.map((output, at) => valueOf(output, names[at]));
  const novelty = found.isNew ? [make("p", { class: "try-warning" }, "New to the model: farther from every class than its limit.")] : [];
  return [...own, ...novelty, bits(found)];
};

// How often the answers of a file are those of its target columns, where it has them.
const judged = (table, { answers, last }) => {
  const { names, labels } = facts.target;
  const at = names.map((name) => table.names.indexOf(name));
  if (last || at.some((column) => column < 0)) return "";
  const truth = (row, column) => table.rows[row].cells[column];
  const isNumeric = labels?.every((label) => plainCell(label).kind === "number");
  if (labels) {
    const equal = (one, two) => one === two || (isNumeric && Number(one) === Number(two));
    const right = answers.filter((found, row) => equal(truth(row, at[0]), labelOf(found))).length;
    return `, ${thousands(right)} of them right (${percent(right / answers.length)})`;
  }
  const known = (output) => answers.flatMap((found, row) => {
    const { number } = cellOf(truth(row, at[output]));
    return number === undefined ? [] : [(found.outputs[output].value - number) ** 2];
  });
  const errors = names.map((name, output) => {
    const squares = known(output), sum = squares.reduce((all, one) => all + one, 0);
    return `${names.length > 1 ? `${name} ` : ""}${short(Math.sqrt(sum / squares.length), 4)}`;
  });
  return `, with a root mean squared error of ${errors.join(", ")}`;
};

const saved = (name, text) => {
  const link = make("a", { href: URL.createObjectURL(new Blob([text], { type: "text/csv" })), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
};

// The first answers of a file, as a table.
const preview = (csv) => {
  const rows = recordsOf(csv, ",").slice(0, 6).map(({ cells }) => cells.slice(0, 7));
  const line = (tag) => (cells) => make("tr", {}, ...cells.map((cell) => make(tag, {}, cell)));
  return make("div", { class: "try-table" },
    make("table", {}, make("thead", {}, line("th")(rows[0])), make("tbody", {}, ...rows.slice(1).map(line("td")))));
};

// The place for files.
const files = (runtime) => {
  const said = make("div", { class: "try-said", "aria-live": "polite" });
  const read = async (file) => {
    said.replaceChildren(make("p", { class: "try-note" }, `Reading ${file.name} …`));
    try {
      const table = await tableOf(new Uint8Array(await file.arrayBuffer()));
      const began = performance.now();
      const found = answerTable(runtime, table);
      const time = Math.max(1, Math.round(performance.now() - began));
      const csv = csvOf(found), what = facts.windows ? "windows" : "rows";
      const name = file.name.replace(/(\.csv)?(\.gz)?$/i, "") + "-predictions.csv";
      said.replaceChildren(
        make("p", {}, make("strong", {}, `${thousands(found.answers.length)} ${what} answered`), `${judged(table, found)}. It took ${thousands(time)} ms.`),
        preview(csv),
        make("button", { type: "button", class: "try-save", onclick: () => saved(name, csv) }, `Save ${name}`));
    } catch (error) {
      said.replaceChildren(make("p", { class: "try-warning" }, `${file.name}: ${error.message}`));
    }
  };
  const input = make("input", { type: "file", id: "try-input", accept: ".csv,.gz,.txt,.tsv", onchange: () => input.files[0] && read(input.files[0]) });
  const over = (is) => (event) => { event.preventDefault(); drop.classList.toggle("try-over", is); };
  const drop = make("label", {
    class: "try-drop", for: "try-input", ondragover: over(true), ondragleave: over(false),
    ondrop: (event) => {
      over(false)(event);
      if (event.dataTransfer.files[0]) read(event.dataTransfer.files[0]);
    },
  }, make("span", {}, "Drop a CSV file here, or ", make("u", {}, "choose one"), "."),
  make("span", { class: "try-note" }, "It stays on this computer. Each row is answered, and the answers can be saved."), input);
  return [drop, said];
};

const show = (root, runtime) => {
  const out = make("div", { class: "try-answer", "aria-live": "polite" });
  let isWaiting = false;
  const answered = () => {
    try {
      out.replaceChildren(...answerOf(runtime.answersOf([own.row()])[0]));
    } catch (error) {
      out.replaceChildren(make("p", { class: "try-warning" }, error.message));
    }
  };
  // many fields may change at once
  const changed = () => {
    if (!isWaiting) queueMicrotask(() => { isWaiting = false; answered(); });
    isWaiting = true;
  };
  const own = form(changed);
  const buttons = facts.examples.map((example, at) => make("button", { type: "button", onclick: () => own.fill(example) }, String(at + 1)));
  const examples = buttons.length > 0 ? [make("p", { class: "try-examples" }, make("span", {}, "Rows of the data"), ...buttons)] : [];
  const hint = make("p", { class: "try-note" }, facts.windows ? "NaN is a missing sample." : "An empty field is a missing value.");
  const isLong = own.elements.length > 24 || (facts.windows?.channels.length ?? 0) > 4;
  const fields = make("div", { class: isLong ? "try-fields try-many" : "try-fields" }, ...own.elements);
  root.replaceChildren(
    make("div", { class: "try-live" }, make("div", { class: "try-form" }, ...examples, fields, hint), out), ...files(runtime));
  if (facts.examples.length > 0) own.fill(facts.examples[0]);
  changed();
};

const root = document.getElementById("try-it");
Runtime.load().then((runtime) => show(root, runtime)).catch((error) => {
  root.replaceChildren(make("p", { class: "try-warning" }, `This browser does not run the model: ${error.message}`));
});
