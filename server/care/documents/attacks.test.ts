import { randomBytes, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { EICAR, type RunningClamd, startClamd } from '@cuida/simulators/clamav/clamd.ts'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestContext, type TestContext } from '../../testing/test-context.ts'
import { createTestContext } from '../../testing/test-contexts.ts'
import { insertClinician, insertConsultation, insertPatient, type TestPatient } from '../test-people.ts'
import { createDocumentSanitizer } from './document-sanitizer.ts'
import { documentJobs } from './jobs.ts'
import { buildPdfBomb, readFixture } from './pdf/test-pdfs.ts'
import { buildGzipBomb, buildPng, buildTestPdf, buildZipTail } from './test-files.ts'
import { openFile, sendFile } from './test-uploads.ts'

// Malicious uploads, and photos whose metadata reveals more than the patient knows.

const context = await createTestContext()
let ana: TestPatient
let id: string

async function newConsultation(): Promise<void> {
  const clinician = await insertClinician(context)
  ana = await insertPatient(context)
  id = await insertConsultation(context, { patientId: ana.patientId, booked: { ...clinician, inMinutes: 5 } })
}
beforeAll(newConsultation)

const send = (bytes: Buffer, more: { type?: string; name?: string } = {}) =>
  sendFile(context, { token: ana.token, id, bytes, ...more })
const opened = async (documentId: string) => (await openFile(context, ana.token, id, documentId)).bytes
const script = '<script>alert(1)</script>'
const jpeg = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#336699' } })
  .jpeg()
  .toBuffer()

describe('a refused upload, whatever its name [B1.7]', () => {
  const html = Buffer.from(`<!doctype html>${script}`)
  const gif = Buffer.concat([Buffer.from('GIF89a'), randomBytes(40), buildZipTail()])
  test.each<[string, Buffer, string]>([
    ['HTML', html, 'UNSUPPORTED_FILE'],
    ['SVG with a script', Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg">${script}</svg>`), 'UNSUPPORTED_FILE'],
    [
      'XML',
      Buffer.from('<?xml version="1.0"?><!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><x>&e;</x>'),
      'UNSUPPORTED_FILE',
    ],
    ['a GIF that is also a JAR', gif, 'UNSUPPORTED_FILE'],
    ['a ZIP', buildZipTail(), 'UNSUPPORTED_FILE'],
    ['an executable', Buffer.concat([Buffer.from('MZ'), randomBytes(200)]), 'UNSUPPORTED_FILE'],
    ['a shell script', Buffer.from('#!/bin/sh\nrm -rf /\n'), 'UNSUPPORTED_FILE'],
    ['an empty file', Buffer.alloc(0), 'UNSUPPORTED_FILE'],
    ['a single byte', Buffer.from([0xff]), 'UNSUPPORTED_FILE'],
    ['50 MB packed into 50 kB', buildGzipBomb(), 'UNSUPPORTED_FILE'],
    ['a PDF with data before its header', Buffer.concat([buildZipTail(), buildTestPdf()]), 'UNSUPPORTED_FILE'],
    ['a JPEG of two bytes after its signature', Buffer.from('\xff\xd8\xff\xe0', 'latin1'), 'FILE_UNREADABLE'],
    ['a truncated JPEG', jpeg.subarray(0, jpeg.length / 2), 'FILE_UNREADABLE'],
    [
      'HTML with the signature of a JPEG',
      Buffer.concat([Buffer.from('\xff\xd8\xff', 'latin1'), html]),
      'FILE_UNREADABLE',
    ],
    ['HTML with the signature of a HEIC', Buffer.concat([Buffer.from('\0\0\0\x18ftypheic'), html]), 'FILE_UNREADABLE'],
    ['a truncated PNG', buildPng(200, 200).subarray(0, 300), 'FILE_UNREADABLE'],
    ['a WebP of noise', Buffer.concat([Buffer.from('RIFF\x40\0\0\0WEBPVP8 '), randomBytes(64)]), 'FILE_UNREADABLE'],
    ['a PNG of 60,000 by 60,000 pixels', buildPng(60_000, 60_000, Buffer.alloc(4_000_000)), 'IMAGE_TOO_LARGE'],
    ['a PNG one pixel beyond the limit', buildPng(8_000, 5_001, Buffer.alloc(1_000)), 'IMAGE_TOO_LARGE'],
    ['a PDF of only a header', Buffer.from('%PDF-1.7\n'), 'FILE_UNREADABLE'],
    ['a PDF with a password', readFixture('password.pdf'), 'PDF_LOCKED'],
    ['a PDF with an attachment', readFixture('attachment.pdf'), 'PDF_ACTIVE'],
    ['a PDF with an attachment in compressed object streams', readFixture('attachment-packed.pdf'), 'PDF_ACTIVE'],
  ])('%s is refused', async (_, bytes, code) => {
    const answer = await send(bytes, { type: 'image/jpeg', name: 'holiday.jpg' })
    expect(answer.body.code).toBe(code)
    expect(answer.status).toBe(415)
  })

  test('an upload of more than 10 MB is refused before it is read', async () => {
    expect(await send(randomBytes(10 * 1024 * 1024 + 1))).toMatchObject({ status: 413, body: { code: 'TOO_LARGE' } })
  })

  test('a refused upload leaves no file', async () => {
    expect(await context.db`select 1 from consultation_document`).toEqual([])
    for await (const name of context.services.files.olderThan(new Date('9999-12-31'))) expect(name).toBe('nothing')
  })
})

describe('a cleaned upload', () => {
  test('a photo loses location, device, preview and other metadata, and stands upright', async () => {
    const result = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#336699' } })
      .withExif({ IFD0: { Make: 'Kanarienvogel' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '40/1 25/1 0/1' } })
      .withMetadata({ orientation: 6 })
      .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/">Kanarienvogel</x:xmpmeta>')
      .jpeg()
      .toBuffer()
    expect(result.includes('Kanarienvogel')).toBe(true)
    expect(await sharp(result).metadata()).toMatchObject({
      orientation: 6,
      exif: expect.any(Buffer),
      xmp: expect.any(Buffer),
    })
    const { body } = await send(result)
    const storedFile = await opened(body.id)
    const { exif, xmp, iptc, icc, orientation, width, height } = await sharp(storedFile).metadata()
    expect({ exif, xmp, iptc, icc, orientation, width, height }).toEqual({ width: 40, height: 60 })
    expect(storedFile.includes('Kanarienvogel') || storedFile.includes('Exif')).toBe(false)
  })

  test('an iPhone photo becomes a JPEG without its location', async () => {
    const heic = Buffer.from(readFileSync(new URL('./test-heic.txt', import.meta.url), 'utf8'), 'base64')
    expect(heic.includes('Kanarienvogel')).toBe(true)
    const { status, body } = await send(heic, { name: 'IMG_1234.HEIC' })
    expect(status).toBe(201)
    const storedFile = await opened(body.id)
    expect(await sharp(storedFile).metadata()).toMatchObject({ format: 'jpeg', width: 64, height: 32 })
    expect(storedFile.includes('Kanarienvogel')).toBe(false)
    // Blue on the left and red on the right, as in the original.
    const { data } = await sharp(storedFile).raw().toBuffer({ resolveWithObject: true })
    expect(data[2]).toBeGreaterThan(150)
    expect(data[63 * 3]).toBeGreaterThan(150)
  })

  test('data appended to a picture is dropped', async () => {
    for (const bytes of [
      Buffer.concat([jpeg, buildZipTail(), Buffer.from(script)]),
      Buffer.concat([buildPng(20, 20), Buffer.from(script)]),
    ]) {
      const storedFile = await opened((await send(bytes)).body.id)
      expect(storedFile.includes('script') || storedFile.includes('PK\x03\x04')).toBe(false)
    }
  })

  test.each([
    ['report.pdf.exe', 'report'],
    ['../../etc/passwd', 'passwd'],
    ['C:\\Users\\ana\\scan.JPG', 'scan'],
    ['photo\u202Egpj.exe', 'photogpj'],
    ['  análisis de sangre 2026.pdf ', 'análisis de sangre 2026'],
    ['<img src=x onerror=alert(1)>.png', 'img src=x onerror=alert(1)'],
    ['.htaccess', ''],
    ['\r\nset-cookie: x', 'set-cookie x'],
    ['x'.repeat(300), 'x'.repeat(100)],
  ])('the name %j is kept as %j', async (name, storedName) => {
    await newConsultation()
    expect((await send(jpeg, { name })).body.name).toBe(storedName)
  })

  test('the bytes decide the type of a file, whatever Content-Type says', async () => {
    for (const type of ['text/html', 'application/json', 'application/pdf', 'image/svg+xml']) {
      const { status, body } = await send(jpeg, { type })
      expect([status, body.type]).toEqual([201, 'image/jpeg'])
    }
  })
})

describe('cleaning in progress', () => {
  test('a file that takes too long is refused, and the next one is cleaned', async () => {
    const hurried = createDocumentSanitizer({ mostMs: 1 })
    expect(await hurried.clean('png', buildPng(3_000, 3_000, Buffer.alloc(3_000 * 9_001)))).toEqual({
      problem: 'FILE_UNREADABLE',
    })
    hurried.close()
    expect((await send(jpeg)).status).toBe(201)
  })

  test('a dozen bombs and large pictures leave the server’s memory flat', {
    tags: ['nightly'],
  }, async () => {
    await newConsultation()
    const bombs = [buildPng(60_000, 60_000, Buffer.alloc(4_000_000)), buildGzipBomb(), buildPdfBomb()]
    const large = buildPng(4_000, 3_000, Buffer.alloc(3_000 * 12_001))
    await send(large)
    const before = process.memoryUsage.rss()
    let most = 0
    for (let round = 0; round < 3; round++)
      for (const bytes of [...bombs, large]) {
        await send(bytes)
        most = Math.max(most, process.memoryUsage.rss())
      }
    expect((most - before) / 1e6).toBeLessThan(100)
  })
})

describe('the malware scanner', () => {
  let clamd: RunningClamd
  let scanned: TestContext
  beforeAll(async () => {
    clamd = await startClamd()
    scanned = await startTestContext({ demo: false, env: { CLAMAV: `127.0.0.1:${clamd.port}` } })
  })
  afterAll(async () => {
    await scanned.close()
    await clamd.close()
  })

  test('malware is refused; while the scanner is down a document waits and cannot be opened', async () => {
    const { patientId, token } = await insertPatient(scanned)
    const consultationId = await insertConsultation(scanned, { patientId })
    const give = (bytes: Buffer) => sendFile(scanned, { token, id: consultationId, bytes, key: randomUUID() })
    const infected = buildTestPdf({ picture: EICAR })
    expect(await give(infected)).toMatchObject({ status: 415, body: { code: 'FILE_INFECTED' } })
    expect((await give(buildTestPdf())).body.isWaiting).toBe(false)
    const { port } = clamd
    await clamd.close()
    const waiting = await give(buildTestPdf())
    const bad = await give(infected)
    for (const { body } of [waiting, bad]) {
      expect(body.isWaiting).toBe(true)
      expect((await openFile(scanned, token, consultationId, body.id)).status).toBe(409)
    }
    const { scanDocument } = documentJobs(scanned.services)
    await expect(scanDocument({ documentId: waiting.body.id })).rejects.toThrow('clamav')
    clamd = await startClamd({ port })
    for (const { body } of [waiting, bad]) await scanDocument({ documentId: body.id })
    expect((await openFile(scanned, token, consultationId, waiting.body.id)).status).toBe(200)
    expect((await openFile(scanned, token, consultationId, bad.body.id)).status).toBe(404)
  })
})
