import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { draw, type Fault, keyOf } from './sample.ts'
import type { Target } from './targets.ts'
import { EXCLUDED, HOME } from './tester.ts'
import { TREE } from './tree.ts'

type Found = Omit<Fault, 'path'> & { fileName: string; status?: string }

/** What is used of the tester's own part that finds where faults can be planted. */
interface Instrumenter {
  instrument(files: object[], options: object): Promise<{ mutants: Found[] }>
}
type Module = { Instrumenter: new (log: object) => Instrumenter }

/** Draws from all faults of these folders, before any is planted; what is drawn is named as `keyOf` does. */
export async function drawFrom(targets: readonly Target[], count: number, seed: string): Promise<string[]> {
  const faults = await faultsIn(targets.flatMap(({ modules }) => modules))
  const drawn = draw(faults.map(keyOf), count, seed)
  console.log(`${drawn.length} of ${faults.length} faults, seed ${seed}`)
  return drawn
}

async function faultsIn(modules: string[]): Promise<Fault[]> {
  const program = join(HOME, 'node_modules', '@stryker-mutator', 'instrumenter', 'dist', 'src', 'index.js')
  const { Instrumenter }: Module = await import(program)
  const quiet = { isDebugEnabled: () => false, debug: () => {}, info: () => {}, warn: () => {} }
  const files = modules.map((path) => ({
    name: join(TREE, path),
    mutate: true,
    content: readFileSync(join(TREE, path), 'utf8'),
  }))
  const options = { plugins: null, ignorers: [], excludedMutations: EXCLUDED, noHeader: false }
  const { mutants } = await new Instrumenter(quiet).instrument(files, options)
  // It names the kinds that we leave out too, and says so.
  const planted = mutants.filter(({ status }) => status !== 'Ignored')
  return planted.map(({ fileName, ...fault }) => ({ ...fault, path: relative(TREE, fileName) }))
}
