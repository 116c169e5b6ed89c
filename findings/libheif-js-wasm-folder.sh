#!/usr/bin/env bash
# libheif-js 1.23.2 has an entry point for Node.js, `libheif-js/wasm`, which cannot be loaded by any program that uses it.
#
# One would guess: `require('libheif-js/wasm')` loads, as its page on npm says, the decoder with its file `libheif.wasm`.
# What happens: it looks for that file in the folder in which the program was started, not in its own, and throws ENOENT.
# It works only in the package's own folder, where its tests run. `libheif-js/wasm-bundle`, said to be for browsers, has
# the same decoder within, and loads anywhere.
# Who meets it: whoever shows HEIC pictures of iPhones with Node.js.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes > /dev/null
npm install --silent --no-audit --no-fund --ignore-scripts libheif-js@1.23.2

cat > load.cjs << 'PROGRAM'
for (const entry of ['wasm', 'wasm-bundle']) {
  try {
    console.log(`${entry}: ${typeof require(`libheif-js/${entry}`).HeifDecoder}`);
  } catch (error) {
    console.log(`${entry}: ${error.code} ${error.path}`);
  }
}
PROGRAM

{
  echo 'in the folder of a program'
  node load.cjs
  echo 'in the folder of the package'
  cd node_modules/libheif-js
  node ../../load.cjs
} | tee "$folder/seen"
diff "$folder/seen" - << 'EXPECTED'
in the folder of a program
wasm: ENOENT ./libheif-wasm/libheif.wasm
wasm-bundle: function
in the folder of the package
wasm: function
wasm-bundle: function
EXPECTED
