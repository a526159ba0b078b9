import { renderToString } from 'react-dom/server'
import { afterEach, expect, test } from 'vitest'
import { setDateFormats } from '../i18n/format-basics.ts'
import { loadMessages } from '../i18n/messages.ts'
import { SlotGrid } from './SlotGrid.tsx'

afterEach(() => setDateFormats(undefined))

const at = (time: string) => ({ startTime: `2026-11-26T${time}:00Z`, endTime: `2026-11-26T${time}:30Z` })

/** The headings and times in the order of the document. */
function renderTexts(hours: 12 | 24): string[] {
  loadMessages('es', {})
  setDateFormats({ order: 'dmy', hours })
  const slots = ['09:00', '11:59', '12:00', '19:59', '20:00'].map(at)
  const html = renderToString(<SlotGrid slots={slots} timeZone="UTC" selected={undefined} onSelect={() => undefined} />)
  return [...html.matchAll(/<h2[^>]*>([^<]+)|<time[^>]*>([^<]+)/g)].map(([_whole, part, time]) =>
    String(part ?? time).replaceAll(/\s/g, ' '),
  )
}

test.each([
  [24, ['09:00', '11:59'], ['12:00', '19:59'], ['20:00']],
  [12, ['9:00 a. m.', '11:59 a. m.'], ['12:00 p. m.', '7:59 p. m.'], ['8:00 p. m.']],
] as const)('slots are grouped by part of the day, in a %d-hour format [B3.14]', (hours, morning, afternoon, night) => {
  const texts = renderTexts(hours)
  const times = texts.filter((part) => /\d/.test(part))
  expect(times).toEqual([...morning, ...afternoon, ...night])
  expect(texts.map((part) => /\d/.test(part)).join()).toBe(
    [false, ...morning.map(() => true), false, ...afternoon.map(() => true), false, ...night.map(() => true)].join(),
  )
})
