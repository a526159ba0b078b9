import { isValidElement } from 'react'
import { renderToString } from 'react-dom/server'
import { beforeEach, expect, test, vi } from 'vitest'
import { listenForErrors, reportError, type SendErrorReport } from '../error-reports/report.ts'
import { loadMessages } from '../i18n/messages.ts'
import { RestartOnError } from './RestartOnError.tsx'

const crash = new Error('a screen broke')
const listeners = new Map<string, (event: object) => void>()
beforeEach(() => {
  const messages = { 'ui.crash.title': ['Broken'], 'ui.crash.text': ['Start again.'], 'ui.trace': ['Tell us:'] }
  loadMessages('en', { ...messages, 'ui.crash.restart': ['Start again'] })
  vi.stubGlobal('addEventListener', (name: string, listener: (event: object) => void) => listeners.set(name, listener))
})
function broken() {
  const boundary = new RestartOnError({ children: null, home: '/', className: 'x' })
  boundary.state = RestartOnError.getDerivedStateFromError()
  boundary.componentDidCatch(crash)
  const element = boundary.render()
  return { traceId: boundary.state.traceId, page: isValidElement(element) ? renderToString(element) : '' }
}

test('nothing is reported while no component throws', () => {
  const page = renderToString(
    <RestartOnError home="/" className="x">
      a screen
    </RestartOnError>,
  )
  expect(page).toBe('a screen')
})

test('an error is reported with the trace id that the user sees [A8.5]', async () => {
  const sendErrorReport = vi.fn<SendErrorReport>()
  listenForErrors(async () => ({ sendErrorReport }))
  const { traceId, page } = broken()
  expect(traceId).toMatch(/^[0-9a-f]{32}$/)
  expect(page).toContain(traceId)
  await vi.waitFor(() => expect(sendErrorReport).toHaveBeenCalledExactlyOnceWith(crash, traceId, true))
})

test('a reporter that fails or does not load still leaves the restart button [A8.5]', () => {
  listenForErrors(() => Promise.reject(new Error('nor does this work')))
  expect(broken().page).toMatch(/<button[^>]*>.*Start again/)
})

test.each([
  ['error', { error: crash }],
  ['unhandledrejection', { reason: crash }],
])('an uncaught error is reported: %s', async (name, event) => {
  const sendErrorReport = vi.fn<SendErrorReport>()
  listenForErrors(async () => ({ sendErrorReport }))
  listeners.get(name)?.(event)
  await vi.waitFor(() =>
    expect(sendErrorReport).toHaveBeenCalledWith(crash, expect.stringMatching(/^[0-9a-f]{32}$/), false),
  )
  listeners.get(name)?.({})
  reportError(undefined, 'x', true)
  await vi.waitFor(() => expect(sendErrorReport).toHaveBeenCalledTimes(2))
})
