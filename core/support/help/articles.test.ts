import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { Course, Webinar, WebinarJoinLink } from './articles.ts'

const webinar = {
  id: 2,
  slug: 'sleep',
  title: 'Sleep',
  summary: 'Better.',
  agenda: ['Why'],
  durationMinutes: 40,
  speaker: { name: 'Eva Sanz', role: 'Nutritionist' },
  startsAt: '2026-12-10T19:00:00+01:00',
}
const lesson = { key: 'first', title: 'One', minutes: 5, content: 'Drink water.' }
const course = { id: 3, slug: 'welcome-kit', title: 'Welcome', summary: 'First steps.', order: 0, lessons: [lesson] }

test('picture, recording and seat limit default to null', () => {
  expect(v.parse(Webinar, webinar)).toEqual({
    ...webinar,
    id: '2',
    seats: null,
    recordingUrl: null,
    captionsUrl: null,
    image: null,
  })
  const silent = { videoUrl: null, posterUrl: null, captionsUrl: null }
  expect(v.parse(Course, course)).toEqual({ ...course, id: '3', lessons: [{ ...lesson, ...silent }], image: null })
})

describe('refused entries', () => {
  test.each([
    ['a webinar without an agenda', Webinar, { ...webinar, agenda: [] }],
    ['a webinar without a speaker', Webinar, { ...webinar, speaker: {} }],
    ['a webinar without a duration', Webinar, { ...webinar, durationMinutes: 0 }],
    ['a webinar longer than eight hours', Webinar, { ...webinar, durationMinutes: 481 }],
    ['a webinar without a date', Webinar, { ...webinar, startsAt: 'in December' }],
    ['a webinar without seats', Webinar, { ...webinar, seats: 0 }],
    ['a webinar with more than 10,000 seats', Webinar, { ...webinar, seats: 10_001 }],
    ['a course without a lesson', Course, { ...course, lessons: [] }],
    ['a course with a negative order', Course, { ...course, order: -1 }],
    ['a lesson without text', Course, { ...course, lessons: [{ ...lesson, content: undefined }] }],
  ])('%s', (_, schema, entry) => expect(v.is(schema, entry)).toBe(false))
})

test('a video is a file of the content service or an http(s) URL, and never a script', () => {
  const isValidUrl = (recordingUrl: string) => v.is(Webinar, { ...webinar, recordingUrl })
  const good = ['/uploads/sleep.mp4', 'https://films.example/sleep.mp4', 'http://127.0.0.1:1337/uploads/sleep.mp4']
  expect(good.filter((url) => !isValidUrl(url))).toEqual([])
  const bad = [
    'javascript:alert(1)//https://films.example',
    'uploads/sleep.mp4',
    '/etc//uploads/',
    '//films.example',
    '',
  ]
  expect(bad.filter(isValidUrl)).toEqual([])
})

test('the link to join a webinar must be https', () => {
  const opens = (joinUrl: string) => v.is(WebinarJoinLink, { webinar: 'sleep', joinUrl })
  expect(opens('https://meet.example/sleep')).toBe(true)
  const bad = ['http://meet.example/sleep', 'meet.example', 'javascript:https://', 'ftp://meet.example/?https://']
  expect(bad.filter(opens)).toEqual([])
  expect(v.is(WebinarJoinLink, { joinUrl: 'https://meet.example/sleep' })).toBe(false)
})
