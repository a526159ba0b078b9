import { preflightEnv } from './startup-checks.ts'

// Checks before anything is created whether the server may start, and prints every problem.
await preflightEnv(process.env).catch((error: Error) => {
  console.error(error.message)
  process.exitCode = 1
})
