// Counts the lines and files of the product (src and suites without tests), room by room. Node's own modules only.
import { readFileSync, readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("..", import.meta.url));

/** TypeScript files below the folders, with the number of their lines. */
const filesOf = (...folders) =>
  folders
    .flatMap((folder) =>
      readdirSync(`${ROOT}${folder}`, { recursive: true }).map((name) => `${folder}/${name}`),
    )
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => ({
      name,
      lines: readFileSync(`${ROOT}${name}`, "utf8").split("\n").length - 1,
    }));

const sum = (files) => files.reduce((total, { lines }) => total + lines, 0);

function medianOf(files) {
  const sorted = files.map(({ lines }) => lines).toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)];
}

const isTest = ({ name }) => /\.test\.tsx?$/.test(name);
const all = filesOf("src", "suites");
const product = all.filter((file) => !isTest(file));
const tests = [...all.filter(isTest), ...filesOf("test", "tools")];
const roomOf = ({ name }) => {
  const parts = name.split("/");
  return parts[0] === "suites" ? "suites" : parts.length === 2 ? "src" : `src/${parts[1]}`;
};

if (process.argv.includes("--rooms"))
  for (const room of new Set(product.map(roomOf))) {
    const files = product.filter((file) => roomOf(file) === room);
    console.log(
      `${room}: ${sum(files)} lines in ${files.length} files (median ${medianOf(files)})`,
    );
  }
console.log(
  `product: ${sum(product)} lines in ${product.length} files (median ${medianOf(product)}); tests and tools: ${sum(tests)} lines`,
);
