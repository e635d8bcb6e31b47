/**
 * Builds the console and the portal, `web/` into `web/dist/`. npm runs this after each `npm ci` (`prepare`), with whatever Node the machine
 * has: plain JavaScript of an old kind, and it does nothing when the bundle is of these sources already, or when Vite is not installed.
 * With --always (`npm run build:web`) it builds in any case and fails where it cannot.
 */
const { createHash } = require('node:crypto')
const { existsSync, readdirSync, readFileSync, writeFileSync } = require('node:fs')
const { join, relative } = require('node:path')
const { pathToFileURL } = require('node:url')
const { gzipSync } = require('node:zlib')

const root = join(__dirname, '..')
const web = join(root, 'web')
const dist = join(web, 'dist')
const hashFile = join(dist, 'sources.sha256')
const isAsked = process.argv.includes('--always')

/** What decides how the bundle looks: its sources, its settings, and the packages. */
function hashOfSources() {
  const hash = createHash('sha256')
  for (const file of [...filesIn(web), join(root, 'package-lock.json'), __filename]) {
    hash.update(`${relative(root, file)}\0`)
    hash.update(readFileSync(file))
  }
  return hash.digest('hex')
}

function filesIn(folder) {
  return readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => name !== 'dist' && name !== 'README.md')
    .sort((one, other) => (one.name < other.name ? -1 : 1))
    .flatMap((entry) => (entry.isDirectory() ? filesIn(join(folder, entry.name)) : [join(folder, entry.name)]))
}

/** The scripts and styles that index.html names are loaded before the first screen; compressed bytes. */
function firstLoad() {
  const page = readFileSync(join(dist, 'index.html'), 'utf8')
  const named = [...page.matchAll(/(?:src|href)="\.\/(assets\/[^"]+|scheme\.js)"/g)].map(([, path]) => path)
  function sizeOf(ending) {
    const files = named.filter((path) => path.endsWith(ending))
    return files.reduce((sum, path) => sum + gzipSync(readFileSync(join(dist, path))).length, 0)
  }
  return { script: sizeOf('.js'), style: sizeOf('.css') }
}

function kb(bytes) {
  return `${(bytes / 1000).toFixed(1)} kB`
}

async function buildWeb() {
  const hash = hashOfSources()
  if (!isAsked && existsSync(hashFile) && readFileSync(hashFile, 'utf8') === hash) return
  if (!existsSync(join(root, 'node_modules/vite')) || !existsSync(join(root, 'node_modules/@vitejs/plugin-react'))) {
    console.log('web: Vite is not installed, so the console is not built; it is served where web/dist/ is copied to.')
    if (isAsked) process.exitCode = 1
    return
  }
  const { build } = await import(pathToFileURL(join(root, 'node_modules/vite/dist/node/index.js')).href)
  await build({ configFile: join(web, 'vite.config.ts'), logLevel: 'warn' })
  writeFileSync(hashFile, hash)
  const { script, style } = firstLoad()
  console.log(`web: built. First load, compressed: ${kb(script)} of script, ${kb(style)} of style.`)
}

buildWeb().catch((error) => {
  console.error(`web: the console could not be built: ${error.message}`)
  // Without it the gateway works: an install must not fail for the console's sake.
  process.exitCode = isAsked ? 1 : 0
})
