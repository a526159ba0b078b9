/**
 * Makes idempotency keys: repeating the same input reuses the key, so that a retry after a lost reply has no second
 * effect; another input gets a new key.
 */
export function createKeyPerInput(newKey: () => string = () => crypto.randomUUID()): (said: unknown) => string {
  let last: { said: string; key: string } | undefined
  return (thing) => {
    const said = JSON.stringify(thing)
    if (last?.said !== said) last = { said, key: newKey() }
    return last.key
  }
}
