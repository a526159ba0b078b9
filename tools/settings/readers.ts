import { posix } from 'node:path'
import type { Source } from '../check-arrows.ts'
import { importsOf } from '../imports.ts'
import { readsIn } from '../settings.ts'

/** Every file that an entrance brings with it, by what is imported at run time. */
export function reachedFrom(entrance: string, sources: ReadonlyMap<string, string>): ReadonlySet<string> {
  const reached = new Set<string>()
  const waiting = [entrance]
  for (let path = waiting.pop(); path; path = waiting.pop()) {
    const text = sources.get(path)
    if (text === undefined || reached.has(path)) continue
    reached.add(path)
    const at = path
    waiting.push(...importsOf(text).flatMap(({ to, typeOnly }) => (typeOnly ? [] : [targetOf(at, to)])))
  }
  return reached
}

const targetOf = (from: string, to: string): string =>
  to.startsWith('.') ? posix.join(posix.dirname(from), to) : to.replace(/^@cuida\//, '')

/** Names of settings that a file takes the value of. */
export const settingsReadIn = ({ path, text }: Source, names: readonly string[]): string[] => {
  const mentioned = names.filter((name) => text.includes(name))
  if (mentioned.length === 0) return []
  const reads = new Set(readsIn({ path, text }))
  return mentioned.filter((name) => reads.has(name))
}

const TAKEN = /process\.env(?:\.([A-Z][A-Z\d_]{2,})|\[['"]([A-Z][A-Z\d_]{2,})['"]\])/g
const UNPACKED = /\{([^{}]*)\}\s*=\s*process\.env\b/g

/** Names that a file takes from the process itself, whichever they are. */
export function takenFromProcess(text: string): string[] {
  const members = [...text.matchAll(UNPACKED)].flatMap(([_whole, names = '']) => names.split(','))
  const unpacked = members.flatMap((member) => /^\s*([A-Z][A-Z\d_]{2,})\b/.exec(member)?.[1] ?? [])
  return [...[...text.matchAll(TAKEN)].map(([_, plain, quoted]) => plain ?? quoted ?? ''), ...unpacked]
}
