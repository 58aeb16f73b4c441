// The form: a field for each input, and for each channel of windows.

const make = (tag, settings = {}, ...children) => {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(settings)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value !== null) element.setAttribute(name, value);
  }
  element.append(...children);
  return element;
};

const spelled = (number) => (hasComma ? String(number).replace(".", ",") : String(number));
const MISSING = "missing";

// A field: its element, its text, and how to set it.
const numberField = (field, changed) => {
  const [low, high] = field.range ?? [0, 0];
  const digits = field.whole ? 0 : Math.min(20, Math.max(0, 3 - Math.floor(Math.log10(high - low))));
  const id = `try-${facts.fields.indexOf(field)}`;
  const text = make("input", { id, type: "text", inputmode: "decimal", placeholder: MISSING, autocomplete: "off" });
  const label = make("label", { for: id, title: field.name }, field.name);
  const element = make("div", { class: "try-field" }, label, text);
  let slider = null;
  if (low < high) {
    const step = field.whole ? 1 : 10 ** -digits;
    slider = make("input", { type: "range", min: low, max: high, step, "aria-label": field.name });
    slider.addEventListener("input", () => set(spelled(Number(Number(slider.value).toFixed(digits)))));
    element.append(slider);
  }
  const mark = () => {
    let cell = null;
    try { cell = cellOf(trimmed(text.value)); } catch { cell = TEXT; }
    element.classList.toggle("try-missing", cell === BLANK || cell === MARK);
    text.setAttribute("aria-invalid", String(cell === TEXT));
    if (slider && cell.kind === "number") slider.value = cell.number;
    changed();
  };
  const set = (value) => { text.value = value; mark(); };
  text.addEventListener("input", mark);
  const middle = field.whole ? Math.round((low + high) / 2) : Number(((low + high) / 2).toFixed(digits));
  text.value = slider ? spelled(middle) : "";
  return { element, set, value: () => trimmed(text.value) };
};

const categoryField = (field, changed) => {
  const id = `try-${facts.fields.indexOf(field)}`;
  const options = ["", ...field.levels].map((level) => make("option", { value: level }, level || MISSING));
  const select = make("select", { id, onchange: () => mark() }, ...options);
  const label = make("label", { for: id, title: field.name }, field.name);
  const element = make("div", { class: "try-field" }, label, select);
  const mark = () => {
    element.classList.toggle("try-missing", select.value === "");
    changed();
  };
  select.value = field.levels[0] ?? "";
  // a text that is no category of the training rows is missing here
  const set = (text) => { select.value = field.levels.includes(text) ? text : ""; mark(); };
  return { element, set, value: () => select.value };
};

const textsOf = (text) => text.split(hasComma ? /[\s;]+/ : /[\s,;]+/).filter((word) => word !== "");

// The line of a window's numbers.
const drawn = (path, numbers) => {
  const known = numbers.filter(Number.isFinite), low = Math.min(...known), high = Math.max(...known);
  const place = (number, at) => `${(100 * at / Math.max(1, numbers.length - 1)).toFixed(2)},${
    (38 - 36 * (number - low) / (high - low || 1)).toFixed(2)}`;
  const points = numbers.flatMap((number, at) => (Number.isFinite(number) ? place(number, at) : []));
  path.setAttribute("points", points.join(" "));
};

// The numbers of a window in one channel.
const channelField = (name, at, changed) => {
  const { length } = facts.windows, id = `try-channel-${at}`;
  const picture = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  const line = document.createElementNS("http://www.w3.org/2000/svg", "polyline");
  Object.entries({ viewBox: "0 0 100 40", preserveAspectRatio: "none", "aria-hidden": "true" })
    .forEach(([key, value]) => picture.setAttribute(key, value));
  picture.append(line);
  const text = make("textarea", { id, rows: 3, spellcheck: "false" });
  const count = make("span", { class: "try-count" });
  const label = make("label", { for: id, title: name }, name, count);
  const element = make("div", { class: "try-channel" }, label, picture, text);
  const value = () => textsOf(text.value);
  const mark = () => {
    const texts = value();
    count.textContent = texts.length === length ? ` ${length} samples` : ` ${texts.length} of ${length} samples`;
    drawn(line, texts.map((one) => { try { return cellOf(one).number ?? NaN; } catch { return NaN; } }));
    text.setAttribute("aria-invalid", String(texts.length !== length));
    changed();
  };
  text.addEventListener("input", mark);
  // an empty cell is spelled so that a space does not swallow it
  const set = (texts) => { text.value = texts.map((one) => one || "NaN").join(" "); mark(); };
  return { element, set, value };
};

// The column of each field, of windows with the channel and the time that it holds.
const form = (changed) => {
  const { windows } = facts, columns = facts.fields.flatMap((field, at) => Array(field.indicated?.length ?? 1).fill(at));
  const ofChannels = new Set((windows?.columns ?? []).flat().map((column) => columns[column]));
  const channels = (windows?.channels ?? []).map((name, at) => channelField(name, at, changed));
  const fields = facts.fields.map((field, at) => {
    if (ofChannels.has(at)) return null;
    return field.levels ? categoryField(field, changed) : numberField(field, changed);
  });
  // an example: the texts of one row, or of a recording's window
  const fill = (example) => {
    const last = example[example.length - 1];
    fields.forEach((field, at) => field?.set(last[at]));
    channels.forEach((channel, at) => {
      const own = windows.columns[at].map((column) => columns[column]);
      channel.set(windows.cut ? example.map((row) => row[own[0]]) : own.map((column) => last[column]));
    });
  };
  // the row of the runtime
  const row = () => {
    const texts = fields.map((field) => field?.value() ?? "");
    const samples = channels.map((channel) => channel.value());
    const short = samples.findIndex((numbers) => numbers.length !== windows.length);
    if (short >= 0) throw new Error(`${windows.channels[short]}: a window has ${windows.length} samples, these are ${samples[short].length}.`);
    const rows = Array.from({ length: windows?.cut ? windows.length : 1 }, () => [...texts]);
    samples.forEach((numbers, at) => windows.cut
      ? numbers.forEach((number, time) => { rows[time][columns[windows.columns[at][0]]] = number; })
      : windows.columns[at].forEach((column, time) => { rows[0][columns[column]] = numbers[time]; }));
    return rowOf(rows.map((cells) => columnsOf(cells)));
  };
  return { elements: [...channels, ...fields].flatMap((field) => field?.element ?? []), fill, row };
};
