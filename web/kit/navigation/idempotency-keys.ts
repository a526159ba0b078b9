/**
 * Makes idempotency keys: repeating the same input reuses the key, so that a retry after a lost reply has no second
 * effect; another input gets a new key.
 */
export function createKeyPerInput(newKey: () => string = () => crypto.randomUUID()): (input: unknown) => string {
  let last: { serialized: string; key: string } | undefined
  return (thing) => {
    const serialized = JSON.stringify(thing)
    if (last?.serialized !== serialized) last = { serialized, key: newKey() }
    return last.key
  }
}
