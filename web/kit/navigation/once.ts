/**
 * Keys for what is to be done once, however often it is sent: the same thing said again goes under the same key, so that
 * a lost answer does nothing twice; anything else is meant anew.
 */
export function onceEach(newKey: () => string = () => crypto.randomUUID()): (said: unknown) => string {
  let last: { said: string; key: string } | undefined
  return (thing) => {
    const said = JSON.stringify(thing)
    if (last?.said !== said) last = { said, key: newKey() }
    return last.key
  }
}
