import { CHECKS, runChecks } from './checks.ts'

// npm run check: runs all checks, even when one fails.
process.exitCode = (await runChecks(CHECKS)).every(Boolean) ? 0 : 1
