import { CHECKS, passEach } from './checks.ts'

// npm run check: all of them, whatever the first one says.
process.exitCode = (await passEach(CHECKS)).every(Boolean) ? 0 : 1
