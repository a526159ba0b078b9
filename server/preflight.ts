import { preflightEnv } from './startup-checks.ts'

// Whether this place may start, before anything is made in it: says all that is missing.
await preflightEnv(process.env).catch((error: Error) => {
  console.error(error.message)
  process.exitCode = 1
})
