// Entry point of every npm script, on any Node version: plain JavaScript without dependencies. It completes the
// installation, then starts the pinned Node, which runs TypeScript itself.
import { spawn } from 'node:child_process'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)))
const SCRIPTS = {
  start: 'tools/start.ts',
  dev: 'tools/dev.ts',
  test: 'tools/test.ts',
  hours: 'tools/test-hours.ts',
  check: 'tools/check.ts',
  build: 'tools/build.ts',
  image: 'tools/image.ts',
  sdk: 'sdk/generate.ts',
  bench: 'bench/main.ts',
  mutation: 'tools/test-mutation.ts',
  flaky: 'tools/test-flaky.ts',
  db: 'tools/db.ts',
  doctor: 'tools/doctor.ts',
  invite: 'tools/invite.ts',
  debug: 'tools/debug.ts',
  'move-documents': 'tools/move-documents.ts',
  'rotate-keys': 'tools/rotate-keys.ts',
  'sign-out-everybody': 'tools/sign-out-everybody.ts',
  secrets: 'tools/new-secrets.ts',
  backup: 'tools/backup.ts',
  restore: 'tools/restore.ts',
  // The clinic's content in a real Strapi (docs/strapi.md).
  strapi: 'tools/strapi/main.ts',
  // Single programs, for deployments on several machines that do not use `npm start`.
  migrate: 'server/migrate.ts',
  api: 'server/main.ts',
  worker: 'server/worker.ts',
  // A trial with simulated providers (docs/operate.md).
  simulators: 'simulators/main.ts',
  demo: 'server/demo.ts',
}
/** `npm run bench booking` runs another benchmark than `npm run bench`. */
const BENCHES = {
  booking: 'bench/booking.ts',
  scale: 'bench/scale.ts',
  growth: 'bench/growth.ts',
  hostile: 'bench/hostile.ts',
  overload: 'bench/overload.ts',
  outage: 'bench/outage.ts',
  reconnect: 'bench/reconnect.ts',
  offline: 'bench/offline.ts',
  soak: 'bench/soak.ts',
}

const [command = '', ...rest] = process.argv.slice(2)
process.exitCode = await main().catch((error) => {
  console.error(error.name === 'Problem' ? error.message : error)
  return 1
})

async function main() {
  refuseOldNode()
  const script = (command === 'bench' && BENCHES[rest[0]]) || SCRIPTS[command]
  if (!script) throw new Error(`Unknown command "${command}"; there are: ${Object.keys(SCRIPTS).join(', ')}`)
  // Dynamic imports: an old Node must print the message above before it parses newer syntax.
  const { checkPortAndFolder, readSettings } = await import('./preflight.mjs')
  const { install, pinnedNode } = await import('./install.mjs')
  if (command === 'start' || command === 'dev') await checkPortAndFolder(readSettings(process.env, ROOT))
  await install(ROOT, passingSignals)
  const env = {
    // Node's compile cache: programs start in half the time. If the folder cannot be written, Node runs without it.
    NODE_COMPILE_CACHE: join(ROOT, 'node_modules', '.cache', 'node'),
    ...process.env,
    PATH: `${join(ROOT, 'node_modules', '.bin')}:${process.env.PATH}`,
  }
  const { apiHeap } = await import('./heap.mjs')
  const flags = command === 'api' ? apiHeap(env) : []
  // The IPC channel closes when this process is killed, and so tells the child.
  const stdio = ['inherit', 'inherit', 'inherit', 'ipc']
  return passingSignals(spawn(pinnedNode(ROOT), [...flags, join(ROOT, script), ...rest], { cwd: ROOT, env, stdio }))
}

function refuseOldNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  if (major > 20 || (major === 20 && minor >= 19)) return
  console.error(`Cuida needs Node.js 20.19 or newer to start; this is ${process.versions.node}.`)
  process.exit(1)
}

/** Waits for a child's end and returns its exit code; stop signals are passed on to the child. */
function passingSignals(child) {
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
  const pass = (signal) => child.kill(signal)
  for (const signal of signals) process.on(signal, pass)
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code, signal) => {
      for (const name of signals) process.off(name, pass)
      resolve(code ?? (signal ? 130 : 1))
    })
  })
}
