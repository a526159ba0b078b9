import { readSettings } from './preflight.mjs'
import { main, ROOT } from './run.ts'
import { untilAskedToStop } from './run-until-stopped.ts'
import { createSystem } from './system.ts'
import { welcome } from './welcome.ts'

// npm start: runs the whole system from an empty folder and prints the addresses to open.
await main(async () => {
  const settings = readSettings(process.env, ROOT)
  const system = createSystem(settings, console.log)
  await untilAskedToStop(system, () => welcome(settings))
})
