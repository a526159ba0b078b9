import { describe, expect, test } from 'vitest'
import { createAction } from '../../consultation/status/actions.ts'
import { ConsultationStatus } from '../../consultation/status/status.ts'
import {
  fileNameOf,
  HEAD_BYTES,
  kindOf,
  MAX_DOCUMENT_BYTES,
  MAX_FILE_NAME_LENGTH,
  mayAdd,
  mayGive,
  mayRemove,
  safeName,
} from './document-rules.ts'

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

test.each(['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'msf1'])(
  'a HEIC photo with the brand %s is accepted',
  (brand) => expect(kindOf(bytes(`\0\0\0\x18ftyp${brand}`))).toBe('heic'),
)

test.each([
  ['\xff\xd8', undefined],
  ['x\xff\xd8\xff', undefined],
  ['x\x89PNG\r\n\x1a\n', undefined],
  ['xRIFF\x10\0\0WEBP', undefined],
  ['\0\0\0\x18moovheic', undefined],
  ['ftypheic', undefined],
])('a signature that is not at the start is ignored: %j', (text, kind) => expect(kindOf(bytes(text))).toBe(kind))

test('a file is recognised by its first bytes and may be ten megabytes long', () => {
  expect(HEAD_BYTES).toBeGreaterThanOrEqual('\0\0\0\x18ftypheic'.length)
  expect(kindOf(bytes(`%PDF-1.7\n${'x'.repeat(1_000)}`))).toBe('pdf')
  expect(MAX_DOCUMENT_BYTES).toBe(10_485_760)
})

test.each([
  ['../../etc/passwd', 'passwd'],
  ['C:\\Scans\\scan.jpg', 'scan'],
  ['C:\\Scans/today\\scan.jpg', 'scan'],
  ['report.pdf.exe', 'report'],
  ['  scan .pdf ', 'scan'],
  ['. .hidden note', 'hidden note'],
  ['report\u202efdp.exe', 'reportfdp'],
  ['a\u0000b\u2028c\u2029d', 'abcd'],
  ['what "is": <this>?*|%', 'what is this'],
  ['nota de 1.5 meses', 'nota de 1.5 meses'],
  ['a.abcdefghi', 'a.abcdefghi'],
  ['a.ábc', 'a.ábc'],
  ['cafe\u0301', 'café'],
])('folders, invisible characters and extensions are removed from a name: %j becomes %j', (fileName, name) =>
  expect(safeName(fileName)).toBe(name),
)

test('a name is limited to a hundred characters, whatever their size in bytes', () => {
  expect(safeName('𠮷'.repeat(MAX_FILE_NAME_LENGTH + 1))).toBe('𠮷'.repeat(100))
  expect(safeName(`${'a'.repeat(99)} b`)).toBe('a'.repeat(99))
})

test.each([
  ['scan.jpg', 'scan'],
  ['scan', 'scan'],
  ['v1.2 of today.pdf', 'v1.2 of today'],
  ['a.tar.gz', 'a'],
  ['..', ''],
])('%j becomes %j', (fileName, name) => expect(safeName(fileName)).toBe(name))

test('a file is saved with the extension of its content type', () => {
  expect(fileNameOf({ type: 'application/pdf' }, 'scan')).toBe('scan.pdf')
  expect(fileNameOf({ type: 'image/jpeg' }, 'scan')).toBe('scan.jpg')
})

describe('when files may be added and removed', () => {
  const statusesOf = (rule: (status: ConsultationStatus) => boolean) => ConsultationStatus.options.filter(rule)

  test('a patient may add files until the notes are signed', () =>
    expect(statusesOf(mayAdd)).toEqual(['PENDING', 'QUEUED', 'ACTIVE', 'CLOSING']))

  test('a clinician may add files from the assignment on, also after closing', () =>
    expect(statusesOf(mayGive)).toEqual(['ACTIVE', 'CLOSING', 'CLOSED', 'CLOSED_WITH_ERROR']))

  test('a patient may delete files until a clinician takes the consultation, even if it is then requeued', () => {
    expect(mayRemove([createAction('QUEUED', 'SYSTEM')])).toBe(true)
    const missed = [createAction('ASSIGNED', 'CLINICIAN'), createAction('UNASSIGNED', 'CLINICIAN')]
    expect(mayRemove(missed)).toBe(false)
  })
})
