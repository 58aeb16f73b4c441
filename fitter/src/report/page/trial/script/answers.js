// From cells to the rows that the runtime takes, and from answers to the CSV of `kernelet predict`.

// The numbers of a field's text: its own, or an indicator for each of its categories.
const numbersOf = (field, text) => {
  const cell = cellOf(text);
  if (field.levels) return field.indicated.map((level) => (cell === BLANK ? NaN : Number(level === text)));
  if (cell.kind === "text") throw new Error("is not a number");
  return [cell.number ?? NaN];
};

// The numbers of a row's texts, a text for each field; `place` tells where a text stands.
const columnsOf = (texts, place = () => "") => facts.fields.flatMap((field, at) => {
  try {
    return numbersOf(field, texts[at]);
  } catch (error) {
    throw new Error(`${place()}column ${quoted(field.name)}, value ${quoted(texts[at])}: ${error.message}`);
  }
});

// The row of the runtime: of one row of columns, or of those of a recording's window.
const rowOf = (samples) => {
  const { windows } = facts, last = samples[samples.length - 1];
  if (!windows) return last;
  const channel = (columns) => (windows.cut ? samples.map((sample) => sample[columns[0]]) : columns.map((at) => last[at]));
  return [...windows.columns.flatMap(channel), ...windows.beside.map((at) => last[at])];
};

// The windows of a recording: where each begins, and its place in time.
const windowsOf = (table) => {
  const { length, cut } = facts.windows;
  if (cut.clock) throw new Error("the model looks for gaps in the time of samples: `kernelet predict` does, this page does not");
  const group = cut.group === null ? -1 : table.names.indexOf(cut.group);
  const groupOf = (row) => (group < 0 ? "" : table.rows[row].cells[group]);
  const found = [];
  let place = 0, before = null;
  for (let start = 0, end = 0; start < table.rows.length; start = end) {
    for (end = start; end < table.rows.length && groupOf(end) === groupOf(start); end += 1);
    for (let first = start; first + length <= end; first += cut.stride) {
      place += before === null ? 0 : first === before + cut.stride && groupOf(first) === groupOf(before) ? 1 : 2;
      found.push({ first, place });
      before = first;
    }
  }
  if (found.length === 0) throw new Error(`no window of ${length} samples: the recordings are shorter`);
  return found;
};

// The answers of a file's rows, or of its windows, with the row of each one's last sample.
const answerTable = (runtime, table) => {
  const places = facts.fields.map((field) => table.names.indexOf(field.name));
  const missing = facts.fields.find((_, at) => places[at] < 0);
  if (missing) throw new Error(`no column ${quoted(missing.name)}`);
  const columns = table.rows.map(({ cells, line }, row) =>
    columnsOf(places.map((at) => cells[at]), () => `line ${line} (row ${row + 1}), `));
  if (!facts.windows?.cut) return { answers: runtime.answersOf(columns.map((row) => rowOf([row]))) };
  const windows = windowsOf(table), { length } = facts.windows;
  const answers = runtime.answersOf(windows.map(({ first }) => rowOf(columns.slice(first, first + length))));
  if (facts.target.labels) runtime.steady(answers, windows.map(({ place }) => place));
  return { answers, last: windows.map(({ first }) => first + length) };
};

// A number of 32 bits, in as few digits as read back to it.
const shortest = (number) => {
  if (!Number.isFinite(number)) return Number.isNaN(number) ? "NaN" : number > 0 ? "inf" : "-inf";
  if (number === 0) return Object.is(number, -0) ? "-0" : "0";
  const spelled = Array.from({ length: 9 }, (_, digits) => number.toExponential(digits));
  const text = spelled.find((some) => Math.fround(Number(some)) === number) ?? spelled[8];
  const [, sign, whole, rest = "", power] = /^(-?)(\d)(?:\.(\d+))?e([+-]\d+)$/.exec(text);
  const size = Math.abs(number), digits = whole + rest, exponent = Number(power);
  if (size < 1e-5 || size >= 1e16) return text.replace("+", "");
  if (exponent < 0) return `${sign}0.${"0".repeat(-exponent - 1)}${digits}`;
  const padded = digits.padEnd(exponent + 1, "0"), fraction = padded.slice(exponent + 1);
  return sign + padded.slice(0, exponent + 1) + (fraction && "." + fraction);
};

const scoreText = (score) => (facts.fixed ? String(BigInt(score)) : shortest(score));
const csvCell = (text) => (/[,"\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

// The names of what has a score: the classes, of two the second, or the targets.
const scoredNames = () => {
  const { labels, names } = facts.target;
  return labels ? (labels.length === 2 ? labels.slice(1) : labels) : names;
};

const labelOf = (answer) => facts.target.labels[answer.class];

// The answers as `kernelet predict --scores` writes them, with all else that the model can say.
const csvOf = ({ answers, last }) => {
  const { labels, names } = facts.target;
  const ofTargets = (name) => (names.length === 1 ? [name] : names.map((target) => `${name}_${target}`));
  const scores = !labels && names.length === 1 ? ["score"] : scoredNames().map((name) => `score_${name}`);
  const header = [
    ...(last ? ["row"] : []),
    ...ofTargets("prediction"),
    ...scores,
    ...(facts.probability ? labels.map((label) => `probability_${label}`) : []),
    ...(facts.novelty === null ? [] : ["novelty", "novel"]),
    ...(facts.interval === null ? [] : ofTargets("low").flatMap((low, at) => [low, ofTargets("high")[at]])),
  ];
  const row = (answer, at) => [
    ...(last ? [String(last[at])] : []),
    ...(labels ? [labelOf(answer)] : answer.outputs.map((output) => shortest(output.value))),
    ...answer.outputs.map((output) => scoreText(output.score)),
    ...(facts.probability ? probabilitiesOf(answer).map(String) : []),
    ...(facts.novelty === null ? [] : [String(answer.novelty), String(Number(answer.isNew))]),
    ...(facts.interval === null ? [] : answer.outputs.flatMap(({ low, high }) => [shortest(low), shortest(high)])),
  ];
  return [header, ...answers.map(row)].map((cells) => cells.map(csvCell).join(",") + "\n").join("");
};
