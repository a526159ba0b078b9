import { afterEach, beforeEach, vi } from 'vitest'

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
// Taken here: a test may replace the globals.
const { document, localStorage, sessionStorage } = globalThis

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
})
afterEach(() => document.body.replaceChildren())
