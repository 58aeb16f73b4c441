// The runtime: rows of numbers in, answers out.

const facts = JSON.parse(document.getElementById("try-facts").textContent);
// the numbers of an answer before those of outputs, and of each output
const HEAD = 3, OUTPUT = 5;
// the numbers that go to the runtime at once
const BATCH = 1 << 16;

const bytesOf = (text) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));

const gunzip = async (bytes) => {
  const plain = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(plain).arrayBuffer());
};

class Runtime {
  static async load() {
    const { instance } = await WebAssembly.instantiate(await gunzip(bytesOf(facts.runtime)));
    return new Runtime(instance.exports);
  }

  constructor(device) {
    this.device = device;
    // what memory the module has is its own; the page grows it for what it lays there
    this.next = device.memory.buffer.byteLength;
    const model = this.put(bytesOf(facts.model), 1);
    const fixed = [model, this.put(bytesOf(facts.scalings), 8), this.put(bytesOf(facts.channels), 8)];
    this.model = this.parts([model]);
    const sizes = this.room(12);
    if (!device.measure(this.model, sizes)) throw new Error("The runtime does not know this model.");
    const [row, answer, words] = new Uint32Array(device.memory.buffer, sizes, 3);
    Object.assign(this, { row, answer, batch: Math.max(1, Math.floor(BATCH / row)) });
    this.rows = this.room(8 * row * this.batch);
    this.answers = this.room(8 * answer * this.batch);
    const work = this.room(8 * words);
    const moving = [[this.rows, row * this.batch], [work, words], [this.answers, answer * this.batch]];
    this.call = this.parts([...fixed, ...moving]);
  }

  // Takes memory, at an address that suits every number.
  room(bytes) {
    const { memory } = this.device, first = this.next;
    this.next += Math.ceil(bytes / 8) * 8;
    const lacking = this.next - memory.buffer.byteLength;
    if (lacking > 0) memory.grow(Math.ceil(lacking / 65536));
    return first;
  }

  // Lays bytes into memory: their address, and the number of items.
  put(bytes, size) {
    const first = this.room(bytes.length);
    new Uint8Array(this.device.memory.buffer).set(bytes, first);
    return [first, bytes.length / size];
  }

  parts(parts) {
    return this.put(new Uint8Array(new Uint32Array(parts.flat()).buffer), 1)[0];
  }

  // Answers rows, each an array of numbers.
  answersOf(rows) {
    const answers = [];
    for (let first = 0; first < rows.length; first += this.batch) {
      const some = rows.slice(first, first + this.batch);
      const { memory } = this.device;
      const inputs = new Float64Array(memory.buffer, this.rows, this.row * this.batch);
      some.forEach((row, at) => inputs.set(row, at * this.row));
      if (this.device.answer(this.call) < some.length) throw new Error("The runtime did not answer.");
      const found = new Float64Array(memory.buffer, this.answers, this.answer * some.length);
      some.forEach((_, at) => answers.push(answer(found.slice(at * this.answer, (at + 1) * this.answer))));
    }
    return answers;
  }

  // Makes the classes of windows steady, by the model's rule: each has a place in time.
  steady(answers, places) {
    const before = this.next;
    const classes = this.put(new Uint8Array(Uint16Array.from(answers, (one) => one.class).buffer), 2);
    const times = this.put(new Uint8Array(Uint32Array.from(places).buffer), 4);
    this.device.steady(this.model, this.parts([times]), this.parts([classes]));
    const found = new Uint16Array(this.device.memory.buffer, ...classes);
    answers.forEach((one, at) => { one.class = found[at]; });
    this.next = before;
  }
}

// An answer by the names of its numbers.
const answer = (numbers) => {
  const [found, distance, isNew] = numbers;
  const outputs = [];
  for (let first = HEAD; first < numbers.length; first += OUTPUT) {
    const [score, value, share, low, high] = numbers.slice(first, first + OUTPUT);
    outputs.push({ score, value, share: share / 65536, low, high });
  }
  return { class: found, novelty: distance / facts.novelty, isNew: isNew === 1, outputs };
};

// The probability of each class, also of the first of two.
const probabilitiesOf = ({ outputs }) => {
  const shares = outputs.map((output) => output.share);
  return shares.length === 1 ? [1 - shares[0], shares[0]] : shares;
};
