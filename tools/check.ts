import { CHECKS, passEach } from './checks.ts'

// npm run check: runs all checks, even when one fails.
process.exitCode = (await passEach(CHECKS)).every(Boolean) ? 0 : 1
