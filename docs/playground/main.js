// Sends the form to the library in WebAssembly as JSON, and shows the answer. `src/exports.rs` has the three functions.

const $ = (id) => document.getElementById(id);
const form = $("form");
const MOST = 8;

// the shapes of each operation at first, and how many it has at most
const OPERATIONS = {
  numpy: { shapes: ["2,3,1", "3,4"], most: MOST },
  none: { shapes: ["2,3", "2,3"], most: MOST },
  pdpd: { shapes: ["2,3,4,5", "3,4"], most: MOST },
  paddle: { shapes: ["2,3,1,5", "3,4,1"], most: MOST },
  bidirectional: { shapes: ["4,1", "2,1,5"], most: MOST },
  onto: { shapes: ["4,1", "2,4,5"], most: 2 },
  reduce: { shapes: ["2,3,4"], most: 1 },
  reshape: { shapes: ["2,3,4"], most: 1 },
  matmul: { shapes: ["8,2,3", "3,5"], most: 2 },
  einsum: { shapes: ["2,3", "3,5"], most: MOST },
  conv: { shapes: ["1,3,224,224", "64,3,7,7"], most: 2 },
};

const inputs = () => [...$("list").querySelectorAll("input")];

const addShape = (value) => {
  const number = inputs().length + 1;
  const item = document.createElement("li");
  const label = document.createElement("label");
  const input = document.createElement("input");
  input.id = `shape-${number}`;
  input.value = value;
  input.spellcheck = false;
  input.autocapitalize = "none";
  label.htmlFor = input.id;
  label.textContent = `Shape ${number}`;
  item.append(label, input);
  $("list").append(item);
  return input;
};

const setShapes = (shapes) => {
  $("list").replaceChildren();
  shapes.forEach(addShape);
};

// shows the arguments of the operation, and which buttons work
const arrange = () => {
  const operation = $("operation").value;
  const { shapes, most } = OPERATIONS[operation];
  let any = false;
  for (const row of document.querySelectorAll("[data-for]")) {
    row.hidden = row.dataset.for !== operation;
    any ||= !row.hidden;
  }
  $("arguments").hidden = !any;
  $("add").disabled = inputs().length >= most;
  $("remove").disabled = inputs().length <= Math.min(shapes.length, operation === "einsum" ? 1 : 2);
};

const request = () => {
  const fields = Object.fromEntries(new FormData(form));
  return { ...fields, keep: $("keep").checked, shapes: inputs().map((input) => input.value) };
};

const show = (answer) => {
  $("answer").classList.toggle("wrong", !answer.ok);
  $("headline").textContent = answer.ok ? `The result is ${answer.result}` : answer.text.split("\n")[0];
  $("link").hidden = !answer.code;
  $("code").textContent = answer.code ?? "";
  $("code").href = answer.page ?? "#";
  $("picture").hidden = !answer.svg;
  if (answer.svg) $("image").src = answer.svg;
  else $("image").removeAttribute("src");
  $("image").alt = answer.alt ?? "";
  $("details").hidden = !!answer.input;
  $("text").textContent = answer.text;
  $("program").hidden = !answer.rust;
  $("rust").textContent = answer.rust ?? "";
  $("copied").textContent = "";
};

// the state of the form is in the address, so a link opens it
const save = () => {
  const query = new URLSearchParams({ operation: $("operation").value });
  inputs().forEach((input) => query.append("shape", input.value));
  for (const input of document.querySelectorAll(`[data-for="${$("operation").value}"] input`)) {
    query.set(input.name, input.type === "checkbox" ? input.checked : input.value);
  }
  history.replaceState(null, "", `#${query}`);
};

const load = () => {
  const query = new URLSearchParams(location.hash.slice(1));
  const operation = query.get("operation");
  if (Object.hasOwn(OPERATIONS, operation)) $("operation").value = operation;
  const { shapes, most } = OPERATIONS[$("operation").value];
  setShapes(query.has("shape") ? query.getAll("shape").slice(0, most) : shapes);
  for (const [name, value] of query) {
    const input = form.elements[name];
    if (!(input instanceof HTMLInputElement)) continue;
    if (input.type === "checkbox") input.checked = value === "true";
    else input.value = value;
  }
};

const library = await (async () => {
  try {
    const { instance } = await WebAssembly.instantiateStreaming(fetch("playground.wasm"));
    return instance.exports;
  } catch (error) {
    $("headline").textContent = `The library did not load: ${error.message}`;
    $("answer").classList.add("wrong");
    throw error;
  }
})();

const ask = (request) => {
  const bytes = new TextEncoder().encode(JSON.stringify(request));
  const to = library.request(bytes.length);
  new Uint8Array(library.memory.buffer, to, bytes.length).set(bytes);
  const from = library.answer();
  return JSON.parse(new TextDecoder().decode(new Uint8Array(library.memory.buffer, from, library.answer_length())));
};

const update = () => {
  arrange();
  show(ask(request()));
};

const changed = () => {
  update();
  save();
};

// a picture shrinks to three quarters on a small screen; a wider one scrolls
$("image").addEventListener("load", ({ target }) => {
  target.style.minWidth = `${0.75 * target.naturalWidth}px`;
});

load();
update();
performance.mark("first-result");

form.addEventListener("submit", (event) => event.preventDefault());
form.addEventListener("input", (event) => {
  if (event.target.id === "operation") setShapes(OPERATIONS[$("operation").value].shapes);
  changed();
});
$("add").addEventListener("click", () => {
  addShape("").focus();
  arrange();
});
$("remove").addEventListener("click", () => {
  $("list").lastElementChild.remove();
  changed();
  if ($("remove").disabled) inputs().at(-1).focus();
});
$("copy").addEventListener("click", async () => {
  try {
    await navigator.clipboard.writeText($("rust").textContent);
    $("copied").textContent = "Copied.";
  } catch {
    $("copied").textContent = "The browser did not allow it: select the text.";
  }
});
addEventListener("hashchange", () => {
  load();
  update();
});
