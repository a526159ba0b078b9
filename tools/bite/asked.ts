import { randomInt } from 'node:crypto'
import { parseArgs } from 'node:util'
import { Problem } from '../preflight.mjs'

export interface Asked {
  folders: string[]
  sample?: { count: number; seed: string }
}

/** What stands behind `npm run bite --`: folders, and how many faults to draw. */
export function askedFor(args: string[]): Asked {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { sample: { type: 'string' }, seed: { type: 'string' } },
  })
  if (values.sample === undefined) return { folders: positionals }
  const count = Number(values.sample)
  if (!Number.isInteger(count) || count < 1) throw new Problem('--sample wants a number: how many faults to plant.')
  return { folders: positionals, sample: { count, seed: values.seed ?? String(randomInt(1_000_000)) } }
}
