#!/bin/sh
# Takes out of node_modules, as `npm ci --omit=dev --omit=optional` has left it, what no process reads: some 190 of 390 MB. Run in the
# project's folder. deploy/Dockerfile and .ci/image run it, and .ci/image starts what is left.
set -eu
cd node_modules

# Source maps, types and manuals; licences and notices stay.
find . -type f \( -name '*.map' -o -name '*.d.ts' -o -name '*.d.mts' -o -name '*.d.cts' -o -iname '*.md' -o -iname '*.markdown' \) \
  ! -iname '*licen[cs]e*' ! -iname '*notice*' -delete

# Packages' own tests.
find . -type d \( -name test -o -name tests -o -name __tests__ \) -prune -exec rm -rf {} +

# Prisma brings the query compilers of five databases.
find @prisma/client/runtime -type f \
  \( -name '*.sqlite.*' -o -name '*.mysql.*' -o -name '*.sqlserver.*' -o -name '*.cockroachdb.*' -o -name 'wasm-compiler-edge*' \) -delete

# Node lies here as `node/bin/node`; what it was unpacked from is a second copy, with headers.
rm -rf node/node_modules
# Its symbols for debuggers are a fifth of it.
if command -v strip >/dev/null; then strip --strip-unneeded node/bin/node; fi
