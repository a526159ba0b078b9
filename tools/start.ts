import { readSettings } from './preflight.mjs'
import { main, ROOT } from './run.ts'
import { createSystem } from './system.ts'
import { untilAskedToStop } from './until-asked.ts'
import { welcome } from './welcome.ts'

// npm start: everything, from an empty folder to the addresses to open.
await main(async () => {
  const settings = readSettings(process.env, ROOT)
  const system = createSystem(settings, console.log)
  await untilAskedToStop(system, () => welcome(settings))
})
