// Files: from text to rows of cells, as `kernelet predict` reads them.

const trimmed = (text) => text.replace(/^\p{White_Space}+|\p{White_Space}+$/gu, "");
const quoted = (text) => JSON.stringify(text.length > 60 ? text.slice(0, 60) + "…" : text);

const BLANK = { kind: "blank" }, MARK = { kind: "mark" }, TEXT = { kind: "text" };
const LARGEST = 3.4028234663852886e38;

// The content of a cell, whatever its column means.
const plainCell = (text) => {
  if (/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text)) {
    const number = Number(text) + 0;
    if (Math.abs(number) <= LARGEST) return { kind: "number", number };
    throw new Error("is infinite, or beyond the range of 32-bit floats");
  }
  if (/^[+-]?inf(inity)?$/i.test(text)) throw new Error("is infinite, or beyond the range of 32-bit floats");
  if (text === "" || /^[+-]?nan$/i.test(text)) return BLANK;
  return text === "NA" || text === "?" ? MARK : TEXT;
};

const hasComma = facts.dialect.decimal === "comma";
const spelledCell = (text) => {
  if (hasComma && text.includes(".")) return TEXT;
  return plainCell(hasComma ? text.replaceAll(",", ".") : text);
};

const codes = facts.dialect.missing.map(trimmed);
const codeNumbers = codes.flatMap((code) => spelledCell(code).number ?? []);
const cellOf = (text) => {
  if (codes.includes(text)) return BLANK;
  const cell = spelledCell(text);
  return codeNumbers.includes(cell.number) ? BLANK : cell;
};

// The most frequent of , ; and tab in the first line, outside quotes.
const delimiterOf = (text) => {
  const line = text.replace(/^[\r\n]+/, "");
  let commas = 0, decimals = 0, semicolons = 0, tabs = 0, isQuoted = false;
  for (let at = 0; at < line.length; at += 1) {
    const letter = line[at];
    if (letter === '"') isQuoted = !isQuoted;
    else if (isQuoted) continue;
    else if (letter === "\r" || letter === "\n") break;
    else if (letter === ",") {
      commas += 1;
      decimals += /^\d,\d/.test(line.slice(Math.max(0, at - 1), at + 2)) ? 1 : 0;
    } else if (letter === ";") semicolons += 1;
    else if (letter === "\t") tabs += 1;
  }
  const others = Math.max(semicolons, tabs);
  if (hasComma) commas = 0;
  else if (others > 0) commas -= decimals;
  if (others === 0 && hasComma) return ";";
  if (commas >= others) return ",";
  return semicolons >= tabs ? ";" : "\t";
};

// The records of a text, each with the line that it begins in. Empty lines are none.
const recordsOf = (text, delimiter) => {
  const records = [];
  let cells = [], cell = "", line = 1, begun = 1, isQuoted = false, isStart = true, wasQuoted = false;
  const end = () => {
    cells.push(cell);
    if (cells.length > 1 || cell !== "" || wasQuoted) records.push({ cells, line: begun });
    [cells, cell, isStart, wasQuoted] = [[], "", true, false];
  };
  for (let at = 0; at < text.length; at += 1) {
    const letter = text[at];
    if (cells.length === 0 && isStart) begun = line;
    if (letter === "\n") line += 1;
    if (isQuoted) {
      if (letter !== '"') cell += letter;
      else if (text[at + 1] === '"') [cell, at] = [cell + '"', at + 1];
      else isQuoted = false;
    } else if (letter === '"' && isStart) [isQuoted, isStart, wasQuoted] = [true, false, true];
    else if (letter === delimiter) {
      cells.push(cell);
      [cell, isStart] = ["", true];
    }
    else if (letter === "\n" || letter === "\r") end();
    else [cell, isStart] = [cell + letter, false];
  }
  if (isQuoted) throw new Error(`line ${begun}: a quote opens here and is never closed`);
  end();
  return records;
};

const isName = (cell) => { try { return ["text", "mark"].includes(plainCell(cell).kind); } catch { return false; } };

// The names of the columns, of a file whose first record these cells are.
const namesOf = (cells) => {
  if (facts.dialect.first_line === "data") return cells.map((_, at) => `c${at}`);
  if (facts.dialect.first_line === "auto" && !cells.some(isName)) throw new Error("the first line holds no names");
  const names = cells.map((cell, at) => cell || `column ${at + 1}`);
  const twice = names.find((name, at) => names.indexOf(name) < at);
  if (twice !== undefined) throw new Error(`two columns have the name ${quoted(twice)}`);
  return names;
};

// A file: the names of its columns, and its rows of trimmed cells.
const tableOf = async (bytes) => {
  const isZipped = bytes[0] === 0x1f && bytes[1] === 0x8b;
  const text = new TextDecoder("utf-8", { fatal: true }).decode(isZipped ? await gunzip(bytes) : bytes);
  const records = recordsOf(text, delimiterOf(text));
  if (records.length === 0) throw new Error("the file is empty");
  const first = records[0].cells.map(trimmed);
  const names = namesOf(first);
  const below = facts.dialect.first_line === "data" ? records : records.slice(1);
  const rows = below.map(({ cells, line }) => ({ cells: cells.map(trimmed), line }));
  const filled = rows.filter(({ cells }) => names.length === 1 || cells.length > 1 || cells[0] !== "");
  const ragged = filled.findIndex(({ cells }) => cells.length !== names.length);
  if (ragged >= 0) {
    const { cells, line } = filled[ragged];
    throw new Error(`line ${line} (row ${ragged + 1}): the row has ${cells.length} cells, the header has ${names.length}`);
  }
  return { names, rows: filled };
};
