const KEY = 'input'
const RESTORE_MS = 15_000
/** Secrets and files are not stored. */
const LEFT_OUT = /^(?:password|file|hidden|submit|button)$/
/** React's ids differ from page to page. */
const REACT_ID = /_r_[0-9a-z]+_/g
const SECRET = /password|one-time-code|cc-/

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement
interface StoredInput {
  path: string
  /** Text, or whether the box is checked, by the name of the control and its place among those of this name. */
  controls: Record<string, string | boolean>
}

let isKept = false

/** From now on, what is typed when this page reloads is in the next one. For a page that a new build has replaced. */
export function keepInputOverReload(): void {
  if (isKept || !globalThis.addEventListener) return
  isKept = true
  addEventListener('pagehide', () => {
    const controls = Object.fromEntries(controlsOfPage().map(([key, control]) => [key, stateOf(control)]))
    const stored: StoredInput = { path: location.pathname, controls }
    sessionStorage.setItem(KEY, JSON.stringify(stored))
  })
}

/**
 * Fills in what the page before a reload held, in each field as it appears, until a person types or clicks: a screen
 * may show its fields only when its data has come.
 */
export function restoreInput(): void {
  const text = sessionStorage.getItem(KEY)
  sessionStorage.removeItem(KEY)
  const { path, controls }: StoredInput = JSON.parse(text ?? '{}')
  if (path !== location.pathname) return
  const filled = new WeakSet<Control>()
  const fill = () => {
    for (const [key, control] of controlsOfPage()) {
      const state = controls[key]
      if (state === undefined || filled.has(control)) continue
      filled.add(control)
      setState(control, state)
    }
  }
  const observer = new MutationObserver(fill)
  const end = (event?: Event) => {
    // Its own events are not trusted.
    if (event?.isTrusted === false) return
    observer.disconnect()
    for (const type of ['input', 'keydown', 'pointerdown']) removeEventListener(type, end, true)
  }
  for (const type of ['input', 'keydown', 'pointerdown']) addEventListener(type, end, true)
  setTimeout(end, RESTORE_MS)
  observer.observe(document, { childList: true, subtree: true })
  fill()
}

function controlsOfPage(): [string, Control][] {
  const counts = new Map<string, number>()
  return [...document.body.querySelectorAll<Control>('input, textarea, select')]
    .filter(({ type, autocomplete }) => !LEFT_OUT.test(type) && !SECRET.test(autocomplete))
    .map((control) => {
      const name = `${control.type} ${control.name.replaceAll(REACT_ID, '')}`
      const count = (counts.get(name) ?? 0) + 1
      counts.set(name, count)
      return [`${name} ${count}`, control]
    })
}

const isBox = (control: Control): control is HTMLInputElement => /^(?:checkbox|radio)$/.test(control.type)

const stateOf = (control: Control): string | boolean => (isBox(control) ? control.checked : control.value)

/** As a person would, so that React notices. */
function setState(control: Control, state: string | boolean): void {
  if (isBox(control)) {
    if (control.checked !== state && (state || control.type === 'checkbox')) control.click()
  } else if (control.value !== state) {
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), 'value')?.set?.call(control, state)
    for (const type of ['input', 'change']) control.dispatchEvent(new Event(type, { bubbles: true }))
  }
}
