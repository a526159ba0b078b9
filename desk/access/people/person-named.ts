import type { PersonRef } from './queries.ts'

/** Whom the words after `/people` name: `patient` or `staff`, and their id. */
export function personNamed([kind, id, ...more]: readonly string[]): PersonRef | undefined {
  if (id === undefined || more.length > 0) return undefined
  return { kind: kind === 'staff' ? 'staff' : 'patient', id }
}
