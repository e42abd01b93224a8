"use strict";
// Runs a program in the interpreter of npm's pyodide: node replay_in_pyodide.js PYODIDE PROGRAM FOLDER ROOT
// The folder is mounted as /calls; the packages in the other can be imported.

const fs = require("node:fs");
const [, , pyodide, program, folder, root] = process.argv;

async function main() {
  const python = await require(pyodide).loadPyodide();
  python.mountNodeFS("/calls", folder);
  python.mountNodeFS("/root", root);
  python.runPython("import sys; sys.path.insert(0, '/root')");
  console.log(python.runPython(fs.readFileSync(program, "utf8")));
}

main().catch(error => {
  console.error(String(error.message ?? error));
  process.exitCode = 1;
});
