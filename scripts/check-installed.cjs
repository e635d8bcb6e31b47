/**
 * Says in a sentence why the gateway cannot be started yet. Plain JavaScript of an old kind: before `npm ci` has ended, npm runs
 * this with whatever Node the machine has.
 */
const { existsSync, readFileSync } = require('node:fs')
const { join } = require('node:path')

const root = join(__dirname, '..')
const wanted = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).dependencies.node
const major = wanted.split('.')[0]

/** npm writes this list of what it has installed last. */
const isInstalled = existsSync(join(root, 'node_modules/.package-lock.json'))

if (!isInstalled) {
  console.error('The packages are not installed yet: run `npm ci` (or wait until it has ended), then start again.')
  process.exit(1)
}
if (process.versions.node.split('.')[0] !== major) {
  console.error(
    `This is Node ${process.versions.node}, and the gateway runs on Node ${wanted}, which \`npm ci\` installs: start it with \`npm start\` once that has ended.`,
  )
  process.exit(1)
}
