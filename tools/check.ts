import { CHECKS, passes } from './checks.ts'

// npm run check: all of them, whatever the first one says.
let failed = 0
for (const check of CHECKS) if (!(await passes(check))) failed++
process.exitCode = failed > 0 ? 1 : 0
