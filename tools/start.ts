import { readSettings } from './preflight.mjs'
import { main, ROOT } from './run.ts'
import { runUntilStopped } from './run-until-stopped.ts'
import { createSystem } from './system.ts'
import { printWelcome } from './welcome.ts'

// npm start: runs the whole system from an empty folder and prints the addresses to open.
await main(async () => {
  const settings = readSettings(process.env, ROOT)
  const system = createSystem(settings, console.log)
  await runUntilStopped(system, () => printWelcome(settings))
})
