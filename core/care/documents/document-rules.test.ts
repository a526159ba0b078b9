import { describe, expect, test } from 'vitest'
import { happened } from '../actions.ts'
import { ConsultationStatus } from '../status.ts'
import { fileNameOf, kindOf, mayAdd, mayGive, mayRemove, safeName } from './document-rules.ts'

const bytes = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0))

test.each([
  ['\xff\xd8\xff\xe0', 'jpeg'],
  ['\x89PNG\r\n\x1a\n', 'png'],
  ['RIFF\x10\0\0\0WEBPVP8 ', 'webp'],
  ['RIFF\x10\0\0\0WAVEfmt ', undefined],
  ['%PDF-1.7\n', 'pdf'],
  [' %PDF-1.7\n', undefined],
  ['\0\0\0\x18ftypheic', 'heic'],
  ['\0\0\0\x18ftypmif1', 'heic'],
  ['\0\0\0\x18ftypavif', undefined],
  ['\0\0\0\x18ftypmp42', undefined],
  ['GIF89a', undefined],
  ['<svg xmlns', undefined],
  ['', undefined],
])('%j is %s', (text, kind) => expect(kindOf(bytes(text))).toBe(kind))

test.each([
  ['scan.jpg', 'scan'],
  ['scan', 'scan'],
  ['v1.2 of today.pdf', 'v1.2 of today'],
  ['a.tar.gz', 'a'],
  ['..', ''],
])('%j is called %j', (given, name) => expect(safeName(given)).toBe(name))

test('it is saved with the ending of what it is', () => {
  expect(fileNameOf({ type: 'application/pdf' }, 'scan')).toBe('scan.pdf')
  expect(fileNameOf({ type: 'image/jpeg' }, 'scan')).toBe('scan.jpg')
})

describe('until when', () => {
  const statusesOf = (rule: (status: ConsultationStatus) => boolean) => ConsultationStatus.options.filter(rule)

  test('patients send until the notes are signed', () =>
    expect(statusesOf(mayAdd)).toEqual(['PENDING', 'QUEUED', 'ACTIVE', 'CLOSING']))

  test('clinicians give from when they hold the consultation, and after it', () =>
    expect(statusesOf(mayGive)).toEqual(['ACTIVE', 'CLOSING', 'CLOSED', 'CLOSED_WITH_ERROR']))

  test('patients take back until somebody took the consultation, also one who then gave it back', () => {
    expect(mayRemove([happened('QUEUED', 'SYSTEM')])).toBe(true)
    const missed = [happened('ASSIGNED', 'CLINICIAN'), happened('UNASSIGNED', 'CLINICIAN')]
    expect(mayRemove(missed)).toBe(false)
  })
})
