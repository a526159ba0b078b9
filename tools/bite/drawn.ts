import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { ROOT } from '../run.ts'
import { type Fault, keyOf } from './sample.ts'

// Runs inside the tester, which asks a "checker" before it plants a fault whether that is worth its time.

type Planned = Omit<Fault, 'path'> & { id: string; fileName: string }

const drawn = () => {
  const keys = new Set<string>(JSON.parse(readFileSync(process.env.BITE_DRAWN ?? '', 'utf8')))
  const isDrawn = ({ fileName, ...fault }: Planned) =>
    // Loaded from the copy, so this is the copy's root.
    keys.has(keyOf({ ...fault, path: relative(ROOT, fileName) }))
  return {
    init: async () => {},
    group: async (faults: Planned[]) => [faults.map(({ id }) => id)],
    check: async (faults: Planned[]) =>
      Object.fromEntries(
        faults.map((fault) => [
          fault.id,
          isDrawn(fault) ? { status: 'passed' } : { status: 'compileError', reason: 'not drawn' },
        ]),
      ),
  }
}

export const strykerPlugins = [{ kind: 'Checker', name: 'drawn', factory: drawn }]
