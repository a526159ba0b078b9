import { focusManager, onlineManager } from '@tanstack/react-query'
import { afterAll, afterEach, beforeEach, vi } from 'vitest'

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
// Read here: a test may replace the globals.
const { document, localStorage, sessionStorage } = globalThis

// Modules that one test file loaded outlive it. Without this, their listeners and channels would act like a second
// tab in the next file's tests, for example by following its sign-ins.
const stops: (() => void)[] = []
for (const target of [window, document]) {
  const add = target.addEventListener
  target.addEventListener = (type: string, listener: never, options?: never) => {
    stops.push(() => target.removeEventListener(type, listener, options))
    add.call(target, type, listener, options)
  }
  stops.push(() => Object.assign(target, { addEventListener: add }))
}
class TrackedChannel extends globalThis.BroadcastChannel {
  constructor(name: string) {
    super(name)
    stops.push(() => this.close())
  }
}
vi.stubGlobal('BroadcastChannel', TrackedChannel)

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
})
afterEach(() => {
  document.body.replaceChildren()
  // Package singletons, which are not evaluated again for the next file.
  onlineManager.setOnline(true)
  focusManager.setFocused(undefined)
})
// What a test puts on the document itself, such as an own `activeElement`, would stay for the next file.
const ownNames = new Set(Object.getOwnPropertyNames(document))
afterAll(() => {
  for (const stop of stops) stop()
  for (const name of Object.getOwnPropertyNames(document)) {
    if (!ownNames.has(name)) Reflect.deleteProperty(document, name)
  }
})
