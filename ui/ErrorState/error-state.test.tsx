import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { CallFailed, OFFLINE } from '../client/call-failed.ts'
import { DEVICE_ZONE, formatTime } from '../i18n/format.ts'
import { loadMessages } from '../i18n/messages.ts'
import { ErrorState } from './ErrorState.tsx'

loadMessages('en', {
  'ui.error.title': ['This could not be loaded'],
  'ui.error.offline': ['No connection'],
  'ui.error.dataFrom': ['What you see is from ', ['time']],
  'ui.retry': ['Try again'],
  'ui.trace': ['Tell us this code:'],
})
const textOf = (markup: string) => markup.replaceAll(/<[^>]*>/g, ' ')

test('a failed load is announced with the age of the cached data and a retry [B8.11]', () => {
  const from = Date.parse('2026-11-21T16:20:00Z')
  const markup = renderToString(<ErrorState dataFrom={from} onAction={() => {}} />)
  expect(markup).toContain('role="alert"')
  expect(textOf(markup)).toContain('This could not be loaded')
  expect(textOf(markup)).toContain(formatTime(from, DEVICE_ZONE))
  expect(markup).toMatch(/<button[^>]*>.*Try again/s)
})

test('without cached data no age shows, and without a retry no button', () => {
  const markup = renderToString(<ErrorState />)
  expect(textOf(markup)).not.toContain('What you see is from')
  expect(markup).not.toContain('<button')
})

test('a lost network is named where a retry is the way out', () => {
  const renderText = (failure: CallFailed) =>
    textOf(renderToString(<ErrorState title="No hours" failure={failure} onAction={() => {}} />))
  expect(renderText(new CallFailed(0, 't', { code: OFFLINE }))).toContain('No connection')
  expect(renderText(new CallFailed(0, 't', { code: OFFLINE }))).not.toContain('No hours')
  expect(renderText(new CallFailed(503, 't', {}))).toContain('No hours')
})

test('a failure that a retry cannot fix keeps its own text', () => {
  const offlineError = new CallFailed(0, 't', { code: OFFLINE })
  const markup = renderToString(
    <ErrorState title="Not here" failure={offlineError} action="To Home" onAction={() => {}} />,
  )
  expect(textOf(markup)).toContain('Not here')
  expect(textOf(renderToString(<ErrorState title="Not here" failure={offlineError} />))).toContain('Not here')
})

test('a failure with a reply shows its trace id, one without a reply shows none', () => {
  const trace = '0123456789abcdef0123456789abcdef'
  const renderText = (failure: unknown) => textOf(renderToString(<ErrorState failure={failure} />))
  expect(renderText(new CallFailed(500, trace, {}))).toContain(trace)
  expect(renderText(new CallFailed(0, trace, { code: OFFLINE }))).not.toContain(trace)
  expect(renderText(new Error('x'))).not.toContain('Tell us')
})
