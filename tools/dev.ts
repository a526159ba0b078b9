import { join } from 'node:path'
import { APP_NAMES, APPS, type App, hasApp, VITE_BIN } from './builds.ts'
import { readSettings } from './preflight.mjs'
import { keepRunning, launch, type Program, type Stoppable } from './program.ts'
import { main, ROOT } from './run.ts'
import { runUntilStopped } from './run-until-stopped.ts'
import { createSystem, type System } from './system.ts'
import { printWelcome } from './welcome.ts'

// npm run dev: like npm start, but a saved file restarts the server or rebuilds the app; reload the page to see the
// change.
await main(async () => {
  const settings = readSettings(process.env, ROOT)
  const system = withBuilders(createSystem(settings, console.log, { watch: true }), join(settings.dataDir, 'logs'))
  await runUntilStopped(system, () => printWelcome(settings))
})

function withBuilders(system: System, logs: string): System {
  const builders: Stoppable[] = []
  return {
    async start() {
      await system.start()
      for (const program of APP_NAMES.filter(hasApp).flatMap((app) => buildersOf(app, logs))) {
        builders.push(keepRunning(program, launch(program), console.log))
      }
    },
    async stop() {
      await Promise.all(builders.map((builder) => builder.stop()))
      await system.stop()
    },
    kill() {
      for (const builder of builders) builder.kill()
      system.kill()
    },
  }
}

function buildersOf(app: App, logs: string): Program[] {
  return APPS[app].map((args) => {
    const name = [app, ...args].join('-').replace(/-+/g, '-')
    return {
      name,
      command: process.execPath,
      args: [VITE_BIN, ...args, '--watch', '--clearScreen', 'false'],
      cwd: join(ROOT, app),
      env: { ...process.env, NODE_ENV: 'production' },
      signal: 'SIGTERM',
      stopSeconds: 5,
      log: join(logs, `${name}.log`),
    }
  })
}
